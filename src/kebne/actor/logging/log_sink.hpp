#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace kebne {

class LogRecord;

/// Where log records end: a terminal, a file, a service.
///
/// One thread at a time. One that may block runs on the system's sink thread, behind a ring that
/// drops records rather than keep an actor waiting; one that says it never blocks is called by the
/// logger itself. What `write` throws is printed to stderr, once for each sink.
class LogSink {
 public:
  virtual ~LogSink() = default;
  virtual void write(const LogRecord& record) = 0;
  virtual void flush() {}
  [[nodiscard]] virtual bool may_block() const noexcept { return true; }
};

/// How a record becomes a text.
enum class LogLayout : std::uint8_t {
  Line,  ///< `[INFO][06/20/2024 09:15:33.123Z][Thread 0001][akka://sys/user/a] hi`
  Json,  ///< one object a line
};

/// The record as one line, or more when it has a cause; without the last newline.
[[nodiscard]] std::string to_line(const LogRecord& record);

/// The record as one JSON object, without newline.
[[nodiscard]] std::string to_json(const LogRecord& record);

/// Standard output; in colour where that is a terminal.
[[nodiscard]] std::shared_ptr<LogSink> console_sink(LogLayout layout = LogLayout::Line);

/// A file that is put aside as `name.1.ext` when it has `max_bytes`; at most `max_files` of those
/// are kept. Throws `ConfigError` when the file cannot be opened, or a limit is 0.
[[nodiscard]] std::shared_ptr<LogSink> rotating_file_sink(const std::string& path,
                                                          std::size_t max_bytes,
                                                          std::size_t max_files,
                                                          LogLayout layout = LogLayout::Line);

/// The system log of the machine; `ident` stands before each message.
[[nodiscard]] std::shared_ptr<LogSink> syslog_sink(const std::string& ident);

/// systemd's journal. Throws `ConfigError` in a build without libsystemd.
[[nodiscard]] std::shared_ptr<LogSink> journald_sink(const std::string& ident);

}  // namespace kebne
