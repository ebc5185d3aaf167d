// Observer: where failures, dead letters and unhandled messages go.
#include "kebne/actor.hpp"

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

struct Known {
  using Reply = int;
};
struct Unknown {};
struct Divide {
  int by;
};

// [observer]
class Printer final : public kebne::Observer {
 public:
  void on_failure(const kebne::FailureReport& r) override {
    std::printf("%s failed: %s, so: %s\n", r.actor.str().c_str(),
                kebne::describe_exception(r.cause).c_str(), std::string{r.outcome}.c_str());
  }
  void on_dead_letter(const kebne::DeadLetterReport& r) override {
    std::printf("a letter to %s is dead: %s\n", r.recipient.str().c_str(),
                std::string{kebne::to_string(r.reason)}.c_str());
  }
  void on_unhandled(const kebne::UnhandledReport& r) override {
    std::printf("%s has no handler\n", r.recipient.str().c_str());
  }
  void on_misuse(std::string_view text) override { std::printf("%s\n", std::string{text}.c_str()); }
};
// [/observer]

class Calculator final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Calculator>& on) {
    on.handle<&Calculator::known>();
    on.handle<&Calculator::divide>();
  }

 private:
  int known(const Known&) { return 1; }
  void divide(const Divide& m) {
    if (m.by == 0) throw std::domain_error{"division by zero"};
  }
};

}  // namespace

int main() {
  // [options]
  kebne::ActorSystem system{
      "demo", {.observer = std::make_shared<Printer>(), .logging = {.dead_letters = 0}}};
  // [/options]
  const kebne::ActorRef calculator = system.spawn<Calculator>("calculator");
  calculator.tell(Unknown{});
  calculator.tell(Divide{0});
  std::printf("it knows %d answer\n", system.ask<Known>(calculator).get());
  system.terminate().get();
  calculator.tell(Divide{1});
}
