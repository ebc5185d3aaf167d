#pragma once

#include "kebne/base/detail/atomic.hpp"
#include "kebne/base/detail/hints.hpp"
#include "kebne/base/detail/node.hpp"

#include <cstdint>

namespace kebne::detail {

/// The mailbox: a stack of nodes with the state of its cell in the same word.
///
/// Many producers, one consumer. A producer's one compare-exchange publishes its node and answers
/// whether the cell was idle, suspended, closed or a promise. The consumer takes everything by one
/// exchange. Whoever set `Scheduled` owns the cell until it goes idle: producers that do hand the
/// cell to an executor. `Suspended`, `Closed` and the clearing of `System` belong to the owner.
///
/// The word of a bounded mailbox is made with `Bounded`, which sends all its senders the slow way,
/// where they take a place first. Its owner passes `Bounded` to the functions that would drop it,
/// and handles nothing in place.
///
/// Modelled in `mailbox_word.pml`: the names of the functions below are the names of its steps.
class MailboxWord {
 public:
  static constexpr std::uint64_t Scheduled = 1;  ///< a worker owns the cell, or it is queued to run
  static constexpr std::uint64_t Suspended = 2;  ///< mail does not schedule the cell
  static constexpr std::uint64_t Closed = 4;     ///< for ever
  static constexpr std::uint64_t System = 8;     ///< system mail was pushed since the last look
  static constexpr std::uint64_t Promise = 16;   ///< not a mailbox: the target of one reply
  static constexpr std::uint64_t Bounded = 32;   ///< until closed: take a place before a push
  static constexpr std::uint64_t Flags = 63;
  static constexpr std::uint64_t NotPlain = Suspended | Closed | Promise | Bounded;  ///< no `push`

  enum class Push : std::uint8_t {
    Queued,    ///< the owner will find it
    Schedule,  ///< queued, and the caller owns the cell now: it must schedule it
    Special,   ///< nothing happened: the word is suspended, closed, bounded or a promise
    Refused,   ///< closed: the caller keeps the node
    Won,       ///< the promise is the caller's to fulfil, and closed for all others
  };

  explicit MailboxWord(std::uint64_t initial) noexcept : word_{initial} {}

  /// The common case of a push.
  KEBNE_ALWAYS_INLINE Push push(Node* node) noexcept {
    std::uint64_t seen = word_.load(std::memory_order_relaxed);
    do {
      if (KEBNE_UNLIKELY((seen & NotPlain) != 0)) return Push::Special;
      node->next = chain(seen);
      // release: publishes the node. acquire: when we schedule, we take over from the last owner.
    } while (KEBNE_UNLIKELY(
        !word_.compare_exchange_weak(seen, of(node) | (seen & System) | Scheduled,
                                     std::memory_order_acq_rel, std::memory_order_relaxed)));
    return (seen & Scheduled) != 0 ? Push::Queued : Push::Schedule;
  }

  /// A push whatever the state; never answers `Special`.
  Push push_special(Node* node) noexcept {
    std::uint64_t seen = word_.load(std::memory_order_acquire);
    for (;;) {
      if ((seen & Closed) != 0) return Push::Refused;
      std::uint64_t wanted = seen | Closed;
      if ((seen & Promise) == 0) {
        node->next = chain(seen);
        wanted = of(node) | (seen & Flags) | ((seen & Suspended) == 0 ? Scheduled : 0);
      }
      // acq_rel: as in `push`; a promise's winner must see what its maker wrote.
      if (!word_.compare_exchange_weak(seen, wanted, std::memory_order_acq_rel,
                                       std::memory_order_acquire)) {
        continue;
      }
      if ((seen & Promise) != 0) return Push::Won;
      return (wanted & Scheduled) != 0 && (seen & Scheduled) == 0 ? Push::Schedule : Push::Queued;
    }
  }

  /// Whether a worker has the cell and takes what comes: a hint for `push_chain`.
  [[nodiscard]] bool is_busy() const noexcept {
    return (word_.load(std::memory_order_relaxed) & (NotPlain | Scheduled)) == Scheduled;
  }

  /// Pushes a chain whose links lead from `newest` to `oldest`, if somebody owns the cell and the
  /// common case applies. False: nothing happened, and `oldest` ends the chain.
  [[nodiscard]] bool push_chain(Node* newest, Node* oldest) noexcept {
    std::uint64_t seen = word_.load(std::memory_order_relaxed);
    do {
      if ((seen & (NotPlain | Scheduled)) != Scheduled) {
        oldest->next = nullptr;
        return false;
      }
      oldest->next = chain(seen);
      // release: publishes the nodes. Nothing to acquire: the owner stays the owner.
    } while (!word_.compare_exchange_weak(seen, of(newest) | (seen & System) | Scheduled,
                                          std::memory_order_release, std::memory_order_relaxed));
    return true;
  }

  /// Whether the word has the `Bounded` bit; a word that was closed has it no more.
  [[nodiscard]] bool is_bounded() const noexcept {
    return (word_.load(std::memory_order_relaxed) & Bounded) != 0;
  }

  /// Says that system mail waits. True: the caller owns the cell now and must schedule it.
  ///
  /// The bit makes the owner's `try_idle` fail, so the owner needs no look at the cell after it
  /// let go of it.
  [[nodiscard]] bool announce_system() noexcept {
    const std::uint64_t before = word_.fetch_or(Scheduled | System, std::memory_order_acq_rel);
    return (before & (Scheduled | Closed)) == 0;
  }

  /// Owner: the only node there is, left in its place; null when there is none, or more, or
  /// anything else to see to. It may be handled there: `try_idle_after` then saves taking it first.
  [[nodiscard]] KEBNE_ALWAYS_INLINE Node* peek_only() const noexcept {
    // acquire: the node.
    const std::uint64_t seen = word_.load(std::memory_order_acquire);
    if ((seen & Flags) != Scheduled) return nullptr;
    Node* node = chain(seen);
    return node != nullptr && node->next == nullptr ? node : nullptr;
  }

  /// Owner: lets go of the cell, and takes the node that `peek_only` gave, if nothing has come on
  /// top. After true the cell may be gone, the node is the caller's. After false the node is still
  /// there, the oldest of those that `take_all` gives.
  [[nodiscard]] KEBNE_ALWAYS_INLINE bool try_idle_after(Node* handled) noexcept {
    std::uint64_t seen = of(handled) | Scheduled;
    // release: hands the cell's plain fields to the next owner.
    return word_.compare_exchange_strong(seen, 0, std::memory_order_acq_rel,
                                         std::memory_order_relaxed);
  }

  /// Owner: takes all mail, newest first. Drops `System`: look at the system queue afterwards.
  /// `kept`: `Bounded`, for a word that has it.
  [[nodiscard]] Node* take_all(std::uint64_t kept = 0) noexcept {
    // acquire: the nodes. release: a later owner that sees this word sees our writes.
    return chain(word_.exchange(Scheduled | kept, std::memory_order_acq_rel));
  }

  /// Owner: whether anything waits that `take_all` would give.
  [[nodiscard]] bool has_mail() const noexcept {
    // relaxed: says that there is something, not what; `take_all` acquires it.
    return chain(word_.load(std::memory_order_relaxed)) != nullptr;
  }

  /// Owner: how much `take_all` would give.
  [[nodiscard]] std::size_t count() const noexcept {
    std::size_t n = 0;
    // acquire: the nodes.
    for (const Node* node = chain(word_.load(std::memory_order_acquire)); node != nullptr;
         node = node->next) {
      ++n;
    }
    return n;
  }

  /// Owner: lets go of the cell if nothing has come. After true the cell may be gone. `kept`: as in
  /// `take_all`.
  [[nodiscard]] KEBNE_ALWAYS_INLINE bool try_idle(std::uint64_t kept = 0) noexcept {
    std::uint64_t seen = word_.load(std::memory_order_relaxed);
    // release: hands the cell's plain fields to the next owner.
    return seen == (Scheduled | kept) &&
           word_.compare_exchange_strong(seen, kept, std::memory_order_acq_rel,
                                         std::memory_order_relaxed);
  }

  /// Owner of a cell that must handle system mail only: lets go and leaves the mail where it is.
  /// False when system mail has come. After true the cell may be gone.
  [[nodiscard]] bool try_suspend() noexcept {
    std::uint64_t seen = word_.load(std::memory_order_acquire);
    do {
      if ((seen & System) != 0) return false;
    } while (!word_.compare_exchange_weak(seen, (seen & (~Flags | Bounded)) | Suspended,
                                          std::memory_order_acq_rel, std::memory_order_acquire));
    return true;
  }

  /// Owner: about to look at the system queue.
  void clear_system() noexcept { word_.fetch_and(~System, std::memory_order_acq_rel); }

  /// Owner: no mail after this; what there was comes back, newest first.
  [[nodiscard]] Node* close() noexcept {
    // acq_rel: takes what was sent, and tells senders that see `Closed` that nobody will take more.
    return chain(word_.exchange(Closed, std::memory_order_acq_rel));
  }

  /// Closes a promise that nobody waits for. False when it is fulfilled already.
  bool abandon_promise() noexcept {
    return (word_.fetch_or(Closed, std::memory_order_acq_rel) & Closed) == 0;
  }

  [[nodiscard]] bool is_closed() const noexcept {
    return (word_.load(std::memory_order_acquire) & Closed) != 0;
  }

 private:
  static Node* chain(std::uint64_t word) noexcept { return reinterpret_cast<Node*>(word & ~Flags); }
  static std::uint64_t of(Node* node) noexcept { return reinterpret_cast<std::uint64_t>(node); }

  Atomic<std::uint64_t> word_;
};

/// System mail of a cell: a stack with an end mark. Goes with `MailboxWord::announce_system`.
class SystemQueue {
 public:
  /// False once closed: the caller keeps the node.
  [[nodiscard]] bool push(Node* node) noexcept {
    Node* top = top_.load(std::memory_order_acquire);
    do {
      if (top == closed_mark()) return false;
      node->next = top;
      // release: publishes the node.
    } while (!top_.compare_exchange_weak(top, node, std::memory_order_release,
                                         std::memory_order_acquire));
    return true;
  }

  /// Owner: a hint. The word's `System` bit brings certainty before the cell goes idle.
  [[nodiscard]] bool maybe_any() const noexcept {
    return top_.load(std::memory_order_relaxed) != nullptr;
  }

  /// Owner: everything, oldest first.
  [[nodiscard]] Node* take_all() noexcept {
    // acquire: the nodes, and what their senders did before.
    return reverse(top_.exchange(nullptr, std::memory_order_acq_rel));
  }

  /// Owner: the same, for the last time.
  [[nodiscard]] Node* close() noexcept {
    return reverse(top_.exchange(closed_mark(), std::memory_order_acq_rel));
  }

 private:
  // Never dereferenced; no node has this address.
  static Node* closed_mark() noexcept { return reinterpret_cast<Node*>(std::uintptr_t{4}); }

  Atomic<Node*> top_{nullptr};
};

}  // namespace kebne::detail
