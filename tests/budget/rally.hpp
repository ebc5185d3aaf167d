#pragma once

#include "kebne/testkit.hpp"

#include <cstdint>
#include <utility>

namespace kebne::test {

/// The two players of a ping-pong, in both forms; what the budgets of the hot path are counted on.
struct Ball {
  std::int64_t hits;
};

class RawPlayer final : public Actor {
 public:
  bool receive(Envelope& e) override {
    const auto* ball = e.get_if<Ball>();
    if (ball == nullptr) return false;
    if (ball->hits > 0) reply(Ball{ball->hits - 1});
    return true;
  }
};

class TablePlayer final : public Actor {
 public:
  static void behavior(On<TablePlayer>& on) { on.handle<&TablePlayer::hit>(); }

 private:
  void hit(const Ball& ball) {
    if (ball.hits > 0) reply(Ball{ball.hits - 1});
  }
};

/// One pair on a step executor.
template <class Player>
class Rally {
 public:
  explicit Rally(std::uint32_t throughput) : kit_{TestKit::Options{.throughput = throughput}} {
    one_ = kit_.spawn<Player>("one");
    two_ = kit_.spawn<Player>("two");
    kit_.run_until_idle();
  }

  /// Puts `balls` into play for `hits` strokes each, and returns the number of messages.
  std::uint64_t play(int balls, std::int64_t hits) {
    for (int i = 0; i < balls; ++i) one_.tell(Ball{hits}, two_);
    kit_.run_until_idle();
    return static_cast<std::uint64_t>(balls) * static_cast<std::uint64_t>(hits + 1);
  }

 private:
  TestKit kit_;
  ActorRef one_;
  ActorRef two_;
};

}  // namespace kebne::test
