#include "kebne/actor/logging/log_filter.hpp"

#include "kebne/actor/logging/log_record.hpp"

#include <algorithm>

namespace kebne {

bool LogFilter::excludes(const LogRecord& record) const {
  const std::string in = subject == Subject::Source ? record.source() : record.message();
  const std::string_view found{in};
  switch (match) {
    case Match::Equals: return found == text;
    case Match::StartsWith: return found.starts_with(text);
    case Match::EndsWith: return found.ends_with(text);
    case Match::Contains: return found.find(text) != std::string_view::npos;
  }
  return false;
}

bool is_excluded(const std::vector<LogFilter>& filters, const LogRecord& record) {
  return std::any_of(filters.begin(), filters.end(),
                     [&](const LogFilter& filter) { return filter.excludes(record); });
}

}  // namespace kebne
