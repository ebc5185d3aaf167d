#pragma once

#include "kebne/actor/logging/log_record.hpp"
#include "kebne/actor/logging/log_sink.hpp"
#include "kebne/base/detail/spin_lock.hpp"

#include <string>
#include <utility>
#include <vector>

namespace kebne {

/// Keeps what is logged, in order. It never blocks, so the logger writes to it when its actor runs;
/// a test reads when the system is idle.
class RecordingSink final : public LogSink {
 public:
  void write(const LogRecord& record) override;
  [[nodiscard]] bool may_block() const noexcept override { return false; }

  /// What has come since the last time.
  [[nodiscard]] std::vector<LogEvent> take();
  [[nodiscard]] std::vector<std::string> take_lines();
  [[nodiscard]] std::vector<std::string> take_messages();

 private:
  detail::SpinLock lock_;
  std::vector<LogEvent> records_;
};

}  // namespace kebne
