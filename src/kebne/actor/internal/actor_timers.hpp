#pragma once

#include "kebne/actor/detail/timetable.hpp"
#include "kebne/actor/internal/scheduler/cancel_state.hpp"
#include "kebne/actor/internal/scheduler/timer.hpp"
#include "kebne/base/intrusive_ptr.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace kebne::detail {

struct ActorCell;

/// The timers of one actor, by name. The actor's own.
///
/// What a timer tells carries a number that no other start of a timer has, so that a message that
/// was under way when its timer was cancelled or replaced is known when it comes. Those of less
/// than 33 bits are the receive timeout's.
class ActorTimers {
 public:
  ActorTimers() = default;
  ActorTimers(const ActorTimers&) = delete;
  ActorTimers& operator=(const ActorTimers&) = delete;
  ~ActorTimers() { cancel_all(); }

  /// Throws `std::invalid_argument`, and as `TimerService::start`; then all is as before.
  void start(ActorCell& cell, std::string_view key, const Timetable& when, EnvelopePtr message);
  void cancel(std::string_view key) noexcept;
  void cancel_all() noexcept;
  [[nodiscard]] bool is_active(std::string_view key) const noexcept {
    return index_.find(key, slots_) != KeyIndex::nowhere;
  }

  /// Whether a message with this number is of such a timer.
  [[nodiscard]] static bool gives(std::uint64_t number) noexcept {
    return number >> slot_bits != 0;
  }

  /// Whether the message with this number is still wanted. One that comes once is over then.
  [[nodiscard]] bool accept(std::uint64_t number) noexcept;

 private:
  static constexpr std::uint32_t slot_bits = 32;

  struct Slot {
    std::string key;
    IntrusivePtr<CancelState> timer;  ///< null: free
    std::uint32_t generation = 0;
    bool repeats = false;
  };
  /// Where keys are found: a table with open addresses, which holds a part of the hash beside the
  /// number of the slot, so that a look goes to one slot only.
  class KeyIndex {
   public:
    static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

    /// The number of the slot with this key, or `nowhere`.
    [[nodiscard]] std::uint32_t find(std::string_view key,
                                     const std::deque<Slot>& slots) const noexcept;
    /// A key that is not in here.
    void insert(std::string_view key, std::uint32_t slot);
    /// One that is.
    void erase(std::string_view key, std::uint32_t slot) noexcept;
    void clear() noexcept;

   private:
    struct Place {
      std::uint32_t hash = 0;
      std::uint32_t slot = nowhere;
    };
    void put(Place added) noexcept;
    [[nodiscard]] std::size_t next(std::size_t at) const noexcept {
      return (at + 1) & (table_.size() - 1);
    }

    std::vector<Place> table_;  ///< empty, or a power of two, at most half full
    std::size_t used_ = 0;
  };

  [[nodiscard]] std::uint32_t add(std::string_view key);
  void end(std::uint32_t at) noexcept;

  std::deque<Slot> slots_;
  std::vector<std::uint32_t> free_;
  KeyIndex index_;
};

/// When an actor stops or restarts.
void cancel_timers(ActorCell& cell) noexcept;

}  // namespace kebne::detail
