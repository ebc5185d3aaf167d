// The only file that knows spdlog.
#include "kebne/actor/errors.hpp"
#include "kebne/actor/internal/text.hpp"
#include "kebne/actor/logging/log_record.hpp"
#include "kebne/actor/logging/log_sink.hpp"

#include <fmt/core.h>

#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/sinks/syslog_sink.h>

#ifdef KEBNE_JOURNALD
#include <spdlog/sinks/systemd_sink.h>
#endif

#include <utility>

namespace kebne {
namespace {

spdlog::level::level_enum severity(LogLevel level) noexcept {
  switch (level) {
    case LogLevel::Debug: return spdlog::level::debug;
    case LogLevel::Info: return spdlog::level::info;
    case LogLevel::Warning: return spdlog::level::warn;
    default: return spdlog::level::err;
  }
}

/// Gives finished texts to a sink of spdlog's.
class SpdlogSink final : public LogSink {
 public:
  SpdlogSink(std::shared_ptr<spdlog::sinks::sink> sink, std::string name, LogLayout layout,
             const char* pattern)
      : sink_{std::move(sink)}, name_{std::move(name)}, layout_{layout} {
    sink_->set_pattern(pattern);
  }

  void write(const LogRecord& record) override {
    const std::string text = layout_ == LogLayout::Json ? to_json(record) : to_line(record);
    sink_->log({name_, severity(record.level()), text});
  }
  void flush() override { sink_->flush(); }

 private:
  std::shared_ptr<spdlog::sinks::sink> sink_;
  std::string name_;
  LogLayout layout_;
};

}  // namespace

std::shared_ptr<LogSink> console_sink(LogLayout layout) {
  return std::make_shared<SpdlogSink>(std::make_shared<spdlog::sinks::stdout_color_sink_st>(),
                                      std::string{}, layout,
                                      layout == LogLayout::Json ? "%v" : "%^%v%$");
}

std::shared_ptr<LogSink> rotating_file_sink(const std::string& path, std::size_t max_bytes,
                                            std::size_t max_files, LogLayout layout) {
  if (max_bytes == 0 || max_files == 0) {
    throw ConfigError{
        fmt::format("log file {}: found max_bytes {} and max_files {}, wanted 1 or more of each",
                    detail::quoted(path), max_bytes, max_files)};
  }
  try {
    return std::make_shared<SpdlogSink>(
        std::make_shared<spdlog::sinks::rotating_file_sink_st>(path, max_bytes, max_files),
        std::string{}, layout, "%v");
  } catch (const spdlog::spdlog_ex& e) {
    throw ConfigError{
        fmt::format("log file {}: cannot be opened: {}", detail::quoted(path), e.what())};
  }
}

std::shared_ptr<LogSink> syslog_sink(const std::string& ident) {
  constexpr int options = 0;
  constexpr int user_facility = 1 << 3;
  return std::make_shared<SpdlogSink>(
      std::make_shared<spdlog::sinks::syslog_sink_st>(ident, options, user_facility, true), ident,
      LogLayout::Line, "%v");
}

std::shared_ptr<LogSink> journald_sink(const std::string& ident) {
#ifdef KEBNE_JOURNALD
  return std::make_shared<SpdlogSink>(std::make_shared<spdlog::sinks::systemd_sink_st>(), ident,
                                      LogLayout::Line, "%v");
#else
  throw ConfigError{
      fmt::format("log sink journald for {}: this build of Kebne has no libsystemd; "
                  "use the syslog sink, which systemd's journal reads too",
                  detail::quoted(ident))};
#endif
}

}  // namespace kebne
