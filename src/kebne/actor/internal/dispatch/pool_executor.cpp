#include "kebne/actor/internal/dispatch/pool_executor.hpp"

#include "kebne/actor/detail/local.hpp"
#include "kebne/actor/internal/dispatch/leftovers.hpp"
#include "kebne/actor/internal/dispatch/worker.hpp"
#include "kebne/base/assert.hpp"
#include "kebne/base/detail/platform.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace kebne::detail {
namespace {

constexpr std::int64_t least_timeout_ns = 1'000'000;

std::int64_t retire_after(const DedicatedThreadPoolSettings& settings) noexcept {
  if (!settings.shutdown_timeout) return -1;
  return std::max<std::int64_t>(settings.shutdown_timeout->count(), least_timeout_ns);
}

/// Threads that have run their last, waited for at the end of the scope.
struct Leaving {
  std::vector<std::thread> threads;

  ~Leaving() {
    for (std::thread& thread : threads) {
      // Objects of the thread's own may schedule when it ends.
      if (thread.get_id() == std::this_thread::get_id()) {
        thread.detach();
      } else {
        thread.join();
      }
    }
  }
};

}  // namespace

PoolExecutor::PoolExecutor(DedicatedThreadPoolSettings settings)
    : settings_{std::move(settings)}, retire_after_ns_{retire_after(settings_)} {
  KEBNE_ASSERT(settings_.threads >= 1 && settings_.threads <= max_workers);
  for (std::uint32_t i = 0; i < settings_.threads; ++i) {
    workers_.push_back(std::make_unique<Worker>(*this, i));
  }
}

PoolExecutor::~PoolExecutor() { shut_down(); }

void PoolExecutor::start() {
  if (KEBNE_LIKELY(is_started()) || stopping_.load()) return;
  Leaving retired;  // waited for without the lock: at its end one may want to start threads too
  const std::lock_guard guard{start_lock_};
  if (is_started() || stopping_.load()) return;
  if (board().retired()) {
    // They run nothing any more, and touch the workers only until they have left `main`.
    // acquire: their last writes.
    while (in_main_.load(std::memory_order_acquire) != 0) yield_thread();
    retired.threads.swap(threads_);
    active_.store(0, std::memory_order_relaxed);
    board_.store(0, std::memory_order_relaxed);  // the new threads see it
  }
  start_threads();
}

void PoolExecutor::start_threads() {
  threads_.reserve(workers_.size());
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    try {
      threads_.push_back(settings_.start_thread([this, i] {
        if (const auto& affinity = settings_.affinity; !affinity.empty()) {
          pin_thread(affinity[i % affinity.size()]);
        }
        name_thread(settings_.name.c_str());
        workers_[i]->main();
      }));
    } catch (...) {
      if (threads_.empty()) throw;
      break;  // fewer threads do the same work
    }
  }
  started_.store(true, std::memory_order_release);
}

void PoolExecutor::attach() noexcept {
  if (may_retire()) inhabitants_.fetch_add(1, std::memory_order_seq_cst);
}

void PoolExecutor::detach() noexcept {
  if (!may_retire()) return;
  // seq_cst: who falls asleep for good sets its bit before it looks at the count, so either it sees
  // that nobody is left, or we see the bit; the one that is woken sleeps with a timeout.
  if (inhabitants_.fetch_sub(1, std::memory_order_seq_cst) == 1) wake_one();
}

void PoolExecutor::schedule(Runnable& runnable) noexcept {
  injector_.push(runnable);
  if (KEBNE_UNLIKELY(!is_started())) {
    try {
      start();
    } catch (...) {
      // Not one thread to be had: the caller's does the work, so that nothing waits for ever.
      return run_leftovers(injector_);
    }
  }
  const Board now = board();
  if (now.sleeping() != 0 && now.searching() == 0) wake_one();
  // seq_cst on both sides: either shut_down's last look finds the runnable, or we see its mark.
  if (KEBNE_UNLIKELY(stopped_.load(std::memory_order_seq_cst))) run_leftovers(injector_);
}

bool PoolExecutor::anything_waits() const noexcept {
  return !injector_.empty() || std::any_of(workers_.begin(), workers_.end(),
                                           [](const auto& worker) { return worker->has_work(); });
}

std::optional<std::size_t> PoolExecutor::queued() const noexcept {
  std::size_t n = injector_.count(counted_from_outside);
  for (const auto& worker : workers_) n += worker->queued();
  return n;
}

void PoolExecutor::wake_one() noexcept {
  std::uint64_t seen = board_.load(std::memory_order_seq_cst);
  while (Board{seen}.sleeping() != 0) {
    const int index = std::countr_zero(Board{seen}.sleeping());
    if (board_.compare_exchange_weak(seen, seen & ~(std::uint64_t{1} << index),
                                     std::memory_order_seq_cst)) {
      return workers_[static_cast<std::size_t>(index)]->wake();
    }
  }
}

/// Called by a worker that has slept for the whole timeout. All threads leave, if all sleep for
/// good and there is neither work nor anybody who will bring some.
///
/// Nothing is lost. From outside: who schedules pushes and then looks at `started_`; here it is the
/// other way round, so either the runnable is seen, or whoever brought it comes to `start`, waits
/// for the lock, and starts new threads. From inside: only a worker that is awake can make work,
/// and from the closing mark on none can rise before it is decided, so what lies in their queues
/// stands still while it is looked at.
void PoolExecutor::try_retire() noexcept {
  const std::unique_lock guard{start_lock_, std::try_to_lock};
  if (!guard || stopping_.load() || is_inhabited()) return;
  std::uint64_t asleep = (std::uint64_t{1} << threads_.size()) - 1;
  // Whoever is awake tries when it has slept. Or another one was first, and the pool has retired.
  if (board().word != asleep) return;
  started_.store(false, std::memory_order_seq_cst);
  if (board_.compare_exchange_strong(asleep, asleep | Board::closing_mark,
                                     std::memory_order_seq_cst)) {
    if (!anything_waits()) {
      board_.store(Board::retired_mark, std::memory_order_seq_cst);
      for (auto& worker : workers_) worker->wake();
      return;
    }
    board_.fetch_and(~Board::closing_mark, std::memory_order_seq_cst);
  }
  started_.store(true, std::memory_order_seq_cst);
}

void PoolExecutor::shut_down() noexcept {
  std::vector<std::thread> threads;
  {
    const std::lock_guard guard{start_lock_};
    stopping_.store(true, std::memory_order_seq_cst);
    threads.swap(threads_);
  }
  // Without the lock: what still runs may schedule, which may want to start threads.
  for (auto& worker : workers_) worker->wake();
  for (std::thread& thread : threads) thread.join();
  // One may have moved work to one that had ended.
  for (auto& worker : workers_) worker->give_away();
  stopped_.store(true, std::memory_order_seq_cst);
  run_leftovers(injector_);
}

bool PoolExecutor::owns_this_thread() const noexcept {
  const Worker* worker = local().worker;
  return worker != nullptr && worker->belongs_to(this);
}

}  // namespace kebne::detail
