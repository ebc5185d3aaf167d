// Asking: questions from code that is no actor.
#include "kebne/actor.hpp"

#include <chrono>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

struct Square {
  using Reply = int;
  int of;
};
struct Never {
  using Reply = int;
};

namespace {

class Calculator final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Calculator>& on) {
    on.handle<&Calculator::square>();
    on.handle<&Calculator::never>();
  }

 private:
  int square(const Square& m) { return m.of * m.of; }
  void never(const Never&) {}  // takes the question and gives no answer
};

}  // namespace

int main() {
  kebne::ActorSystem system{"demo", {.logging = {.level = kebne::LogLevel::Off}}};
  const kebne::ActorRef calculator = system.spawn<Calculator>("calculator");

  // [get]
  std::printf("7 squared is %d\n", system.ask<Square>(calculator, 7).get());
  // [/get]

  // [wait_for]
  kebne::Future<int> open = system.ask<Never>(calculator);
  const kebne::Result<int> early = open.wait_for(std::chrono::milliseconds{1});
  if (!early && early.error().code == kebne::Code::Timeout) std::puts("not yet");
  // [/wait_for]

  // [then]
  kebne::Future<std::string> text =
      system.ask<Square>(calculator, 8).then([](kebne::Result<int> answer) {
        return answer ? std::to_string(*answer) : answer.error().text;
      });
  std::printf("8 squared is %s\n", text.get().c_str());
  // [/then]

  // [dead]
  system.stop(calculator);
  const kebne::Result<int> late =
      system.ask<Square>(calculator, 9).wait_for(std::chrono::seconds{10});
  if (!late) std::puts(late.error().text.c_str());
  // [/dead]

  // [terminated]
  system.terminate().get();
  try {
    open.get();
  } catch (const kebne::AskFailed& e) {
    std::printf("%s\n", e.what());
  }
  // [/terminated]
}
