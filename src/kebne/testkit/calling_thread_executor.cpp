#include "kebne/testkit/calling_thread_executor.hpp"

#include "kebne/actor/detail/caller_run.hpp"
#include "kebne/actor/detail/local.hpp"
#include "kebne/config/config.hpp"

#include <memory>

namespace kebne {
namespace {

/// What waits in this thread, whichever executor it came by.
struct Waiting {
  Runnable* first = nullptr;
  Runnable* last = nullptr;
  bool is_running = false;

  void push(Runnable& r) noexcept {
    r.next.store(nullptr, std::memory_order_relaxed);
    if (first == nullptr) {
      first = &r;
    } else {
      last->next.store(&r, std::memory_order_relaxed);
    }
    last = &r;
  }
  [[nodiscard]] Runnable* pop() noexcept {
    Runnable* r = first;
    if (r != nullptr) first = r->next.load(std::memory_order_relaxed);
    return r;
  }
};

constinit thread_local Waiting waiting;

}  // namespace

void CallingThreadExecutor::schedule(Runnable& runnable) noexcept {
  waiting.push(runnable);
  if (waiting.is_running) return;
  waiting.is_running = true;
  detail::Local& l = detail::local();
  do {  // the end of a `CallerRun` may make something ready
    const detail::CallerRun run{l};
    while (Runnable* r = waiting.pop()) {
      if (r->run(r, l)) waiting.push(*r);
    }
  } while (waiting.first != nullptr);
  waiting.is_running = false;
}

bool CallingThreadExecutor::owns_this_thread() const noexcept { return waiting.is_running; }

ExecutorType calling_thread_dispatcher() {
  return {.name = "Akka.TestKit.CallingThreadDispatcherConfigurator",
          .make = [](const Config&) { return std::make_shared<CallingThreadExecutor>(); }};
}

}  // namespace kebne
