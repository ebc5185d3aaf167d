#pragma once

#include "kebne/actor.hpp"

#include <cstdint>
#include <utility>

namespace kebne::bench {

struct Count {
  std::int64_t value;
};
struct Over {
  std::int64_t hops;
};
struct Begin {
  using Reply = Over;
  std::int64_t from;
};

class Right final : public Actor {
 public:
  static void behavior(On<Right>& on) { on.handle<&Right::count>(); }

 private:
  Count count(const Count& m) { return {m.value - 1}; }
};

class Left final : public Actor {
 public:
  static void behavior(On<Left>& on) {
    on.handle<&Left::begin>();
    on.handle<&Left::count>();
  }

  explicit Left(ActorRef right) : right_{std::move(right)} {}

 private:
  void begin(const Begin& m) {
    asker_ = sender();
    right_.tell(Count{m.from});
  }

  void count(const Count& m) {
    hops_ += 2;
    if (m.value <= 0) {
      asker_.tell(Over{hops_});
    } else {
      reply(Count{m.value - 1});
    }
  }

  ActorRef right_;
  ActorRef asker_;
  std::int64_t hops_ = 0;
};

}  // namespace kebne::bench
