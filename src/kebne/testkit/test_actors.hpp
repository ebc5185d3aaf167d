#pragma once

#include "kebne/actor/actor.hpp"

#include <utility>

namespace kebne {

/// Takes every message and does nothing.
class BlackHoleActor final : public Actor {
 public:
  bool receive(Envelope&) override { return true; }
};

/// Sends every message back to whoever sent it. One without sender becomes a dead letter.
class EchoActor final : public Actor {
 public:
  bool receive(Envelope&) override {
    forward(sender());
    return true;
  }
};

/// Sends every message on; its sender stays who it was.
class ForwardActor final : public Actor {
 public:
  explicit ForwardActor(ActorRef to) noexcept : to_{std::move(to)} {}
  bool receive(Envelope&) override {
    forward(to_);
    return true;
  }

 private:
  ActorRef to_;
};

}  // namespace kebne
