#pragma once

#include "kebne/actor/internal/scheduler/cancel_state.hpp"
#include "kebne/base/intrusive_ptr.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

namespace kebne::detail {

struct ActorCell;
struct Local;

/// The receive timeout of one actor. The actor's own.
///
/// A message costs a look at the clock and moves no timer that is still to come: the timer tells
/// the actor that it is due, and if there has been a message since, the actor sets it anew for what
/// is left. When the mailbox has no place for that, the timer tries again after the same time.
class ReceiveTimer {
 public:
  using Time = std::chrono::nanoseconds;

  /// Throws as `TimerService::start`; then all is as before.
  void set(ActorCell& cell, Time timeout);
  void cancel() noexcept;

  [[nodiscard]] std::optional<Time> timeout() const noexcept { return timeout_; }

  /// The timer has told what carries this number. True: nothing has come since for long enough.
  [[nodiscard]] bool accept(ActorCell& cell, std::uint64_t number) noexcept;

  /// A message has been handled that counts.
  void restart(ActorCell& cell) noexcept;

 private:
  [[nodiscard]] IntrusivePtr<CancelState> arm(ActorCell& cell, Time timeout, Time due);
  void arm_again(ActorCell& cell, Time due) noexcept;

  std::optional<Time> timeout_;
  Time last_{0};                     ///< when the last message that counts had been handled
  IntrusivePtr<CancelState> timer_;  ///< null: not armed
  Time due_{0};                      ///< when it tells, or tries to
  std::uint32_t number_ = 0;         ///< of 32 bits: `ActorTimers` gives the greater ones
};

}  // namespace kebne::detail
