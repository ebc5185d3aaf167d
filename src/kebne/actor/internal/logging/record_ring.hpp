#pragma once

#include "kebne/actor/logging/log_record.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace kebne::detail {

/// A bounded queue of log records: any number of producers, none of which ever waits, and one
/// consumer. Each place has a turn number that says whose it is (after Dmitry Vyukov).
class RecordRing {
 public:
  /// `size`: a power of two.
  explicit RecordRing(std::uint32_t size)
      : mask_{size - 1}, places_{std::make_unique<Place[]>(size)} {
    for (std::uint32_t i = 0; i < size; ++i) places_[i].turn.store(i, std::memory_order_relaxed);
  }

  /// False: it is full. Any thread.
  bool push(const LogEvent& event) noexcept {
    std::uint32_t at = tail_.load(std::memory_order_relaxed);
    for (;;) {
      Place& place = places_[at & mask_];
      // acquire: the consumer has taken out what was here.
      const auto ahead = static_cast<std::int32_t>(place.turn.load(std::memory_order_acquire) - at);
      if (ahead < 0) return false;
      if (ahead == 0 && tail_.compare_exchange_weak(at, at + 1, std::memory_order_relaxed)) {
        place.event.emplace(event);
        // release: the consumer sees the event.
        place.turn.store(at + 1, std::memory_order_release);
        return true;
      }
      if (ahead > 0) at = tail_.load(std::memory_order_relaxed);
    }
  }

  /// The oldest, if there is one. The consumer.
  [[nodiscard]] std::optional<LogEvent> pop() noexcept {
    Place& place = places_[head_ & mask_];
    if (place.turn.load(std::memory_order_acquire) != head_ + 1) return std::nullopt;
    std::optional<LogEvent> out{std::move(*place.event)};
    place.event.reset();
    place.turn.store(head_ + mask_ + 1, std::memory_order_release);
    ++head_;
    return out;
  }

 private:
  struct Place {
    std::atomic<std::uint32_t> turn;
    std::optional<LogEvent> event;
  };

  const std::uint32_t mask_;
  const std::unique_ptr<Place[]> places_;
  alignas(64) std::atomic<std::uint32_t> tail_{0};  // producers
  alignas(64) std::uint32_t head_ = 0;              // the consumer
};

}  // namespace kebne::detail
