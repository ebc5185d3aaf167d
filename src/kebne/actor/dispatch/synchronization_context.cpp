#include "kebne/actor/dispatch/synchronization_context.hpp"

#include "kebne/actor/detail/caller_run.hpp"
#include "kebne/actor/detail/local.hpp"
#include "kebne/actor/internal/dispatch/injector.hpp"
#include "kebne/actor/internal/dispatch/leftovers.hpp"
#include "kebne/base/observer.hpp"

#include <fmt/core.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace kebne {

using detail::Local;
using detail::local;

struct SynchronizationContext::Queue {
  detail::Injector runnables;
  /// Scheduled and not finished. Counted after the push, so it may be behind, even negative, but
  /// not when nobody is in `schedule`; whoever brings it from 0 to 1 calls.
  std::atomic<std::int64_t> count{0};
  std::atomic<bool> owes_call{false};
  std::atomic<bool> is_shut_down{false};
  std::atomic<const Local*> pumping{nullptr};
  std::atomic<const Local*> pumped_by{nullptr};  ///< the last
};

namespace {

/// A thread's right to pump, for as long as this object lives.
class Pump {
 public:
  Pump(std::atomic<const Local*>& pumping, const Local& l) : pumping_{pumping} {
    const Local* now = nullptr;
    // acquire: what the last pump did.
    is_outermost_ = pumping.compare_exchange_strong(now, &l, std::memory_order_acquire);
    if (!is_outermost_ && now != &l) {
      throw std::logic_error{
          "SynchronizationContext: another thread is pumping it; one at a time may"};
    }
  }
  Pump(const Pump&) = delete;
  Pump& operator=(const Pump&) = delete;
  ~Pump() {
    // release: for the next one.
    if (is_outermost_) pumping_.store(nullptr, std::memory_order_release);
  }

 private:
  std::atomic<const Local*>& pumping_;
  bool is_outermost_;
};

}  // namespace

SynchronizationContext::SynchronizationContext(std::function<void()> wake)
    : wake_{std::move(wake)}, queue_{std::make_unique<Queue>()} {}

SynchronizationContext::~SynchronizationContext() = default;

void SynchronizationContext::schedule(Runnable& runnable) noexcept {
  queue_->runnables.push(runnable);
  const bool was_empty = queue_->count.fetch_add(1, std::memory_order_seq_cst) == 0;
  // seq_cst on both sides: either shut_down's last look finds the runnable, or we see its mark.
  if (queue_->is_shut_down.load(std::memory_order_seq_cst)) {
    return detail::run_leftovers(queue_->runnables);
  }
  if (was_empty || queue_->owes_call.load(std::memory_order_relaxed)) call_wake();
}

void SynchronizationContext::call_wake() noexcept {
  queue_->owes_call.store(false, std::memory_order_relaxed);
  if (!wake_) return;
  try {
    wake_();
  } catch (...) {
    queue_->owes_call.store(true, std::memory_order_relaxed);
    try {
      fmt::print(stderr, "kebne: the wake callback of a SynchronizationContext threw {}\n",
                 describe_exception(std::current_exception()));
    } catch (...) {
      std::fputs("kebne: a wake callback threw, and there is no memory to say what\n", stderr);
    }
  }
}

void SynchronizationContext::shut_down() noexcept {
  queue_->is_shut_down.store(true, std::memory_order_seq_cst);
  detail::run_leftovers(queue_->runnables);
}

bool SynchronizationContext::owns_this_thread() const noexcept {
  return queue_->pumping.load(std::memory_order_relaxed) == &local();
}

bool SynchronizationContext::run_one() { return run_at_most(1) == 1; }

std::size_t SynchronizationContext::run_until_idle() {
  return run_at_most(std::numeric_limits<std::size_t>::max());
}

bool SynchronizationContext::is_pumped_elsewhere() const noexcept {
  const Local* last = queue_->pumped_by.load(std::memory_order_relaxed);
  return last != nullptr && last != &local();
}

std::size_t SynchronizationContext::run_at_most(std::size_t limit) {
  Local& l = local();
  const Pump pump{queue_->pumping, l};
  queue_->pumped_by.store(&l, std::memory_order_relaxed);
  const detail::CallerRun run{l};
  std::size_t runs = 0;
  for (; runs < limit; ++runs) {
    Runnable* r = nullptr;
    {
      const std::lock_guard guard{queue_->runnables.lock};
      r = queue_->runnables.pop();
    }
    if (r == nullptr) break;
    if (r->run(r, l)) {
      queue_->runnables.push(*r);
    } else {
      queue_->count.fetch_sub(1, std::memory_order_seq_cst);
    }
  }
  return runs;
}

std::size_t SynchronizationContext::ready() const noexcept {
  if (queue_->is_shut_down.load(std::memory_order_relaxed)) return 0;
  const std::int64_t n = queue_->count.load(std::memory_order_seq_cst);
  return n > 0 ? static_cast<std::size_t>(n) : 0;
}

}  // namespace kebne
