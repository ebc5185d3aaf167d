#include "kebne/actor/internal/dispatch/pinned_executor.hpp"

#include "kebne/actor/detail/local.hpp"
#include "kebne/actor/internal/dispatch/leftovers.hpp"
#include "kebne/base/assert.hpp"
#include "kebne/base/detail/platform.hpp"

#include <utility>
#include <vector>

namespace kebne::detail {
namespace {

constexpr std::uint64_t flush_every = 256;  ///< runs between flushes of deferred counts
constexpr std::uint64_t spin_ns = 20'000;   ///< before a sleep

/// Whose thread the calling one is.
constinit thread_local const PinnedExecutor* mine = nullptr;
constinit thread_local const PinnedThreads* my_threads = nullptr;

}  // namespace

void PinnedExecutor::start() {
  if (started_.load(std::memory_order_acquire) || stopping_.load()) return;
  const std::lock_guard guard{start_lock_};
  if (started_.load(std::memory_order_relaxed) || stopping_.load()) return;
  hold();  // the thread's
  try {
    thread_ = threads_.starter_([this] { main(); });
  } catch (...) {
    let_go();
    throw;
  }
  started_.store(true, std::memory_order_release);
}

void PinnedExecutor::attach() noexcept {
  KEBNE_ASSERT(!abandoned_.load());
  inhabitants_.fetch_add(1, std::memory_order_relaxed);
}

void PinnedExecutor::detach() noexcept {
  // acq_rel: the last one sees what the others did.
  if (inhabitants_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  // seq_cst: the thread sees it before it sleeps, or we see it asleep.
  abandoned_.store(true, std::memory_order_seq_cst);
  wake();
  let_go();
}

void PinnedExecutor::schedule(Runnable& runnable) noexcept {
  if (mine == this) return queue_.push(runnable);
  // Once it is queued, the actor may run, end and detach: this call is a holder of its own.
  hold();
  queue_.push(runnable);
  bool has_thread = true;
  try {
    start();
  } catch (...) {
    has_thread = false;  // none to be had: the caller's does the work
  }
  wake();
  // seq_cst on both sides: either shut_down's last look finds the runnable, or we see its mark.
  if (!has_thread || stopped_.load(std::memory_order_seq_cst)) run_leftovers(queue_);
  let_go();
}

void PinnedExecutor::shut_down() noexcept {
  std::thread thread;
  {
    const std::lock_guard guard{start_lock_};
    stopping_.store(true, std::memory_order_seq_cst);
    thread.swap(thread_);
  }
  wake();
  if (thread.joinable()) thread.join();
  stopped_.store(true, std::memory_order_seq_cst);
  run_leftovers(queue_);
}

bool PinnedExecutor::owns_this_thread() const noexcept { return mine == this; }

void PinnedExecutor::main() noexcept {
  name_thread(name_.c_str());
  mine = this;
  my_threads = &threads_;
  Local& l = local();
  l.defers = true;
  for (std::uint64_t runs = 1;; ++runs) {
    Runnable* r = next(l);
    if (r == nullptr) break;
    if (runs % flush_every == 0) l.deferred.flush(l);
    if (r->run(r, l)) queue_.push(*r);
  }
  l.quiesce();
  l.defers = false;
  mine = nullptr;
  my_threads = nullptr;
  std::thread self;
  {
    const std::lock_guard guard{start_lock_};  // the starter has written it by then
    self.swap(thread_);
  }
  PinnedThreads& threads = threads_;
  if (self.joinable()) threads.bury(std::move(self));
  let_go();
}

/// What runs next; null: the thread is to end.
Runnable* PinnedExecutor::next(Local& l) noexcept {
  for (;;) {
    if (Runnable* r = take()) return r;
    if (Runnable* r = spin()) return r;
    l.quiesce();  // may destroy what schedules here
    if (Runnable* r = take()) return r;
    if (is_over()) return nullptr;
    rest();
  }
}

Runnable* PinnedExecutor::take() noexcept {
  if (queue_.empty()) return nullptr;
  const std::lock_guard guard{queue_.lock};
  return queue_.pop();
}

Runnable* PinnedExecutor::spin() noexcept {
  const std::uint64_t begun = monotonic_ns();
  while (!is_over() && monotonic_ns() - begun < spin_ns) {
    if (Runnable* r = take()) return r;
    yield_thread();
  }
  return nullptr;
}

bool PinnedExecutor::is_over() const noexcept {
  return abandoned_.load(std::memory_order_seq_cst) || stopping_.load(std::memory_order_seq_cst);
}

void PinnedExecutor::rest() noexcept {
  // seq_cst: who pushes, or ends it, sees the mark, or we see that.
  asleep_.store(1, std::memory_order_seq_cst);
  while (asleep_.load(std::memory_order_acquire) == 1 && queue_.empty() && !is_over()) {
    park(asleep_, 1);
  }
  asleep_.store(0, std::memory_order_relaxed);
}

void PinnedExecutor::wake() noexcept {
  if (asleep_.load(std::memory_order_seq_cst) == 0) return;
  // The waker holds this object, so the word is still there.
  if (asleep_.exchange(0, std::memory_order_acq_rel) == 1) unpark_one(asleep_);
}

void PinnedExecutor::hold() noexcept { holders_.fetch_add(1, std::memory_order_relaxed); }

void PinnedExecutor::let_go() noexcept {
  // acq_rel: the last one sees what the others did.
  if (holders_.fetch_sub(1, std::memory_order_acq_rel) == 1) threads_.forget(this);
}

PinnedExecutor& PinnedThreads::make(std::string name) {
  auto* executor = new PinnedExecutor{*this, std::move(name)};
  try {
    const std::lock_guard guard{lock_};
    executors_.insert(executor);
    living_.fetch_add(1, std::memory_order_relaxed);
  } catch (...) {
    delete executor;
    throw;
  }
  return *executor;
}

void PinnedThreads::forget(PinnedExecutor* executor) noexcept {
  {
    const std::lock_guard guard{lock_};
    executors_.erase(executor);
  }
  delete executor;
  // Under the lock, which `wait_for_all` takes once more: afterwards nobody is in here.
  const std::lock_guard guard{lock_};
  if (living_.fetch_sub(1, std::memory_order_relaxed) == 1) unpark_all(living_);
}

void PinnedThreads::bury(std::thread ended) noexcept {
  {
    const std::lock_guard guard{lock_};
    ended_.swap(ended);
  }
  if (ended.joinable()) ended.join();
}

void PinnedThreads::wait_for_all() noexcept {
  std::vector<PinnedExecutor*> never_lived_in;
  {
    const std::lock_guard guard{lock_};
    for (PinnedExecutor* executor : executors_) {
      if (executor->inhabitants_.load() == 0 && !executor->abandoned_.load()) {
        never_lived_in.push_back(executor);
      }
    }
  }
  for (PinnedExecutor* executor : never_lived_in) {
    executor->shut_down();
    executor->let_go();
  }
  // relaxed: the lock below brings what they did.
  while (const std::uint32_t n = living_.load(std::memory_order_relaxed)) park(living_, n);
  std::thread ended;
  {
    const std::lock_guard guard{lock_};
    ended.swap(ended_);
  }
  if (ended.joinable()) ended.join();
}

bool PinnedThreads::owns_this_thread() const noexcept { return my_threads == this; }

}  // namespace kebne::detail
