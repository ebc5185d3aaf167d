// Paths: where an actor is, and which incarnation of it.
#include "kebne/actor.hpp"

#include <cstdio>
#include <stdexcept>
#include <string>

namespace {

class Idle final : public kebne::Actor {};

void print(const std::string& text) { std::puts(text.c_str()); }

}  // namespace

int main() {
  // [parse]
  const auto path = kebne::ActorPath::parse("akka.tcp://bank@Host:2552/user/alice#7");
  print(path->to_string());                // no uid
  print(path->to_serialization_format());  // with uid
  print((path->parent() / "bob").to_string_without_address());
  print(path->address().to_string());
  // [/parse]

  // [errors]
  print(kebne::ActorPath::parse("akka.tcp://bank@host:99999/user").error().text);
  print(kebne::ActorPath::parse("akka://bank/user/alice#-1").error().text);
  print(kebne::ActorPath::check_name("alice smith").error().text);
  // [/errors]

  // [refs]
  kebne::ActorSystem system{"bank"};
  const kebne::ActorRef alice = system.spawn<Idle>("alice");
  print(alice.path().to_string());
  print(system.spawn<Idle>("").path().to_string());
  try {
    system.spawn<Idle>("alice");
  } catch (const kebne::NameError& e) {
    print(e.what());
  }
  // [/refs]
}
