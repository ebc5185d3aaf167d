#include "kebne/actor/internal/dispatch/pool_executor.hpp"

#include "kebne/actor/detail/local.hpp"
#include "kebne/actor/internal/dispatch/worker.hpp"
#include "kebne/base/detail/platform.hpp"

#include <algorithm>
#include <bit>
#include <system_error>

namespace kebne::detail {

PoolExecutor::PoolExecutor(std::string threads, std::uint32_t workers)
    : threads_name_{std::move(threads)} {
  for (std::uint32_t i = 0; i < workers; ++i) {
    workers_.push_back(std::make_unique<Worker>(*this, i));
  }
}

PoolExecutor::~PoolExecutor() { shut_down(); }

void PoolExecutor::start() {
  if (KEBNE_LIKELY(is_started()) || stopping_.load()) return;
  const std::lock_guard guard{start_lock_};
  if (is_started() || stopping_.load()) return;
  threads_.reserve(workers_.size());
  for (auto& worker : workers_) {
    try {
      threads_.emplace_back([this, &worker] {
        name_thread(threads_name_.c_str());
        worker->main();
      });
    } catch (const std::system_error&) {
      if (threads_.empty()) throw;
      break;  // fewer threads do the same work
    }
  }
  started_.store(true, std::memory_order_release);
}

void PoolExecutor::schedule(Runnable& runnable) noexcept {
  injector_.push(runnable);
  if (KEBNE_UNLIKELY(!is_started())) {
    try {
      start();
    } catch (const std::system_error&) {
      // Not one thread to be had: the caller's does the work, so that nothing waits for ever.
      return run_leftovers();
    }
  }
  const Board now = board();
  if (now.sleeping() != 0 && now.searching() == 0) wake_one();
  // seq_cst on both sides: either shut_down's last look finds the runnable, or we see its mark.
  if (KEBNE_UNLIKELY(stopped_.load(std::memory_order_seq_cst))) run_leftovers();
}

bool PoolExecutor::anything_waits() const noexcept {
  return !injector_.empty() || std::any_of(workers_.begin(), workers_.end(),
                                           [](const auto& worker) { return worker->has_work(); });
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

void PoolExecutor::run_leftovers() noexcept {
  Local& l = local();
  ActorCell* const outer = l.current;
  for (;;) {
    Runnable* r = nullptr;
    {
      const std::lock_guard guard{injector_.lock};
      r = injector_.pop();
    }
    if (r == nullptr) break;
    while (r->run(r, l)) {
    }
  }
  l.current = outer;
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
  run_leftovers();
}

bool PoolExecutor::owns_this_thread() const noexcept {
  const Worker* worker = local().worker;
  return worker != nullptr && worker->belongs_to(this);
}

}  // namespace kebne::detail
