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
#include <unordered_map>
#include <vector>

namespace kebne::detail {

struct ActorCell;

/// The timers of one actor, by name. The actor's own.
///
/// What a timer tells carries a number that no other start of a timer has, so that a message that
/// was under way when its timer was cancelled or replaced is known when it comes.
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
    return index_.find(key) != index_.end();
  }

  /// Whether the message with this number is still wanted. One that comes once is over then.
  [[nodiscard]] bool accept(std::uint64_t number) noexcept;

 private:
  struct Slot {
    std::string key;
    IntrusivePtr<CancelState> timer;  ///< null: free
    std::uint32_t generation = 0;
    bool repeats = false;
  };
  static constexpr std::uint32_t slot_bits = 32;

  [[nodiscard]] std::uint32_t add(std::string_view key);
  void end(std::uint32_t at) noexcept;

  std::deque<Slot> slots_;  // they do not move: `index_` has views into them
  std::vector<std::uint32_t> free_;
  std::unordered_map<std::string_view, std::uint32_t> index_;
};

/// When an actor stops or restarts.
void cancel_timers(ActorCell& cell) noexcept;

}  // namespace kebne::detail
