#include "kebne/testkit/recording_sink.hpp"

#include <mutex>

namespace kebne {

void RecordingSink::write(const LogRecord& record) {
  const std::lock_guard guard{lock_};
  records_.push_back(LogEvent::of(record));
}

std::vector<LogEvent> RecordingSink::take() {
  const std::lock_guard guard{lock_};
  return std::exchange(records_, {});
}

std::vector<std::string> RecordingSink::take_lines() {
  std::vector<std::string> lines;
  for (const LogEvent& event : take()) lines.push_back(to_line(*event));
  return lines;
}

std::vector<std::string> RecordingSink::take_messages() {
  std::vector<std::string> messages;
  for (const LogEvent& event : take()) messages.push_back(event->message());
  return messages;
}

}  // namespace kebne
