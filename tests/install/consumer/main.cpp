#include <kebne/actor.hpp>

#include <iostream>
#include <string>

struct Hello {
  using Reply = std::string;
};

class Greeter final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Greeter>& on) { on.handle<&Greeter::hello>(); }

 private:
  void hello(const Hello&) { reply("hello from " + self().path().to_string()); }
};

int main() {
  kebne::ActorSystem system{"installed"};
  const kebne::ActorRef greeter = system.spawn<Greeter>("greeter");
  std::cout << system.ask<Hello>(greeter).get() << '\n';
}
