#include "kebne/actor/logging/message_template.hpp"

#include "kebne/actor/internal/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace kebne {
namespace {

constexpr std::size_t no_number = std::numeric_limits<std::size_t>::max();
constexpr int widest = 1000;

bool is_number(std::string_view text) noexcept {
  return !text.empty() && std::all_of(text.begin(), text.end(), detail::is_digit);
}

/// The number that a hole names; `no_number` for one with a name.
std::size_t number_of(std::string_view name) noexcept {
  std::size_t n = no_number;
  if (is_number(name)) std::from_chars(name.data(), name.data() + name.size(), n);
  return n;
}

std::string_view trim(std::string_view text) noexcept {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

}  // namespace

std::string LogValue::text() const {
  struct Printer {
    std::string operator()(std::nullptr_t) const { return "null"; }
    std::string operator()(bool b) const { return b ? "true" : "false"; }
    std::string operator()(std::int64_t n) const { return fmt::format("{}", n); }
    std::string operator()(std::uint64_t n) const { return fmt::format("{}", n); }
    std::string operator()(double x) const { return fmt::format("{}", x); }
    std::string operator()(const std::string& s) const { return s; }
  };
  return std::visit(Printer{}, value_);
}

MessageTemplate::MessageTemplate(std::string_view text) : text_{text} {
  parse();
  const bool all_numbers = std::all_of(pieces_.begin(), pieces_.end(), [](const Piece& p) {
    return !p.is_hole || number_of(p.name) != no_number;
  });
  std::size_t next = 0;
  for (Piece& p : pieces_) {
    if (p.is_hole) p.index = all_numbers ? number_of(p.name) : next++;
  }
}

void MessageTemplate::parse() {
  std::size_t at = 0;
  std::size_t begin = 0;  // of the literal that is being read
  const auto literal = [&](std::size_t end) {
    if (end > begin) pieces_.push_back({text_.substr(begin, end - begin), {}});
  };
  while (at < text_.size()) {
    const char c = text_[at];
    if ((c == '{' || c == '}') && at + 1 < text_.size() && text_[at + 1] == c) {
      literal(at + 1);
      begin = at += 2;
      continue;
    }
    if (c == '{') {
      const std::size_t end = text_.find_first_of("{}", at + 1);
      if (end != std::string_view::npos && text_[end] == '}') {
        const std::size_t before = begin;
        literal(at);
        if (add_hole(text_.substr(at + 1, end - at - 1), text_.substr(at, end - at + 1))) {
          begin = at = end + 1;
          continue;
        }
        if (at > before) pieces_.pop_back();
      }
    }
    ++at;
  }
  literal(at);
}

bool MessageTemplate::add_hole(std::string_view inside, std::string_view written) {
  Piece hole{.text = written, .name = inside, .is_hole = true};
  hole.name = hole.name.substr(0, hole.name.find(':'));
  if (const std::size_t comma = hole.name.find(','); comma != std::string_view::npos) {
    const std::string_view width = trim(hole.name.substr(comma + 1));
    const auto [end, error] =
        std::from_chars(width.data(), width.data() + width.size(), hole.width);
    if (error != std::errc{} || end != width.data() + width.size()) return false;
    hole.width = std::clamp(hole.width, -widest, widest);
    hole.name = hole.name.substr(0, comma);
  }
  hole.name = trim(hole.name);
  if (hole.name.starts_with('@') || hole.name.starts_with('$')) hole.name.remove_prefix(1);
  if (hole.name.empty()) return false;
  pieces_.push_back(hole);
  return true;
}

std::string MessageTemplate::render(std::span<const LogValue> args) const {
  if (args.empty()) return std::string{text_};
  std::string out;
  for (const Piece& p : pieces_) {
    if (!p.is_hole || p.index >= args.size()) {
      out += p.text;
      continue;
    }
    const std::string value = args[p.index].text();
    const auto width = static_cast<std::size_t>(std::abs(p.width));
    const std::string pad(width > value.size() ? width - value.size() : 0, ' ');
    out += p.width > 0 ? pad + value : value + pad;
  }
  return out;
}

std::vector<LogField> MessageTemplate::fields(std::span<const LogValue> args) const {
  std::vector<LogField> out;
  for (const Piece& p : pieces_) {
    if (!p.is_hole || p.index >= args.size()) continue;
    out.push_back({std::string{p.name}, args[p.index]});
  }
  return out;
}

}  // namespace kebne
