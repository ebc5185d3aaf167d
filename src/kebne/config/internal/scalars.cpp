#include "kebne/config/internal/scalars.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

namespace kebne::detail::hocon {

namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

template <class T>
bool read_whole(std::string_view text, T& out) {
  text = trimmed(text);
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.empty() || !is_digit(text.front())) return false;
  }
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && end == text.data() + text.size();
}

template <class T>
bool read_real(std::string_view text, T& out) {
  text = trimmed(text);
  if (text == "NaN") return out = std::numeric_limits<T>::quiet_NaN(), true;
  if (text == "Infinity") return out = std::numeric_limits<T>::infinity(), true;
  if (text == "-Infinity") return out = -std::numeric_limits<T>::infinity(), true;
  if (text.find_first_not_of("0123456789+-.eE") != std::string_view::npos) return false;
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return false;
  }
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && end == text.data() + text.size();
}

struct Unit {
  std::string_view name;
  std::int64_t factor;
};

template <std::size_t N>
std::int64_t factor_of(const std::array<Unit, N>& units, std::string_view name) {
  const auto unit =
      std::find_if(units.begin(), units.end(), [&](const Unit& u) { return u.name == name; });
  return unit == units.end() ? 0 : unit->factor;
}

constexpr std::int64_t micro = 1000;
constexpr std::int64_t milli = 1000 * micro;
constexpr std::int64_t second = 1000 * milli;
constexpr std::int64_t minute = 60 * second;
constexpr std::int64_t hour = 60 * minute;
constexpr std::int64_t day = 24 * hour;

constexpr std::array duration_units{
    Unit{"s", second},
    Unit{"second", second},
    Unit{"seconds", second},
    Unit{"ms", milli},
    Unit{"milli", milli},
    Unit{"millis", milli},
    Unit{"millisecond", milli},
    Unit{"milliseconds", milli},
    Unit{"m", minute},
    Unit{"minute", minute},
    Unit{"minutes", minute},
    Unit{"h", hour},
    Unit{"hour", hour},
    Unit{"hours", hour},
    Unit{"d", day},
    Unit{"day", day},
    Unit{"days", day},
    Unit{"us", micro},
    Unit{"micro", micro},
    Unit{"micros", micro},
    Unit{"microsecond", micro},
    Unit{"microseconds", micro},
    Unit{"ns", 1},
    Unit{"nano", 1},
    Unit{"nanos", 1},
    Unit{"nanosecond", 1},
    Unit{"nanoseconds", 1},
};

constexpr std::int64_t kibi(int power) { return std::int64_t{1} << (10 * power); }

constexpr std::int64_t kilo(int power) {
  std::int64_t factor = 1;
  for (int i = 0; i < power; ++i) factor *= 1000;
  return factor;
}

constexpr std::array size_units{
    Unit{"", 1},
    Unit{"b", 1},
    Unit{"B", 1},
    Unit{"byte", 1},
    Unit{"bytes", 1},
    Unit{"k", kibi(1)},
    Unit{"K", kibi(1)},
    Unit{"Ki", kibi(1)},
    Unit{"KiB", kibi(1)},
    Unit{"kibibyte", kibi(1)},
    Unit{"kibibytes", kibi(1)},
    Unit{"m", kibi(2)},
    Unit{"M", kibi(2)},
    Unit{"Mi", kibi(2)},
    Unit{"MiB", kibi(2)},
    Unit{"mebibyte", kibi(2)},
    Unit{"mebibytes", kibi(2)},
    Unit{"g", kibi(3)},
    Unit{"G", kibi(3)},
    Unit{"Gi", kibi(3)},
    Unit{"GiB", kibi(3)},
    Unit{"gibibyte", kibi(3)},
    Unit{"gibibytes", kibi(3)},
    Unit{"t", kibi(4)},
    Unit{"T", kibi(4)},
    Unit{"Ti", kibi(4)},
    Unit{"TiB", kibi(4)},
    Unit{"tebibyte", kibi(4)},
    Unit{"tebibytes", kibi(4)},
    Unit{"p", kibi(5)},
    Unit{"P", kibi(5)},
    Unit{"Pi", kibi(5)},
    Unit{"PiB", kibi(5)},
    Unit{"pebibyte", kibi(5)},
    Unit{"pebibytes", kibi(5)},
    Unit{"e", kibi(6)},
    Unit{"E", kibi(6)},
    Unit{"Ei", kibi(6)},
    Unit{"EiB", kibi(6)},
    Unit{"exbibyte", kibi(6)},
    Unit{"exbibytes", kibi(6)},
    Unit{"kB", kilo(1)},
    Unit{"kilobyte", kilo(1)},
    Unit{"kilobytes", kilo(1)},
    Unit{"MB", kilo(2)},
    Unit{"megabyte", kilo(2)},
    Unit{"megabytes", kilo(2)},
    Unit{"GB", kilo(3)},
    Unit{"gigabyte", kilo(3)},
    Unit{"gigabytes", kilo(3)},
    Unit{"TB", kilo(4)},
    Unit{"terabyte", kilo(4)},
    Unit{"terabytes", kilo(4)},
    Unit{"PB", kilo(5)},
    Unit{"petabyte", kilo(5)},
    Unit{"petabytes", kilo(5)},
    Unit{"EB", kilo(6)},
    Unit{"exabyte", kilo(6)},
    Unit{"exabytes", kilo(6)},
};

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

bool scale(std::int64_t number, std::int64_t factor, std::int64_t& out) {
  if (number > most / factor) return false;
  out = number * factor;
  return true;
}

/// Splits a text into its digits and the unit behind them.
std::string_view take_digits(std::string_view& text) {
  std::size_t end = text.find_first_not_of("0123456789");
  if (end == std::string_view::npos) end = text.size();
  const std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  return digits;
}

/// `100`, `100.7`, `1e3`: milliseconds.
bool read_milliseconds(std::string_view text, std::chrono::nanoseconds& out) {
  double number = 0;
  if (!read_real(text, number)) return false;
  const double ns = number * static_cast<double>(milli);
  // The largest duration means infinite.
  if (!(ns >= 0) || !(ns < static_cast<double>(most))) return false;
  out = std::chrono::nanoseconds{std::llround(ns)};
  return true;
}

bool read_duration(std::string_view text, std::chrono::nanoseconds& out) {
  text = trimmed(text);
  if (text.find_first_not_of("0123456789.eE+-") == std::string_view::npos) {
    return read_milliseconds(text, out);
  }
  const std::string_view whole = take_digits(text);
  std::string_view part;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    part = take_digits(text);
    if (part.empty()) return false;
  }
  const std::int64_t factor = factor_of(duration_units, trimmed(text));
  std::int64_t number = 0;
  std::int64_t ns = 0;
  if (factor == 0 || !read_whole(whole, number) || !scale(number, factor, ns)) return false;
  for (std::int64_t digit_factor = factor; const char c : part) {
    digit_factor /= 10;
    const std::int64_t more = (c - '0') * digit_factor;
    if (ns > most - more) return false;
    ns += more;
  }
  out = std::chrono::nanoseconds{ns};
  return ns != most;
}

bool is_infinite(std::string_view text) {
  constexpr std::string_view word = "infinite";
  text = trimmed(text);
  return std::equal(text.begin(), text.end(), word.begin(), word.end(), [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  });
}

}  // namespace

bool read_scalar(std::string_view text, std::string& out) {
  out = text;
  return true;
}

bool read_scalar(std::string_view text, bool& out) {
  out = text == "on" || text == "true" || text == "yes";
  return out || text == "off" || text == "false" || text == "no";
}

bool read_scalar(std::string_view text, std::uint8_t& out) { return read_whole(text, out); }
bool read_scalar(std::string_view text, std::int32_t& out) { return read_whole(text, out); }
bool read_scalar(std::string_view text, std::uint32_t& out) { return read_whole(text, out); }
bool read_scalar(std::string_view text, std::int64_t& out) { return read_whole(text, out); }
bool read_scalar(std::string_view text, float& out) { return read_real(text, out); }
bool read_scalar(std::string_view text, double& out) { return read_real(text, out); }

bool read_scalar(std::string_view text, std::chrono::nanoseconds& out) {
  return read_duration(text, out);
}

bool read_scalar(std::string_view text, Timeout& out) {
  if (is_infinite(text)) return out = Timeout::infinite(), true;
  return read_duration(text, out.after);
}

bool read_scalar(std::string_view text, ByteSize& out) {
  text = trimmed(text);
  const std::string_view digits = take_digits(text);
  const std::int64_t factor = factor_of(size_units, trimmed(text));
  std::int64_t number = 0;
  return factor != 0 && read_whole(digits, number) && scale(number, factor, out.bytes);
}

}  // namespace kebne::detail::hocon
