#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kebne {

class LogRecord;

/// Keeps records off the loggers: those whose source, or whose text, is like this.
struct LogFilter {
  enum class Subject : std::uint8_t { Source, Message };
  enum class Match : std::uint8_t { Equals, StartsWith, EndsWith, Contains };

  Subject subject = Subject::Source;
  Match match = Match::StartsWith;
  std::string text;

  [[nodiscard]] static LogFilter source_starts_with(std::string text) {
    return {Subject::Source, Match::StartsWith, std::move(text)};
  }
  [[nodiscard]] static LogFilter source_contains(std::string text) {
    return {Subject::Source, Match::Contains, std::move(text)};
  }
  [[nodiscard]] static LogFilter source_ends_with(std::string text) {
    return {Subject::Source, Match::EndsWith, std::move(text)};
  }
  [[nodiscard]] static LogFilter source_equals(std::string text) {
    return {Subject::Source, Match::Equals, std::move(text)};
  }
  [[nodiscard]] static LogFilter message_contains(std::string text) {
    return {Subject::Message, Match::Contains, std::move(text)};
  }
  [[nodiscard]] static LogFilter message_starts_with(std::string text) {
    return {Subject::Message, Match::StartsWith, std::move(text)};
  }

  /// Whether the record is to be left out.
  [[nodiscard]] bool excludes(const LogRecord& record) const;
};

/// Whether one of them excludes the record.
[[nodiscard]] bool is_excluded(const std::vector<LogFilter>& filters, const LogRecord& record);

}  // namespace kebne
