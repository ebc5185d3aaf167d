#pragma once

#include "kebne/actor/event/event_stream.hpp"

#include <mutex>

namespace kebne::detail {

struct SystemCore;

/// Ends the subscriptions of actors that stop: an actor `/system/eventStreamUnsubscriber`, made
/// when the first actor subscribes, watches them all. Also says on the log who subscribes to what,
/// where `debug.event_stream` asks for it.
class Unsubscriber final : public SubscriptionHook {
 public:
  explicit Unsubscriber(SystemCore& core) noexcept : core_{core} {}

  void on_subscribe(RefCell* actor, std::uint32_t channel) override;
  void on_unsubscribe(RefCell* actor, std::uint32_t channel) override;
  void on_unsubscribe_all(RefCell* actor) override;

  /// Forgets the actor, with the tree.
  void close() noexcept;

 private:
  SystemCore& core_;
  std::mutex lock_;
  ActorRef watcher_;
  bool closed_ = false;
};

}  // namespace kebne::detail
