#pragma once

#include "kebne/base/detail/node.hpp"

#include <cstdint>

namespace kebne::detail {

struct ActorCell;
struct Local;
struct RefCell;

/// Messages of the running actor to one busy target, still unsent: they will be published together,
/// by one access to the target's mailbox. One thread's own.
///
/// Only actors of a dispatcher with `coalesce-sends` have one. Their credits lie here while they
/// run, so that each of their sends takes the slow way, and nobody else's does.
///
/// The chain is published when the target changes, when it is full, when the actor gives up its
/// thread, and before the library blocks the thread. A handler that blocks elsewhere keeps it.
struct Coalescer {
  static constexpr std::uint32_t most = 256;

  ActorCell* owner = nullptr;  ///< whose sends are collected
  RefCell* target = nullptr;   ///< counted; null: nothing waits
  Node* newest = nullptr;
  Node* oldest = nullptr;
  std::uint32_t length = 0;
  std::uint32_t credits = 0;  ///< the owner's

  void publish(Local& l) noexcept;
};

/// Collects the sends of an actor, from `start` until `stop` or the end of the scope. They nest: a
/// handler may drive an executor that runs others.
class Coalescing {
 public:
  Coalescing(Local& l, ActorCell& cell) noexcept : l_{l}, cell_{cell} {}
  Coalescing(const Coalescing&) = delete;
  Coalescing& operator=(const Coalescing&) = delete;
  ~Coalescing() { stop(); }

  void start() noexcept {
    if (!collects_) begin();
  }
  void stop() noexcept {
    if (collects_) end();
  }

 private:
  void begin() noexcept;
  void end() noexcept;

  Local& l_;
  ActorCell& cell_;
  ActorCell* outer_ = nullptr;
  std::uint32_t outer_credits_ = 0;
  bool collects_ = false;
};

}  // namespace kebne::detail
