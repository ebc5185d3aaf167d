#pragma once

#include "kebne/actor/internal/mailbox/places.hpp"
#include "kebne/actor/mailbox/message_queue.hpp"
#include "kebne/base/detail/mailbox_word.hpp"
#include "kebne/base/executor.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace kebne::detail {

struct ActorCell;
struct Local;

/// What a cell has beside its mailbox word when it is bounded, or not first in, first out. In the
/// cell's `extras` before any sender knows the cell, and to its end.
struct Mailbox {
  /// `capacity` 0: no bound.
  Mailbox(std::unique_ptr<MessageQueue> order, std::uint32_t capacity, Timeout wait);

  const std::unique_ptr<MessageQueue> queue;  ///< the owner's; null: first in, first out
  const Timeout push_timeout;                 ///< how long a sender waits for a place
  std::optional<Places> places;               ///< none: no bound
  Executor* executor = nullptr;               ///< where room is made; lives as long as the system

  /// Owner: a message has left the mailbox.
  void release_one() noexcept {
    if (places) places->release_one();
  }

  /// What the owner keeps in the word for good.
  [[nodiscard]] std::uint64_t word_bits() const noexcept {
    return places ? MailboxWord::Bounded : 0;
  }

  // The owner's, of a mailbox with a queue.

  /// Moves what has come into the queue, oldest first. What the queue refuses becomes a dead
  /// letter.
  void take_in(Local& l, ActorCell& cell, Node* oldest) noexcept;
  [[nodiscard]] bool is_queue_empty() const noexcept { return queued_ == 0; }
  [[nodiscard]] std::uint32_t queued() const noexcept { return queued_; }
  /// The next one; null only when the queue has lost what it took.
  [[nodiscard]] Envelope* take_next() noexcept;

 private:
  std::uint32_t queued_ = 0;
};

/// Takes a place for `e`, which is about to be pushed to a bounded cell; waits for one as long as
/// the mailbox says. False: there is none. An actor never waits for a place in its own mailbox, nor
/// does the thread of the timers, nor one on which everything runs: that runs what is ready, and
/// gives up when nothing is.
[[nodiscard]] bool take_place(Local& l, ActorCell& cell, const Envelope& e);

}  // namespace kebne::detail
