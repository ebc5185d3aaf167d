#pragma once

#include "kebne/actor.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <latch>
#include <stdexcept>
#include <string>
#include <utility>

namespace kebne::bench {

struct Ball {};
struct Go {};

class Wall final : public Actor {
 public:
  bool receive(Envelope& envelope) override {
    if (envelope.get_if<Ball>() == nullptr) return false;
    sender().tell(Ball{});
    return true;
  }
};

/// Keeps the budget for both forms of striker.
class Score {
 public:
  Score(ActorRef wall, std::int64_t budget, std::int64_t window, std::latch* done)
      : wall_{std::move(wall)}, budget_{budget}, window_{std::min(window, budget)}, done_{done} {}

  void serve() {
    for (out_ = 0; out_ < window_; ++out_) wall_.tell(Ball{});
  }

  void returned() {
    ++back_;
    if (out_ < budget_) {
      ++out_;
      wall_.tell(Ball{});
    } else if (back_ == budget_) {
      done_->count_down();
    }
  }

 private:
  ActorRef wall_;
  std::int64_t budget_;
  std::int64_t window_;
  std::latch* done_;
  std::int64_t out_ = 0;
  std::int64_t back_ = 0;
};

class RawStriker final : public Actor {
 public:
  explicit RawStriker(Score score) : score_{std::move(score)} {}

 private:
  bool receive(Envelope& envelope) override {
    if (envelope.get_if<Ball>() != nullptr) {
      score_.returned();
    } else if (envelope.get_if<Go>() != nullptr) {
      score_.serve();
    } else {
      return false;
    }
    return true;
  }

  Score score_;
};

class HandlerStriker final : public Actor {
 public:
  static void behavior(On<HandlerStriker>& on) {
    on.handle<&HandlerStriker::ball>();
    on.handle<&HandlerStriker::go>();
  }

  explicit HandlerStriker(Score score) : score_{std::move(score)} {}

 private:
  void ball(const Ball&) { score_.returned(); }
  void go(const Go&) { score_.serve(); }

  Score score_;
};

inline Props striker(const std::string& kind, Score score) {
  if (kind == "base") return props<RawStriker>(std::move(score));
  if (kind == "receive") return props<HandlerStriker>(std::move(score));
  throw std::invalid_argument{
      fmt::format("kind of striker: expected base or receive, got \"{}\"", kind)};
}

}  // namespace kebne::bench
