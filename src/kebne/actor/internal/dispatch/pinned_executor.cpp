#include "kebne/actor/internal/dispatch/pinned_executor.hpp"

#include "kebne/actor/detail/local.hpp"
#include "kebne/base/detail/platform.hpp"

#include <utility>

namespace kebne::detail {
namespace {

constexpr std::uint32_t flush_every = 256;  ///< runs between flushes of deferred counts

/// Keeps an executor alive while one of its members runs on another thread than its own.
class Visit {
 public:
  explicit Visit(std::atomic<std::uint32_t>& visitors) noexcept : visitors_{visitors} {
    visitors_.fetch_add(1, std::memory_order_relaxed);
  }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;
  // release: the thread that deletes the executor sees that we have done with it.
  ~Visit() { visitors_.fetch_sub(1, std::memory_order_release); }

 private:
  std::atomic<std::uint32_t>& visitors_;
};

}  // namespace

void PinnedThreads::enter() noexcept {
  join_gone();
  const std::lock_guard guard{lock_};
  ++living_;
}

void PinnedThreads::leave(std::thread own) noexcept {
  // Under the lock to the end: whoever waits may destroy this object when it has the lock.
  const std::lock_guard guard{lock_};
  if (own.joinable()) gone_.push_back(std::move(own));
  --living_;
  changed_.notify_all();
}

void PinnedThreads::join_gone() noexcept {
  std::vector<std::thread> gone;
  {
    const std::lock_guard guard{lock_};
    gone.swap(gone_);
  }
  for (std::thread& thread : gone) thread.join();
}

void PinnedThreads::wait_for_all() noexcept {
  {
    std::unique_lock guard{lock_};
    changed_.wait(guard, [this] { return living_ == 0; });
  }
  join_gone();
}

std::uint32_t PinnedThreads::living() const noexcept {
  const std::lock_guard guard{lock_};
  return living_;
}

PinnedExecutor::PinnedExecutor(PinnedThreads& all, std::string thread_name,
                               ThreadStarter start_thread)
    : all_{all}, thread_name_{std::move(thread_name)}, start_thread_{start_thread} {
  all_.enter();
}

void PinnedExecutor::start() {
  if (started_.exchange(true)) return;
  const Visit visit{visitors_};  // it may run, and end, before it is assigned
  try {
    thread_ = start_thread_([this] { main(); });
  } catch (...) {
    started_.store(false);
    throw;
  }
}

void PinnedExecutor::wake() noexcept {
  // seq_cst: pairs with the last look before the thread sleeps.
  if (signal_.exchange(Awake, std::memory_order_seq_cst) == Asleep) unpark_one(signal_);
}

void PinnedExecutor::schedule(Runnable& runnable) noexcept {
  const Visit visit{visitors_};
  queue_.push(runnable);
  wake();
}

void PinnedExecutor::detach() noexcept {
  if (!started_.load()) {  // nobody else knows it
    PinnedThreads& all = all_;
    delete this;
    all.leave({});
    return;
  }
  const Visit visit{visitors_};
  detached_.store(true, std::memory_order_seq_cst);
  wake();
}

bool PinnedExecutor::owns_this_thread() const noexcept {
  return local_.load(std::memory_order_relaxed) == &local();
}

Runnable* PinnedExecutor::pop() noexcept {
  const std::lock_guard guard{queue_.lock};
  return queue_.pop();
}

void PinnedExecutor::run_all(Local& l) noexcept {
  for (std::uint32_t runs = 1; Runnable* r = pop(); ++runs) {
    if (r->run(r, l)) queue_.push(*r);
    if (runs % flush_every == 0) l.deferred.flush(l);
  }
}

void PinnedExecutor::main() noexcept {
  name_thread(thread_name_.c_str());
  Local& l = local();
  l.defers = true;
  local_.store(&l, std::memory_order_relaxed);
  for (;;) {
    run_all(l);
    signal_.store(Asleep, std::memory_order_seq_cst);
    if (!queue_.empty()) continue;
    if (detached_.load(std::memory_order_seq_cst)) break;
    l.quiesce();  // may bring work of its own
    if (!queue_.empty()) continue;
    park(signal_, Asleep);
  }
  l.quiesce();
  l.defers = false;
  // acquire: those that woke us have done with the object.
  while (visitors_.load(std::memory_order_acquire) != 0) yield_thread();
  PinnedThreads& all = all_;
  std::thread own = std::move(thread_);
  delete this;
  all.leave(std::move(own));
}

}  // namespace kebne::detail
