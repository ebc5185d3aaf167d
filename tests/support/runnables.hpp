#pragma once

#include "kebne/base/executor.hpp"

#include <atomic>
#include <cerrno>
#include <functional>
#include <latch>
#include <system_error>
#include <thread>
#include <utility>

namespace kebne::test {

/// Counts a latch down, once for each of `times` runs.
struct Countdown {
  Runnable runnable;
  std::latch* done;
  int times;

  explicit Countdown(std::latch& latch, int n = 1) : done{&latch}, times{n} {
    runnable.run = [](Runnable* r, detail::Local&) noexcept {
      auto* self = reinterpret_cast<Countdown*>(r);  // the runnable is its first member
      const bool again = --self->times > 0;
      self->done->count_down();
      return again;
    };
  }
};

/// Calls a function each time it runs; not finished as long as that says true.
struct Calls {
  Runnable runnable;
  std::function<bool()> call;

  explicit Calls(std::function<bool()> f) : call{std::move(f)} {
    runnable.run = [](Runnable* r, detail::Local&) noexcept {
      return reinterpret_cast<Calls*>(r)->call();  // the runnable is its first member
    };
  }
};

/// An operating system that has `threads_to_be_had` more threads, for an executor's settings.
inline std::atomic<int> threads_to_be_had{0};
inline std::thread start_thread_if_to_be_had(std::function<void()> body) {
  if (threads_to_be_had.fetch_sub(1) <= 0) {
    threads_to_be_had.fetch_add(1);
    throw std::system_error{EAGAIN, std::generic_category(), "no thread to be had"};
  }
  return std::thread{std::move(body)};
}

}  // namespace kebne::test
