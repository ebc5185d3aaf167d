#pragma once

#include "kebne/actor/event/any_payload.hpp"
#include "kebne/actor/event/event_stream.hpp"
#include "kebne/actor/logging/log_record.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace kebne::detail {

class Bench;

/// Something that was logged, or a message that nobody took: what an event filter looks at.
struct TestEvent {
  const LogRecord* record = nullptr;
  const AnyPayload* dead_letter = nullptr;
  const AnyPayload* unhandled = nullptr;
};

/// What looks at events while it is in a tap. Several threads may call it at a time.
class EventWatcher {
 public:
  virtual ~EventWatcher() = default;
  /// True: it is this one's, and nobody else sees it.
  virtual bool takes(const TestEvent& event) = 0;
};

/// Sees what a system logs, on the thread that logs it: shows it to event filters, the first one
/// first, and keeps the last few records that none of them takes.
class LogTap final : public InPlaceSubscriber {
 public:
  explicit LogTap(Bench& bench) noexcept;

  void install(std::shared_ptr<EventWatcher> watcher);
  void remove(const EventWatcher& watcher) noexcept;

  /// Looks at dead letters and unhandled messages too, until as many calls with false.
  void see_lost(EventStream& events, bool on);

  /// Empty, or lines that begin with a line end.
  [[nodiscard]] std::string last_records() const;

  /// Records keep their system.
  void forget_records() noexcept;

  /// The system is gone, and with it what `see_lost` would take back.
  void end() noexcept;
  [[nodiscard]] bool has_ended() const noexcept { return has_ended_; }

 private:
  static constexpr std::size_t kept_records = 5;

  void see(std::uint32_t type, const void* event);
  bool is_taken(const TestEvent& event);

  Bench& bench_;
  mutable std::mutex lock_;
  std::vector<std::shared_ptr<EventWatcher>> watchers_;
  std::deque<LogEvent> last_;
  std::size_t see_lost_ = 0;
  bool has_ended_ = false;  ///< the test's own thread's
};

}  // namespace kebne::detail
