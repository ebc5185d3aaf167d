#include "kebne/actor/internal/scheduler/timer_service.hpp"

#include "kebne/actor/detail/promise_cell.hpp"
#include "kebne/actor/errors.hpp"
#include "kebne/actor/internal/scheduler/timer.hpp"
#include "kebne/actor/internal/system_core.hpp"
#include "kebne/base/assert.hpp"
#include "kebne/base/detail/platform.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <utility>

namespace kebne::detail {
namespace {

/// From `now` to `then`, both anywhere: 0 when it has passed.
std::int64_t distance(std::chrono::nanoseconds now, std::chrono::nanoseconds then) noexcept {
  if (then <= now) return 0;
  const auto ns =
      static_cast<std::uint64_t>(then.count()) - static_cast<std::uint64_t>(now.count());
  return static_cast<std::int64_t>(
      std::min<std::uint64_t>(ns, std::numeric_limits<std::int64_t>::max()));
}

void note_lateness(metrics::Lateness& of, std::int64_t ns) noexcept {
  const auto us = static_cast<std::uint64_t>(ns) / 1000;
  ++of.at[std::min<std::size_t>(std::bit_width(us), of.at.size() - 1)];
  ++of.count;
  of.sum += std::chrono::nanoseconds{ns};
  of.most = std::max(of.most, std::chrono::nanoseconds{ns});
}

/// Of the firings from `due` to `now`, the first that is still made up for.
std::chrono::nanoseconds without_oldest(std::chrono::nanoseconds due,
                                        std::chrono::nanoseconds interval,
                                        std::chrono::nanoseconds now) noexcept {
  const std::int64_t missed = distance(due, now) / interval.count();
  const std::int64_t left_out = missed + 1 - TimerService::most_catch_up;
  return left_out > 0 ? due + left_out * interval : due;
}

/// While timers fire on this thread, no actor runs on it.
class OutsideActors {
 public:
  explicit OutsideActors(Local& l) noexcept : l_{l}, outer_{std::exchange(l.current, nullptr)} {}
  OutsideActors(const OutsideActors&) = delete;
  OutsideActors& operator=(const OutsideActors&) = delete;
  ~OutsideActors() { l_.current = outer_; }

 private:
  Local& l_;
  ActorCell* outer_;
};

}  // namespace

TimerService::TimerService(SystemCore& core, std::shared_ptr<Clock> clock,
                           std::shared_ptr<Executor> executor, SchedulerOptions options)
    : core_{&core},
      system_{core.name},
      clock_{std::move(clock)},
      executor_{std::move(executor)},
      options_{options},
      is_driven_{clock_->drives(*this)} {
  ring_task_.service = this;
  ring_task_.run = [](Runnable* r, Local&) noexcept {
    TimerService* service = static_cast<RingTask*>(r)->service;
    {
      const std::lock_guard guard{service->lock_};
      service->ring_is_queued_ = false;
    }
    service->ring();
    service->release();
    return false;
  };
}

TimerService::~TimerService() { KEBNE_ASSERT(is_closed() && !thread_.joinable()); }

void TimerService::require_open() const {
  if (!is_closed()) return;
  throw SystemTerminating{
      fmt::format("system {}: it has ended, what is scheduled now would never happen", system_)};
}

ActorRef TimerService::root_while_open() const noexcept {
  const std::lock_guard guard{lock_};
  return is_closed() ? ActorRef{} : ActorRef::share(core_->root);
}

ActorRef TimerService::dead_letters() const {
  const std::lock_guard guard{lock_};
  require_open();
  return ActorRef::share(core_->dead_letters);
}

void TimerService::ensure_driver() {
  if (is_driven_ || is_started_.load(std::memory_order_acquire)) return;
  if (executor_->runs_in_caller()) {
    throw std::logic_error{
        fmt::format("system {}: its executor runs in its caller, so its scheduler needs a clock "
                    "that drives it, such as VirtualClock",
                    system_)};
  }
  start_thread();
}

void TimerService::start_thread() {
  const std::lock_guard guard{start_lock_};
  if (is_started_.load(std::memory_order_relaxed) || is_closed()) return;
  add_ref();  // the thread's
  try {
    thread_ = std::thread{[this] {
      name_thread("kebne-timer");
      run_thread();
      local().may_wait = true;  // the next thread has it
      ended_.store(1, std::memory_order_seq_cst);
      unpark_all(ended_);
      release();
    }};
  } catch (...) {
    release();
    throw;
  }
  is_started_.store(true, std::memory_order_release);
}

void TimerService::run_thread() noexcept {
  thread_id_.store(std::this_thread::get_id(), std::memory_order_relaxed);
  local().may_wait = false;  // every other timer would
  for (;;) {
    ring();
    local().quiesce();
    std::uint32_t seen = 0;
    std::optional<Time> next;
    {
      const std::lock_guard guard{lock_};
      if (is_closed()) return;
      seen = wake_.load(std::memory_order_relaxed);
      next = wheel_ ? wheel_->next() : std::nullopt;
      sleeps_until_ = next.value_or(Time::max());
    }
    if (!next) {
      park(wake_, seen);
    } else if (const std::int64_t ns = distance(now(), *next); ns > 0) {
      park(wake_, seen, ns);
    }
  }
}

void TimerService::make_wheel() {
  if (!wheel_) wheel_.emplace(options_.tick_duration, options_.ticks_per_wheel, now());
}

/// Under the lock, once for each timer.
void TimerService::give_count(CancelState& state) noexcept {
  if (state.counts_service_) return;
  if (spare_counts_ == 0) {
    refs_.fetch_add(counts_at_once, std::memory_order_relaxed);
    spare_counts_ = counts_at_once;
  }
  --spare_counts_;
  state.counts_service_ = true;
}

void TimerService::take_back_count(CancelState& state) noexcept {
  ++spare_counts_;
  state.counts_service_ = false;
}

void TimerService::insert(Timer& timer, Time due) noexcept {
  timer.due = due;
  timer.state = Timer::State::Armed;
  wheel_->arm(timer, due);
}

/// Under the lock, after arming for `due`.
bool TimerService::must_wake(Time due) noexcept {
  if (is_driven_) {
    if (ring_is_queued_ || due > now()) return false;
    ring_is_queued_ = true;
    add_ref();
    return true;
  }
  if (due >= sleeps_until_) return false;
  sleeps_until_ = Time::min();
  wake_.fetch_add(1, std::memory_order_relaxed);
  return true;
}

void TimerService::wake() noexcept {
  if (is_driven_) {
    executor_->schedule(ring_task_);
  } else {
    unpark_one(wake_);
  }
}

void TimerService::arm(Timer& timer, Time due) {
  ensure_driver();
  bool is_over = false;
  bool wakes = false;
  {
    const std::lock_guard guard{lock_};
    require_open();
    if (timer.is_cancelled()) {
      is_over = true;
    } else {
      make_wheel();
      give_count(timer);
      insert(timer, due);
      wakes = must_wake(due);
    }
  }
  if (is_over) timer.end();
  if (wakes) wake();
}

void TimerService::arm_question(PromiseCell& promise, Time due) {
  ensure_driver();
  bool wakes = false;
  {
    const std::lock_guard guard{lock_};
    if (is_closed()) return;
    make_wheel();
    detail::add_ref(&promise);  // the wheel's
    wheel_->arm(promise, due);
    wakes = must_wake(due);
  }
  if (wakes) wake();
}

void TimerService::disarm_question(PromiseCell& promise) noexcept {
  {
    const std::lock_guard guard{lock_};
    if (!promise.is_armed()) return;
    wheel_->cancel(promise);
  }
  release_refs(local(), &promise, 1);
}

IntrusivePtr<CancelState> TimerService::start(Timer* made, Time due, CancelState* with) {
  auto handle = IntrusivePtr<CancelState>::adopt(made);
  try {
    if (with != nullptr) {
      made->count_service();  // the source may cancel it before it is armed
      const IntrusivePtr<CancelState> source{with};
      made->attach_to({&source, 1});
    }
    arm(*made, due);
  } catch (...) {
    made->end();
    throw;
  }
  return handle;
}

bool TimerService::disarm(Timer& timer) noexcept {
  if (timer.state != Timer::State::Armed) return false;
  timer.state = Timer::State::Idle;
  wheel_->cancel(timer);
  return true;
}

/// Under the lock, when a timer has fired or a task has run. False: it is over.
bool TimerService::settle(Timer& timer, Time now) noexcept {
  timer.state = Timer::State::Idle;
  if (is_closed() || timer.is_cancelled() || timer.repeat == Repeat::Once) return false;
  Time due = timer.repeat == Repeat::FixedRate ? timer.due : clock_->now();
  if (!Timetable::add(due, timer.interval)) return false;
  if (timer.repeat == Repeat::FixedRate) due = without_oldest(due, timer.interval, now);
  insert(timer, due);
  return true;
}

void TimerService::resume(Timer& timer) noexcept {
  bool is_over = false;
  bool wakes = false;
  {
    const std::lock_guard guard{lock_};
    is_over = !settle(timer, now());
    wakes = !is_over && must_wake(timer.due);
  }
  if (is_over) timer.end();
  if (wakes) wake();
}

void TimerService::ring() noexcept {
  Local& l = local();
  const OutsideActors outside{l};
  Timer* over = nullptr;
  std::unique_lock guard{lock_};
  sleeps_until_ = Time::min();
  const Time until = now();
  while (wheel_ && !is_closed()) {
    TimerWheel::Entry* entry = wheel_->pop_due(until);
    if (entry == nullptr && !wheel_->is_sorting()) break;
    if (entry == nullptr) {  // lets others in between
      guard.unlock();
      guard.lock();
      continue;
    }
    note_lateness(lateness_, distance(entry->deadline(), until));
    if (entry->part == TimerEntry::OfQuestion) {
      guard.unlock();
      PromiseCell& promise = static_cast<PromiseCell&>(*entry);
      expire(l, promise);
      release_refs(l, &promise, 1);
      guard.lock();
      continue;
    }
    Timer& timer = static_cast<Timer&>(*entry);
    const bool goes_away = timer.resumes_itself();
    timer.state = goes_away ? Timer::State::Away : Timer::State::Firing;
    guard.unlock();
    if (over != nullptr) std::exchange(over, nullptr)->end();
    timer.fire(l);
    guard.lock();
    if (!goes_away && !settle(timer, until)) over = &timer;
  }
  guard.unlock();
  if (over != nullptr) over->end();
}

TimerEntry* TimerService::pop_any() noexcept {
  const std::lock_guard guard{lock_};
  TimerEntry* entry = wheel_ ? wheel_->pop_any() : nullptr;
  if (entry != nullptr && entry->part == TimerEntry::OfTimer) {
    static_cast<Timer*>(entry)->state = Timer::State::Idle;
  }
  return entry;
}

void TimerService::close() noexcept {
  {
    const std::lock_guard guard{lock_};
    if (closed_.exchange(true, std::memory_order_acq_rel)) return;
    wake_.fetch_add(1, std::memory_order_relaxed);
  }
  unpark_one(wake_);
  if (is_driven_) clock_->forget(*this);
  while (TimerEntry* entry = pop_any()) {
    if (entry->part == TimerEntry::OfQuestion) {  // its promise hears of the end elsewhere
      release_refs(local(), static_cast<PromiseCell*>(entry), 1);
    } else {
      static_cast<Timer*>(entry)->end();
    }
  }
  std::uint32_t spare = 0;
  {
    const std::lock_guard guard{lock_};
    spare = std::exchange(spare_counts_, 0);
  }
  if (spare != 0) release(spare);
}

bool TimerService::owns_this_thread() const noexcept {
  return thread_id_.load(std::memory_order_relaxed) == std::this_thread::get_id();
}

void TimerService::join() noexcept {
  std::thread thread;
  {
    const std::lock_guard guard{start_lock_};
    thread.swap(thread_);
  }
  if (!thread.joinable()) return;
  if (owns_this_thread()) return thread.detach();
  const std::uint64_t end =
      monotonic_ns() + static_cast<std::uint64_t>(options_.shutdown_timeout.count());
  while (ended_.load(std::memory_order_seq_cst) == 0) {
    const std::uint64_t at = monotonic_ns();
    if (at >= end) {
      std::fprintf(stderr, "kebne: an observer of system %s keeps its timer thread busy\n",
                   system_.c_str());
      return thread.detach();
    }
    park(ended_, 0, static_cast<std::int64_t>(end - at));
  }
  thread.join();
}

std::size_t TimerService::pending() const {
  const std::lock_guard guard{lock_};
  return wheel_ ? wheel_->size() : 0;
}

metrics::Lateness TimerService::lateness() const {
  const std::lock_guard guard{lock_};
  return lateness_;
}

std::uint32_t TimerService::buckets() const {
  const std::lock_guard guard{lock_};
  return wheel_ ? wheel_->buckets() : 0;
}

std::optional<TimerService::Time> TimerService::due() const {
  const std::lock_guard guard{lock_};
  if (!wheel_ || is_closed()) return std::nullopt;
  return wheel_->next();
}

}  // namespace kebne::detail
