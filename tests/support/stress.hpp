#pragma once

#include "kebne/base/observer.hpp"

#include <atomic>
#include <cstdint>

namespace kebne::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif
#else
inline constexpr bool is_sanitized = false;
#endif

/// The size of a stress test: `n` at full speed, half of it where a sanitizer slows it down.
constexpr int stressed(int n) { return is_sanitized ? (n + 1) / 2 : n; }

/// Counts what it hears of, and reads every text once.
class CountingObserver final : public Observer {
 public:
  void on_failure(const FailureReport& report) override {
    read(report.actor, report.message);
    failures.fetch_add(1, std::memory_order_relaxed);
  }
  void on_dead_letter(const DeadLetterReport& report) override {
    read(report.recipient, report.sender);
    dead_letters.fetch_add(1, std::memory_order_relaxed);
  }
  void on_unhandled(const UnhandledReport& report) override {
    read(report.recipient, report.message);
    unhandled.fetch_add(1, std::memory_order_relaxed);
  }
  void on_misuse(std::string_view) override { misuses.fetch_add(1, std::memory_order_relaxed); }

  std::atomic<std::uint64_t> failures{0};
  std::atomic<std::uint64_t> dead_letters{0};
  std::atomic<std::uint64_t> unhandled{0};
  std::atomic<std::uint64_t> misuses{0};

 private:
  void read(const LazyText& one, const LazyText& two) {
    characters_.fetch_add(one.str().size() + two.str().size(), std::memory_order_relaxed);
  }
  std::atomic<std::uint64_t> characters_{0};
};

}  // namespace kebne::test
