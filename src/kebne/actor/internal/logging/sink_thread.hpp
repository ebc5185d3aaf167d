#pragma once

#include "kebne/actor/internal/logging/record_ring.hpp"
#include "kebne/actor/logging/log_filter.hpp"
#include "kebne/actor/logging/log_sink.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace kebne::detail {

/// The thread that writes log records, and the ring before it. Both come with the first record.
///
/// `put` is for any thread and never waits, not for one that is starting the thread either. When
/// the ring is full the record is dropped; the count stands in the log as soon as a record has been
/// written again.
class SinkThread {
 public:
  /// Without sinks it writes to the console.
  SinkThread(std::vector<std::shared_ptr<LogSink>> sinks, std::vector<LogFilter> filters,
             std::uint32_t ring_size);
  SinkThread(const SinkThread&) = delete;
  SinkThread& operator=(const SinkThread&) = delete;
  ~SinkThread() { stop(std::chrono::nanoseconds{0}); }

  void put(const LogEvent& event) noexcept;

  /// Records dropped so far.
  [[nodiscard]] std::uint64_t dropped() const noexcept;

  /// Writes what is in the ring and ends the thread. If a sink does not let it come to its end
  /// within `limit`, the thread is left behind with what it holds, and ends when the sink does.
  void stop(std::chrono::nanoseconds limit) noexcept;

 private:
  struct Shared;
  void start() noexcept;
  void count_dropped(std::uint64_t n) noexcept;
  std::shared_ptr<Shared> shared_;
  std::mutex lock_;
  std::thread thread_;
  std::atomic<bool> started_{false};
  bool stopped_ = false;
};

/// Writes to one sink; the first thing that it throws is printed.
class GuardedSink {
 public:
  explicit GuardedSink(std::shared_ptr<LogSink> sink) noexcept : sink_{std::move(sink)} {}
  void write(const LogRecord& record) noexcept;
  void flush() noexcept;
  [[nodiscard]] bool may_block() const noexcept { return sink_->may_block(); }

 private:
  void print_failure() noexcept;
  std::shared_ptr<LogSink> sink_;
  bool has_failed_ = false;
};

}  // namespace kebne::detail
