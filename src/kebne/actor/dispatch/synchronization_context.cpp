#include "kebne/actor/dispatch/synchronization_context.hpp"

#include "kebne/actor/detail/caller_run.hpp"
#include "kebne/actor/detail/local.hpp"
#include "kebne/actor/internal/dispatch/injector.hpp"
#include "kebne/base/detail/platform.hpp"
#include "kebne/base/observer.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <limits>
#include <mutex>
#include <utility>

namespace kebne {

/// The right to pump, if nobody else has it; a handler that pumps has it already.
class SynchronizationContext::Pump {
 public:
  Pump(SynchronizationContext& context, const detail::Local& l) noexcept : context_{context} {
    const detail::Local* nobody = nullptr;
    // acquire: what the last one who pumped did.
    is_first_ = context.pumping_.compare_exchange_strong(nobody, &l, std::memory_order_acquire,
                                                         std::memory_order_relaxed);
    may_ = is_first_ || nobody == &l;
  }
  Pump(const Pump&) = delete;
  Pump& operator=(const Pump&) = delete;
  ~Pump() {
    if (is_first_) context_.pumping_.store(nullptr, std::memory_order_release);
  }
  [[nodiscard]] bool may() const noexcept { return may_; }

 private:
  SynchronizationContext& context_;
  bool is_first_ = false;
  bool may_ = false;
};

SynchronizationContext::SynchronizationContext(std::function<void()> on_ready)
    : on_ready_{std::move(on_ready)}, queue_{std::make_unique<detail::Injector>()} {}

SynchronizationContext::~SynchronizationContext() { run_until_idle(); }

void SynchronizationContext::schedule(Runnable& runnable) noexcept {
  // seq_cst: counted first, so whoever pumps and has seen none is told of this one.
  const bool was_empty = ready_.fetch_add(1, std::memory_order_seq_cst) == 0;
  queue_->push(runnable);
  if (!was_empty || on_ready_ == nullptr) return;
  try {
    on_ready_();
  } catch (...) {
    fmt::print(stderr, "kebne: what wakes a synchronization context threw {}\n",
               describe_exception(std::current_exception()));
  }
}

Runnable* SynchronizationContext::pop() noexcept {
  while (ready_.load(std::memory_order_seq_cst) != 0) {
    {
      const std::lock_guard guard{queue_->lock};
      if (Runnable* r = queue_->pop()) {
        ready_.fetch_sub(1, std::memory_order_seq_cst);
        return r;
      }
    }
    detail::yield_thread();  // one is counted and about to come
  }
  return nullptr;
}

std::size_t SynchronizationContext::run_until_idle() {
  return run_at_most(std::numeric_limits<std::size_t>::max());
}

std::size_t SynchronizationContext::run_at_most(std::size_t limit) {
  detail::Local& l = detail::local();
  const Pump pump{*this, l};
  if (!pump.may()) return 0;
  const detail::CallerRun run{l};
  std::size_t turns = 0;
  for (; turns < limit; ++turns) {
    Runnable* r = pop();
    if (r == nullptr) break;
    if (r->run(r, l)) schedule(*r);
  }
  return turns;
}

bool SynchronizationContext::owns_this_thread() const noexcept {
  return pumping_.load(std::memory_order_relaxed) == &detail::local();
}

}  // namespace kebne
