// A question put to an actor, and its answer.
#include "kebne/actor.hpp"

#include <cstdio>
#include <string>

// [hello]
struct Hello {                // a message is a plain struct
  using Reply = std::string;  // a question names its answer
  std::string name;
};

class Greeter final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Greeter>& on) { on.handle<&Greeter::hello>(); }

 private:
  std::string hello(const Hello& m) { return "hello " + m.name; }  // told to sender()
};

int main() {
  kebne::ActorSystem system{"demo"};
  auto greeter = system.spawn<Greeter>("greeter");
  std::puts(system.ask<Hello>(greeter, "world").get().c_str());
}  // the destructor terminates the system and waits for its end
// [/hello]
