#include "kebne/actor/logging/log_record.hpp"
#include "kebne/actor/logging/log_sink.hpp"
#include "kebne/base/observer.hpp"

#include <fmt/format.h>

#include <ctime>
#include <iterator>

namespace kebne {
namespace {

struct Moment {
  std::tm date;
  int ms;
};

Moment split(std::int64_t ns) {
  const std::int64_t ms = ns / 1'000'000;
  const std::time_t seconds = ms / 1000;
  Moment moment{{}, static_cast<int>(ms % 1000)};
  gmtime_r(&seconds, &moment.date);
  return moment;
}

void append_json(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < 0x20 || byte == 0x7f) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", byte);
    } else {
      out += c;
    }
  }
  out += '"';
}

void append_value(std::string& out, const LogValue& value) {
  if (const auto* text = std::get_if<std::string>(&value.get())) return append_json(out, *text);
  if (const auto* x = std::get_if<double>(&value.get()); x != nullptr && !(*x - *x == 0)) {
    return append_json(out, value.text());  // JSON has no infinity
  }
  out += value.text();
}

void append_member(std::string& out, std::string_view name, std::string_view text) {
  append_json(out, name);
  out += ':';
  append_json(out, text);
  out += ',';
}

}  // namespace

std::string to_line(const LogRecord& record) {
  const auto [date, ms] = split(record.time_ns());
  std::string out = fmt::format(
      "[{}][{:02}/{:02}/{:04} {:02}:{:02}:{:02}.{:03}Z][Thread {:04}][{}] {}",
      to_string(record.level()), date.tm_mon + 1, date.tm_mday, date.tm_year + 1900, date.tm_hour,
      date.tm_min, date.tm_sec, ms, record.thread(), record.source(), record.message());
  if (record.cause() != nullptr) out += "\nCause: " + describe_exception(record.cause());
  return out;
}

std::string to_json(const LogRecord& record) {
  const auto [date, ms] = split(record.time_ns());
  std::string out{'{'};
  append_member(
      out, "time",
      fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", date.tm_year + 1900,
                  date.tm_mon + 1, date.tm_mday, date.tm_hour, date.tm_min, date.tm_sec, ms));
  append_member(out, "level", to_string(record.level()));
  out += fmt::format("\"thread\":{},", record.thread());
  append_member(out, "source", record.source());
  append_member(out, "system", record.address());
  append_member(out, "message", record.message());
  if (!record.format().empty()) append_member(out, "format", record.format());
  if (record.cause() != nullptr) {
    append_member(out, "cause", describe_exception(record.cause()));
  }
  if (const auto fields = record.fields(); !fields.empty()) {
    out += "\"fields\":{";
    for (const LogField& field : fields) {
      append_json(out, field.name);
      out += ':';
      append_value(out, field.value);
      out += ',';
    }
    out.back() = '}';
    out += ',';
  }
  out.back() = '}';
  return out;
}

}  // namespace kebne
