#pragma once

#include "kebne/actor/internal/dispatch/nursery.hpp"
#include "kebne/actor/internal/dispatch/pool_executor.hpp"
#include "kebne/base/detail/hints.hpp"

#include <atomic>
#include <cstdint>
#include <vector>

namespace kebne::detail {

struct Local;

/// One thread of a pool: a slot for what it woke last, a ring for the rest.
///
/// What a running actor wakes goes into the slot and runs next on the same core, while its message
/// is in the cache; at most three slots in a row. A used-up actor goes to the back of the ring.
/// Others steal from a ring of two or more; a lone runnable, or the slot, only when this worker has
/// made no progress for a while, so that a pair stays together and a blocked handler strands
/// nobody.
///
/// A used-up actor whose mail comes from another worker moves there now and then, if this one has
/// others to run: two who talk to each other end up together. It arrives by the inbox.
///
/// New actors wait in a nursery, which takes turns with the ring.
///
/// `put`, `put_new`, `push_back` and `requeue` are for its own thread.
class alignas(64) Worker {
 public:
  Worker(PoolExecutor& pool, std::uint32_t index);

  [[nodiscard]] bool belongs_to(const Executor* executor) const noexcept {
    return executor_ == executor;
  }

  /// Woken by what runs on this worker.
  KEBNE_ALWAYS_INLINE void put(Runnable* r) noexcept {
    Runnable* old = slot_.load(std::memory_order_relaxed);
    if (old != nullptr) {
      old = slot_.exchange(r, std::memory_order_acq_rel);
    } else {
      // release: a thief sees the cell. Only the owner puts, so an empty slot stays empty.
      slot_.store(r, std::memory_order_release);
    }
    if (old != nullptr) return push_back(old);
    const PoolExecutor::Board board = pool_.board();
    if (KEBNE_UNLIKELY(board.sleeping() != 0) && !board.watched()) pool_.wake_one();
  }

  KEBNE_ALWAYS_INLINE void push_back(Runnable* r) noexcept {
    const std::uint32_t bottom = bottom_.load(std::memory_order_relaxed);
    // acquire: a freed place has been read by its taker.
    if (KEBNE_UNLIKELY(bottom - top_.load(std::memory_order_acquire) >= capacity)) {
      return pool_.schedule(*r);
    }
    append(bottom, r);
    wake_a_thief();
  }

  /// A new actor that what runs on this worker has spawned.
  void put_new(Runnable* r) noexcept {
    if (!nursery_.push(r)) return push_back(r);
    wake_a_thief();
  }

  /// A used-up cell whose next message was sent by the thread with this pool id.
  KEBNE_ALWAYS_INLINE void requeue(Runnable* r, std::uint32_t mail_from) noexcept {
    if (KEBNE_UNLIKELY(mail_from != pool_id_) && ++strangers_ % move_every == 0 &&
        move_to_sender(r, mail_from)) {
      return;
    }
    push_back(r);
  }

  /// Moves all that waits here to the injector: before the library blocks this thread, or when the
  /// thread has ended.
  void give_away() noexcept;

  /// Whether anything waits for this worker, in its slot, ring, nursery or inbox.
  [[nodiscard]] bool has_work() const noexcept {
    // seq_cst: a worker that is about to sleep must not miss what was put before its sleeping bit.
    return inbox_.load(std::memory_order_seq_cst) != nullptr || waiting() != 0 ||
           slot_.load(std::memory_order_acquire) != nullptr;
  }

  /// What waits in its slot, ring and nursery.
  [[nodiscard]] std::size_t queued() const noexcept {
    return waiting() + (slot_.load(std::memory_order_relaxed) != nullptr ? 1u : 0u);
  }

  /// The thread: runs until the pool stops or retires.
  void main();

  /// Ends a sleep, now or the next.
  void wake() noexcept;

 private:
  static constexpr std::uint32_t capacity = 256;
  static constexpr std::uint32_t slot_streak = 3;
  static constexpr std::uint32_t injector_every = 61;  ///< picks between looks at the injector
  static constexpr std::uint32_t most_taken = 32;      ///< from the injector at once
  static constexpr std::uint64_t flush_every = 256;    ///< runs between flushes of deferred counts
  static constexpr std::uint32_t move_every = 64;      ///< used-up cells with mail from elsewhere
  /// A searching worker first waits this long for mail of its own.
  static constexpr std::uint64_t steal_after_ns = 3'000;
  static constexpr std::uint64_t stuck_after_ns = 50'000;
  static constexpr std::uint64_t search_ns = 60'000;
  /// Each search in vain halves the next one, so often at most: what comes once a millisecond is
  /// not worth a search. A sleep that ended so soon, most of it the waking, would have been.
  static constexpr std::uint32_t most_vain_searches = 4;
  static constexpr std::uint64_t short_sleep_ns = 4 * search_ns;
  static constexpr std::uint32_t nobodys_pool = ~std::uint32_t{0};
  static constexpr std::uint64_t linger_ns = 1'000'000;  ///< doubled three times
  /// Watch rounds without anybody running before the lingering one sleeps for good. A lone worker
  /// watches nobody: one round, before it gives memory back.
  static constexpr std::uint32_t linger_rounds = 6;
  [[nodiscard]] std::uint32_t quiet_rounds() const noexcept {
    return pool_.workers_.size() > 1 ? linger_rounds : 1;
  }

  /// What a thief remembers of a worker: since when it has made no progress.
  struct Watch {
    std::uint64_t runs = ~std::uint64_t{0};
    std::uint64_t since = 0;
  };
  struct Sleep;

  void append(std::uint32_t bottom, Runnable* r) noexcept {
    ring_[bottom % capacity].store(r, std::memory_order_relaxed);
    // release: a thief that sees the new bottom sees the entry, and the cell.
    bottom_.store(bottom + 1, std::memory_order_release);
  }
  KEBNE_ALWAYS_INLINE void wake_a_thief() noexcept {
    const PoolExecutor::Board board = pool_.board();
    if (KEBNE_LIKELY(board.sleeping() == 0)) return;
    if (waiting() >= 2 ? board.searching() == 0 : !board.watched()) pool_.wake_one();
  }
  /// What thieves may take at once, if it is two or more.
  [[nodiscard]] std::uint32_t waiting() const noexcept { return ring_size() + nursery_.size(); }
  [[nodiscard]] std::uint32_t ring_size() const noexcept {
    return bottom_.load(std::memory_order_acquire) - top_.load(std::memory_order_acquire);
  }

  bool move_to_sender(Runnable* r, std::uint32_t mail_from) noexcept;
  Runnable* take_inbox() noexcept;
  void push_back_all(Runnable* chain) noexcept;
  Runnable* next_local() noexcept;
  Runnable* from_slot() noexcept;
  Runnable* from_injector() noexcept;
  Runnable* pop_front(Worker& victim) noexcept;
  Runnable* search(Local& l);
  Runnable* quiesce(Local& l) noexcept;
  Runnable* spin() noexcept;
  Runnable* steal(std::uint64_t now, bool& anything_waits) noexcept;
  void fall_asleep(Sleep& sleep) noexcept;
  void sleep_for_good() noexcept;
  /// False: the pool has retired, and the thread is to end.
  bool rise(Sleep& sleep) noexcept;
  void hand_over_watch(const Sleep& sleep) noexcept;

  PoolExecutor& pool_;
  const Executor* const executor_;
  const std::uint32_t index_;
  std::uint32_t streak_ = 0;
  std::uint32_t picks_ = 0;
  bool new_first_ = false;
  std::uint32_t strangers_ = 0;
  std::uint32_t vain_searches_ = 0;
  std::uint32_t pool_id_ = 0;  ///< of the thread's envelope pool
  std::vector<Watch> watch_;
  alignas(64) std::atomic<std::uint32_t> top_{0};     // thieves and owner
  alignas(64) std::atomic<std::uint32_t> bottom_{0};  // owner
  std::atomic<std::uint64_t> runs_{0};                // owner; thieves watch it move
  std::atomic<Runnable*> slot_{nullptr};
  alignas(64) std::atomic<std::uint32_t> wake_{0};
  std::atomic<std::uint32_t> shown_pool_id_{nobodys_pool};  // pool_id_ for the others
  std::atomic<Runnable*> inbox_{nullptr};                   // newest first
  alignas(64) std::atomic<Runnable*> ring_[capacity];
  alignas(64) Nursery nursery_;
};

}  // namespace kebne::detail
