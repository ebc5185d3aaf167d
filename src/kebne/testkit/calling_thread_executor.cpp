#include "kebne/testkit/calling_thread_executor.hpp"

#include "kebne/actor/detail/caller_run.hpp"
#include "kebne/actor/detail/local.hpp"
#include "kebne/config/config.hpp"

namespace kebne {
namespace {

/// What a thread runs on one executor: one is running, the others wait, the oldest first.
struct Trampoline {
  const CallingThreadExecutor* executor;
  Trampoline* outer;
  Runnable* first = nullptr;
  Runnable* last = nullptr;

  // relaxed, here and below: one thread's own.
  void append(Runnable& r) noexcept {
    r.next.store(nullptr, std::memory_order_relaxed);
    if (first == nullptr) {
      first = &r;
    } else {
      last->next.store(&r, std::memory_order_relaxed);
    }
    last = &r;
  }

  Runnable* take() noexcept {
    Runnable* r = first;
    if (r != nullptr) first = r->next.load(std::memory_order_relaxed);
    return r;
  }

  bool run_one(detail::Local& l) noexcept {
    Runnable* r = take();
    if (r == nullptr) return false;
    if (r->run(r, l)) append(*r);
    return true;
  }
};
constinit thread_local Trampoline* innermost = nullptr;

Trampoline* find(const CallingThreadExecutor* executor) noexcept {
  Trampoline* t = innermost;
  while (t != nullptr && t->executor != executor) t = t->outer;
  return t;
}

}  // namespace

void CallingThreadExecutor::schedule(Runnable& runnable) noexcept {
  if (Trampoline* running = find(this)) return running->append(runnable);
  Trampoline here{this, innermost};
  here.append(runnable);
  innermost = &here;
  detail::Local& l = detail::local();
  do {
    const detail::CallerRun run{l};
    while (here.run_one(l)) {
    }
  } while (here.first != nullptr);  // references given back may have destroyed what schedules
  innermost = here.outer;
}

bool CallingThreadExecutor::owns_this_thread() const noexcept { return find(this) != nullptr; }

bool CallingThreadExecutor::run_one() {
  Trampoline* running = find(this);
  if (running == nullptr) return false;
  detail::Local& l = detail::local();
  const detail::CallerRun run{l};
  return running->run_one(l);
}

ExecutorType calling_thread_dispatcher() {
  return {.name = "Akka.TestKit.CallingThreadDispatcherConfigurator",
          .make = [](const Config&) { return std::make_shared<CallingThreadExecutor>(); }};
}

}  // namespace kebne
