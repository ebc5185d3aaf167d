#pragma once

#include "kebne/actor/event/event_stream.hpp"

#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kebne::detail {

/// The side of an event stream that changes: who stands under which channel, which types have been
/// published, and what readers may still look at. One lock; nothing is freed under it.
class Subscriptions {
 public:
  struct Subscriber {
    RefCell* actor;  ///< counted once for each channel; null for one in place
    InPlaceSubscriber* in_place;
    friend bool operator==(const Subscriber&, const Subscriber&) noexcept = default;
  };

  Subscriptions(EventStream& stream, SubscriptionHook* hook);
  ~Subscriptions();

  bool add(Subscriber subscriber, std::uint32_t channel);
  bool remove(Subscriber subscriber, std::uint32_t channel);
  bool remove_all(RefCell* actor);
  /// The list of a type that is published for the first time.
  const Listeners& list_of(std::uint32_t type);
  void close() noexcept;

 private:
  struct Published {
    std::uint32_t type;
    std::vector<std::uint32_t> channels;  ///< itself, its bases, `AnyMessage`
  };
  /// A list that was replaced, and the threads that may still read it.
  struct Retired {
    const Listeners* list;
    std::vector<std::pair<const Local*, std::uint64_t>> readers;
  };

  void rebuild_where(std::uint32_t channel);
  void rebuild(const Published& published);
  void put(std::uint32_t type, const Listeners* list);
  [[nodiscard]] std::vector<const Listeners*> take_unread();
  static void free_all(const std::vector<const Listeners*>& lists) noexcept;

  EventStream& stream_;
  SubscriptionHook* const hook_;
  std::mutex lock_;
  bool closed_ = false;
  std::unordered_map<std::uint32_t, std::vector<Subscriber>> by_channel_;
  std::vector<Published> published_;
  std::vector<const Listeners*> replaced_;  ///< since the last fence
  std::vector<Retired> retired_;
};

}  // namespace kebne::detail
