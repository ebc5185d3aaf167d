// Exploration: one scenario under a thousand orders finds a lost update, and its seed shows it
// again.
#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <cstdio>

struct Read {
  using Reply = int;
};
struct Write {
  int value;
};
struct Increment {};

namespace {

class Number final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Number>& on) {
    on.handle<&Number::read>().handle<&Number::write>();
  }

 private:
  int read(const Read&) { return value_; }
  void write(const Write& m) { value_ = m.value; }
  int value_ = 0;
};

/// Reads, then writes: whoever writes in between is forgotten.
class Counter final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Counter>& on) {
    on.handle<&Counter::increment>().handle<&Counter::got>();
  }
  explicit Counter(kebne::ActorRef number) : number_{std::move(number)} {}

 private:
  void increment(const Increment&) { number_.tell(Read{}); }
  void got(const int& value) { number_.tell(Write{value + 1}); }
  kebne::ActorRef number_;
};

// [scenario]
void two_counters(kebne::TestKit& kit) {
  const kebne::ActorRef number = kit.spawn<Number>("number");
  for (const char* name : {"a", "b"}) kit.spawn<Counter>(name, number).tell(Increment{});
  kit.run_until_idle();
  kit.tell(number, Read{});
  kit.expect(2);
}
// [/scenario]

}  // namespace

int main() {
  // [explore]
  try {
    kebne::explore({.schedules = 1'000}, two_counters);
  } catch (const kebne::ScheduleFailed& found) {
    std::puts("found a schedule that fails");
    try {
      kebne::replay(found.seed, two_counters);
    } catch (const kebne::ScheduleFailed& again) {
      std::printf("it fails again: %s\n", again.seed == found.seed ? "yes" : "no");
    }
  }
  // [/explore]
}
