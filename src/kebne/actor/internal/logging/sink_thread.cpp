#include "kebne/actor/internal/logging/sink_thread.hpp"

#include "kebne/actor/detail/local.hpp"
#include "kebne/actor/logging/log.hpp"
#include "kebne/base/detail/hints.hpp"
#include "kebne/base/detail/platform.hpp"
#include "kebne/base/observer.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <exception>
#include <new>
#include <utility>

namespace kebne::detail {

void GuardedSink::print_failure() noexcept {
  if (std::exchange(has_failed_, true)) return;
  try {
    fmt::print(stderr, "kebne: a log sink threw {}; what else it throws is not printed\n",
               describe_exception(std::current_exception()));
  } catch (...) {
    std::fputs("kebne: a log sink threw, and there is no memory to say what\n", stderr);
  }
}

void GuardedSink::write(const LogRecord& record) noexcept {
  try {
    sink_->write(record);
  } catch (...) {
    print_failure();
  }
}

void GuardedSink::flush() noexcept {
  try {
    sink_->flush();
  } catch (...) {
    print_failure();
  }
}

/// What the thread and its owner share; the last of them frees it.
struct SinkThread::Shared {
  enum State : std::uint32_t { Awake, Asleep };

  const std::uint32_t ring_size;
  std::atomic<RecordRing*> ring{nullptr};  ///< made by the first record
  std::vector<GuardedSink> sinks;
  std::vector<LogFilter> filters;
  std::atomic<std::uint64_t> dropped{0};
  std::atomic<std::uint32_t> state{Awake};
  std::atomic<bool> stopping{false};
  std::atomic<std::uint32_t> ended{0};

  explicit Shared(std::uint32_t size) : ring_size{size} {}
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  ~Shared() { delete ring.load(std::memory_order_relaxed); }

  RecordRing* make_ring() noexcept;
  void main() noexcept;
  bool write_one(std::uint64_t& reported) noexcept;
  void report_dropped(const LogRecord& last, std::uint64_t& reported) noexcept;
  void wake() noexcept {
    // seq_cst: pairs with the thread that says it sleeps and looks once more.
    if (state.exchange(Awake, std::memory_order_seq_cst) == Asleep) unpark_one(state);
  }
};

/// Threads that come together make one each, so that none waits for another; one is kept. Null:
/// there is no memory for it.
RecordRing* SinkThread::Shared::make_ring() noexcept {
  try {
    auto made = std::make_unique<RecordRing>(ring_size);
    RecordRing* first = nullptr;
    // acq_rel: others see the places of this one, or this thread those of the other.
    if (ring.compare_exchange_strong(first, made.get(), std::memory_order_acq_rel)) {
      return made.release();
    }
    return first;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

bool SinkThread::Shared::write_one(std::uint64_t& reported) noexcept {
  const std::optional<LogEvent> event = ring.load(std::memory_order_acquire)->pop();
  if (!event) return false;
  if (!is_excluded(filters, **event)) {
    for (GuardedSink& sink : sinks) sink.write(**event);
  }
  report_dropped(**event, reported);
  return true;
}

void SinkThread::Shared::report_dropped(const LogRecord& last, std::uint64_t& reported) noexcept {
  const std::uint64_t now = dropped.load(std::memory_order_relaxed);
  if (now == reported) return;
  const LogEvent notice = RecordBuilder::dropped_notice(last, now - std::exchange(reported, now));
  for (GuardedSink& sink : sinks) sink.write(*notice);
}

void SinkThread::Shared::main() noexcept {
  std::uint64_t reported = 0;
  for (;;) {
    if (write_one(reported)) continue;
    for (GuardedSink& sink : sinks) sink.flush();
    if (stopping.load(std::memory_order_seq_cst)) {
      while (write_one(reported)) {
      }
      break;
    }
    state.store(Asleep, std::memory_order_seq_cst);
    if (write_one(reported) || stopping.load(std::memory_order_seq_cst)) {
      state.store(Awake, std::memory_order_seq_cst);
      continue;
    }
    local().quiesce();
    while (state.load(std::memory_order_seq_cst) == Asleep) park(state, Asleep);
  }
  for (GuardedSink& sink : sinks) sink.flush();
}

SinkThread::SinkThread(std::vector<std::shared_ptr<LogSink>> sinks, std::vector<LogFilter> filters,
                       std::uint32_t ring_size)
    : shared_{std::make_shared<Shared>(ring_size)} {
  shared_->filters = std::move(filters);
  for (auto& sink : sinks) shared_->sinks.emplace_back(std::move(sink));
}

void SinkThread::put(const LogEvent& event) noexcept {
  // acquire: with the ring come its places.
  RecordRing* ring = shared_->ring.load(std::memory_order_acquire);
  if (KEBNE_UNLIKELY(ring == nullptr)) ring = shared_->make_ring();
  if (ring == nullptr || !ring->push(event)) return count_dropped(1);
  if (KEBNE_UNLIKELY(!started_.load(std::memory_order_acquire))) start();
  shared_->wake();
}

void SinkThread::start() noexcept {
  // Who holds the lock starts the thread, which finds this record too; or it ends it.
  const std::unique_lock guard{lock_, std::try_to_lock};
  if (!guard || started_.load(std::memory_order_relaxed) || stopped_) return;
  try {
    if (shared_->sinks.empty()) shared_->sinks.emplace_back(console_sink());
    thread_ = std::thread{[shared = shared_] {
      name_thread("kebne-log");
      shared->main();
      // The owner may be gone as soon as it has seen this.
      shared->ended.store(1, std::memory_order_seq_cst);
      unpark_all(shared->ended);
    }};
    started_.store(true, std::memory_order_release);
  } catch (const std::exception&) {
    count_dropped(1);  // it stays in the ring; the next record tries again
  }
}

void SinkThread::count_dropped(std::uint64_t n) noexcept {
  shared_->dropped.fetch_add(n, std::memory_order_relaxed);
}

std::uint64_t SinkThread::dropped() const noexcept {
  return shared_->dropped.load(std::memory_order_relaxed);
}

void SinkThread::stop(std::chrono::nanoseconds limit) noexcept {
  {
    const std::lock_guard guard{lock_};
    if (std::exchange(stopped_, true)) return;
  }
  if (!thread_.joinable()) return;
  shared_->stopping.store(true, std::memory_order_seq_cst);
  shared_->wake();
  const std::uint64_t end = monotonic_ns() + static_cast<std::uint64_t>(limit.count());
  while (shared_->ended.load(std::memory_order_seq_cst) == 0) {
    const std::uint64_t now = monotonic_ns();
    if (now >= end) {
      std::fprintf(stderr,
                   "kebne: a log sink does not take what it is given; what was left is lost\n");
      thread_.detach();
      return;
    }
    park(shared_->ended, 0, static_cast<std::int64_t>(end - now));
  }
  thread_.join();
  shared_->sinks.clear();
}

}  // namespace kebne::detail
