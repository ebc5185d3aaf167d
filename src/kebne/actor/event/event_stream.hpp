#pragma once

#include "kebne/actor/actor_ref.hpp"
#include "kebne/actor/detail/reading.hpp"
#include "kebne/actor/event/bases.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace kebne {

namespace detail {

/// A subscriber that is called on the publishing thread, inside `publish`. It may subscribe,
/// unsubscribe and publish; it must not block, nor throw.
struct InPlaceSubscriber {
  void (*call)(InPlaceSubscriber& self, std::uint32_t type, const void* event) noexcept;
};

/// Who hears of one published type. Immutable.
struct Listeners {
  std::vector<InPlaceSubscriber*> in_place;
  std::vector<RefCell*> actors;  ///< counted

  [[nodiscard]] bool empty() const noexcept { return in_place.empty() && actors.empty(); }
};

/// Told of actors that begin and end to be subscribers, outside of the stream's lock.
struct SubscriptionHook {
  virtual ~SubscriptionHook() = default;
  virtual void on_subscribe(RefCell* actor, std::uint32_t channel) = 0;
  virtual void on_unsubscribe(RefCell* actor, std::uint32_t channel) = 0;
  virtual void on_unsubscribe_all(RefCell* actor) = 0;
};

class Subscriptions;

/// Tells a copy of the event to each, on behalf of the running actor.
template <class M>
KEBNE_NOINLINE void tell_listeners(Local& l, const std::vector<RefCell*>& actors, const M& event) {
  if constexpr (fits_inline<M>) {
    for (RefCell* actor : actors) {
      send_envelope(l, actor, make_envelope<M>(l, event));
    }
  } else {
    if (actors.size() == 1) return send<M>(actors.front(), event);
    std::vector<ActorRef> targets;
    targets.reserve(actors.size());
    for (RefCell* actor : actors) targets.push_back(ActorRef::share(actor));
    tell_all(targets, event);
  }
}

}  // namespace detail

/// Brings what is published to those who have subscribed to its type, or to one of the `Bases` that
/// the type declares, or to `AnyMessage`; to each once, and as what was published.
///
/// Any thread. `publish` takes no lock, and costs a few nanoseconds where nobody has subscribed.
/// Subscribing costs more: it makes the lists of who hears of what anew. Who publishes after a
/// subscription has returned reaches the subscriber.
class EventStream {
 public:
  EventStream();
  explicit EventStream(detail::SubscriptionHook* hook);
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;
  ~EventStream();

  /// True: it is new. False: it was there already, or the system has ended. A system's own stream
  /// forgets an actor when it stops. Throws `std::invalid_argument` for an empty reference.
  template <class T>
  bool subscribe(const ActorRef& subscriber) {
    return subscribe_cell(subscriber.cell(), detail::channel_id<T>());
  }

  /// Takes back the subscription to exactly `T`. False: there was none.
  template <class T>
  bool unsubscribe(const ActorRef& subscriber) {
    return unsubscribe_cell(subscriber.cell(), detail::channel_id<T>());
  }

  /// Takes back all subscriptions of an actor. False: there were none.
  bool unsubscribe(const ActorRef& subscriber);

  template <class T>
  requires Message<std::decay_t<T>>
  void publish(const T& event) const {
    using M = std::decay_t<T>;
    static_assert(std::is_copy_constructible_v<M>,
                  "each subscriber gets a copy: an event of this type cannot be copied");
    detail::Local& l = detail::local();
    const detail::Reading reading{l};
    const detail::Listeners& to = listeners(detail::message_id<M>());
    for (detail::InPlaceSubscriber* subscriber : to.in_place) {
      subscriber->call(*subscriber, detail::message_id<M>(), &event);
    }
    if (!to.actors.empty()) detail::tell_listeners<M>(l, to.actors, event);
  }

  /// Whether anybody would hear of an `M` now.
  template <class M>
  [[nodiscard]] bool has_listeners() const {
    const detail::Reading reading{detail::local()};
    return !listeners(detail::message_id<M>()).empty();
  }

  // From here on: for the library.

  /// During a `Reading`.
  [[nodiscard]] KEBNE_ALWAYS_INLINE const detail::Listeners& listeners(std::uint32_t type) const {
    // seq_cst, a plain load on most machines: pairs with the exchange by which it is replaced.
    const Chunk* chunk = chunks_[type / chunk_size].load(std::memory_order_seq_cst);
    if (KEBNE_LIKELY(chunk != nullptr)) {
      const detail::Listeners* found = chunk->at[type % chunk_size].load(std::memory_order_seq_cst);
      if (KEBNE_LIKELY(found != nullptr)) return *found;
    }
    return first_listeners(type);
  }
  bool subscribe_cell(detail::RefCell* actor, std::uint32_t channel);
  bool unsubscribe_cell(detail::RefCell* actor, std::uint32_t channel);
  bool subscribe_in_place(detail::InPlaceSubscriber& subscriber, std::uint32_t channel);
  /// It may still be called by a thread that is publishing meanwhile.
  bool unsubscribe_in_place(detail::InPlaceSubscriber& subscriber, std::uint32_t channel);
  /// Forgets everybody and takes nobody any more; waits for those who publish on other threads.
  void close() noexcept;

 private:
  friend class detail::Subscriptions;
  static constexpr std::uint32_t chunk_size = 1024;
  static constexpr std::uint32_t chunk_count = 64;
  struct Chunk {
    std::atomic<const detail::Listeners*> at[chunk_size];
  };

  [[nodiscard]] KEBNE_NOINLINE const detail::Listeners& first_listeners(std::uint32_t type) const;

  mutable std::atomic<Chunk*> chunks_[chunk_count] = {};
  std::unique_ptr<detail::Subscriptions> all_;
};

}  // namespace kebne
