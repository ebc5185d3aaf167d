#include "tests/support/match.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <map>
#include <vector>

namespace kebne::test {
namespace {

using Items = std::vector<std::string_view>;

Items items_of(std::string_view text) {
  constexpr std::string_view separator = "; ";
  Items items;
  for (;;) {
    const std::size_t end = text.find(separator);
    items.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return items;
    text.remove_prefix(end + separator.size());
  }
}

Items sorted(Items items) {
  std::sort(items.begin(), items.end());
  return items;
}

/// The items of each actor in their order; those of none, under "", sorted.
std::map<std::string_view, Items> by_actor(const Items& items) {
  std::map<std::string_view, Items> out;
  for (const std::string_view item : items) {
    const std::size_t dot = item.find('.');
    out[dot == std::string_view::npos ? std::string_view{} : item.substr(0, dot)].push_back(item);
  }
  if (const auto free = out.find({}); free != out.end()) free->second = sorted(free->second);
  return out;
}

/// Takes a number off the front of `text`, or takes nothing and is false.
bool take_number(std::string_view& text, double& number) {
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::general);
  // from_chars reads "inf" and "nan" too; here those are words.
  if (error != std::errc{} || !std::isfinite(number)) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

bool near(double expected, double got) {
  constexpr double relative = 1e-6;
  return std::abs(expected - got) <= relative * std::max(std::abs(expected), std::abs(got));
}

bool near(std::string_view expected, std::string_view got) {
  while (!expected.empty() && !got.empty()) {
    double a = 0;
    double b = 0;
    std::string_view rest_a = expected;
    std::string_view rest_b = got;
    if (take_number(rest_a, a) && take_number(rest_b, b)) {
      if (!near(a, b)) return false;
      expected = rest_a;
      got = rest_b;
      continue;
    }
    if (expected.front() != got.front()) return false;
    expected.remove_prefix(1);
    got.remove_prefix(1);
  }
  return expected.empty() && got.empty();
}

}  // namespace

bool matches(Match how, std::string_view expected, std::string_view got) {
  switch (how) {
    case Match::Exact: return expected == got;
    case Match::Set: return sorted(items_of(expected)) == sorted(items_of(got));
    case Match::PerActor: return by_actor(items_of(expected)) == by_actor(items_of(got));
    case Match::Near: return near(expected, got);
    case Match::Range: return false;
  }
  return false;
}

}  // namespace kebne::test
