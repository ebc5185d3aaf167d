#pragma once

#include "kebne/actor/detail/actor_cell.hpp"
#include "kebne/actor/detail/coalescer.hpp"
#include "kebne/actor/detail/counts.hpp"
#include "kebne/actor/detail/ref_cell.hpp"
#include "kebne/actor/detail/task_pages.hpp"
#include "kebne/actor/envelope.hpp"
#include "kebne/base/detail/hints.hpp"
#include "kebne/base/detail/node_pool.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace kebne::detail {

class Worker;

/// References that came back with freed envelopes, to be subtracted in bulk. One thread's own.
class Deferred {
 public:
  KEBNE_ALWAYS_INLINE void put(Local& l, RefCell* cell) noexcept {
    Entry& e = entry(cell);
    if (KEBNE_LIKELY(e.cell == cell)) {
      ++e.count;
    } else {
      replace(l, e, cell);
    }
  }
  /// The same, if that displaces nobody: never destroys a cell, so never recurses.
  bool put_if_room(RefCell* cell) noexcept {
    Entry& e = entry(cell);
    if (e.cell != cell && e.cell != nullptr) return false;
    e.cell = cell;
    ++e.count;
    return true;
  }
  /// A prepaid reference to `cell`, if one lies here.
  bool take(RefCell* cell) noexcept {
    Entry& e = entry(cell);
    if (e.cell != cell || e.count == 0) return false;
    --e.count;
    return true;
  }
  void flush(Local& l) noexcept;

 private:
  static constexpr std::uint32_t slots = 16;
  struct Entry {
    RefCell* cell = nullptr;
    std::int64_t count = 0;
  };
  Entry& entry(RefCell* cell) noexcept {
    return entries_[(reinterpret_cast<std::uintptr_t>(cell) >> 6) % slots];
  }
  void replace(Local& l, Entry& e, RefCell* cell) noexcept;

  Entry entries_[slots];
};

/// Everything a thread owns. Workers and outside threads have one; it outlives its thread and the
/// next new thread adopts it.
struct Local {
  Worker* worker = nullptr;
  ActorCell* current = nullptr;        ///< the cell that runs on this thread now
  bool defers = false;                 ///< this thread has points at which it flushes `deferred`
  bool may_wait = true;                ///< for a place in a mailbox: others do not depend on it
  ActorCell* constructing = nullptr;   ///< whose actor object is being built
  Counts counts;                       ///< for the system of whose actors it ran one last
  SystemCounts* counts_for = nullptr;  ///< that system's, counted; null: for nobody
  std::uint32_t mail_from = 0;  ///< pool id of whoever sent the next message of a used-up cell
  NodePool envelopes;
  NodePool cells;
  NodePool page_pool;
  TaskPages tasks{page_pool};
  Deferred deferred;
  Coalescer coalescer;
  std::uint64_t uid_system = 0;  ///< whose block of uids the next two are
  std::uint32_t uid_next = 0;
  std::uint32_t uid_end = 0;
  /// Odd while this thread reads what an `EventStream` may replace; see `Reading`.
  std::atomic<std::uint64_t> reads{0};
  // Statistics: written by the owner, summed by anyone.
  std::atomic<std::int64_t> cells_made{0};
  std::atomic<std::int64_t> cells_freed{0};

  explicit Local(std::uint16_t id);

  /// A small number that no other living thread has, from 1.
  [[nodiscard]] std::uint32_t number() const noexcept { return envelopes.id() + 1u; }

  static void bump(std::atomic<std::int64_t>& counter) noexcept {
    counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  /// What is counted from now on is for this system; null: for nobody.
  void count_for(SystemCounts* system) noexcept;
  /// Before the thread sleeps or ends: nothing of others stays here, nor too much memory. All three
  /// of the following.
  void quiesce() noexcept;
  /// Gives back what belongs to others.
  void settle() noexcept;
  /// Gives back the memory that this thread has too much of.
  void trim() noexcept;
  /// Gives back the memory of other owners who do not look after it.
  void trim_others() noexcept;
};

extern constinit thread_local Local* local_ptr;
Local& make_local();
KEBNE_ALWAYS_INLINE Local& local() {
  return KEBNE_LIKELY(local_ptr != nullptr) ? *local_ptr : make_local();
}

/// Threads that are in the middle of a `Reading`, with the values of their `reads`.
[[nodiscard]] std::vector<std::pair<const Local*, std::uint64_t>> readers_now();

/// Cells of all threads that exist now. Exact when nobody makes or frees one meanwhile.
[[nodiscard]] std::int64_t live_cells() noexcept;

void destroy_cell(Local& l, RefCell* cell) noexcept;

inline void add_ref(RefCell* cell) noexcept {
  // relaxed: the caller holds a reference already.
  cell->refs.fetch_add(1, std::memory_order_relaxed);
}
inline void release_refs(Local& l, RefCell* cell, std::int64_t n) noexcept {
  // acq_rel: whoever brings the count to zero must see all that other holders did to the cell.
  if (cell->refs.fetch_sub(n, std::memory_order_acq_rel) == n) destroy_cell(l, cell);
}

/// A reference for an envelope or a short guard: from the running cell's credits, the deferred
/// table, or the count. The caller holds one already.
inline void acquire_unit(Local& l, RefCell* cell) noexcept {
  if (cell == l.current && l.current->credits > 0) {
    --l.current->credits;
  } else if (!l.defers || !l.deferred.take(cell)) {
    add_ref(cell);
  }
}
KEBNE_ALWAYS_INLINE void release_unit(Local& l, RefCell* cell) noexcept {
  if (KEBNE_LIKELY(l.defers)) {
    l.deferred.put(l, cell);
  } else {
    release_refs(l, cell, 1);
  }
}

}  // namespace kebne::detail
