#include "kebne/config/internal/merge.hpp"
#include "kebne/config/internal/parser.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace kebne::detail::hocon {

namespace {

constexpr std::string_view wanted_form =
    "include \"name\", include file(\"name\") or include required(...)";

bool starts_argument(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return c == '('; });
}

}  // namespace

/// `include` is an ordinary key unless a blank and a name in quotes follow.
bool Parser::is_include() const {
  if (token() != Token::Word || frame_->lexer.text != "include") return false;
  std::string_view rest = frame_->lexer.rest();
  const std::size_t behind = rest.find_first_not_of(" \t");
  if (behind == 0 || behind == std::string_view::npos) return false;
  rest.remove_prefix(behind);
  if (rest.front() == '"') return true;
  const std::size_t end = rest.find_first_of(" \t\r\n\"=:{");
  return starts_argument(rest.substr(0, end));
}

bool Parser::include(Object& into) {
  const Place place = here();
  advance();
  std::string name;
  return include_name(name) && include_text(place, name, into);
}

bool Parser::include_name(std::string& name) {
  std::string opening;
  const Place place = here();
  for (; token() == Token::Word; advance()) opening += frame_->lexer.text;
  const bool known = opening.empty() || opening == "file(" || opening == "required(" ||
                     opening == "required(file(";
  if (!known) return fail(place, quoted(opening), std::string{wanted_form});
  if (token() != Token::Quoted) return unexpected(wanted_form);
  name = frame_->lexer.text;
  advance();
  std::string closing;
  for (; token() == Token::Word; advance()) closing += frame_->lexer.text;
  const auto open = std::count(opening.begin(), opening.end(), '(');
  if (closing == std::string(static_cast<std::size_t>(open), ')')) return true;
  return fail(place, fmt::format("{} behind the name", quoted(closing)), std::string{wanted_form});
}

bool Parser::include_text(const Place& place, std::string_view name, Object& into) {
  const ConfigLimits& limits = reading_.limits;
  if (!reading_.include) {
    return fail(place, fmt::format("include {}", quoted(name)), "a text without includes");
  }
  if (++includes_ > limits.includes) {
    return fail(place, fmt::format("{} includes", includes_),
                fmt::format("at most {}", limits.includes), Code::Full);
  }
  auto loaded = reading_.include(name, frame_->source->name);
  if (!loaded) {
    return fail(place, fmt::format("include {} ({})", quoted(name), loaded.error().text),
                "a file that can be read");
  }
  std::uint32_t depth = 1;
  for (const Frame* frame = frame_; frame != nullptr; frame = frame->outer, ++depth) {
    if (frame->source->name == loaded->origin) {
      return fail(place, fmt::format("include {}, which includes itself", quoted(name)),
                  "no circle of includes");
    }
  }
  if (depth > limits.include_depth + 1) {
    return fail(place, "files that include each other deeper than that",
                fmt::format("at most {}", limits.include_depth), Code::Full);
  }
  bytes_ += loaded->text.size();
  if (bytes_ > limits.bytes) {
    return fail(place, fmt::format("{} bytes with this include", bytes_),
                fmt::format("at most {}", limits.bytes), Code::Full);
  }
  Object* read = make_value<Object>(arena_, Kind::Object, place);
  if (!read_source(document_.add_source(loaded->origin, loaded->text), *read)) return false;
  for (const Object::Field& field : read->fields) assign(arena_, into, field.key, field.value);
  return true;
}

}  // namespace kebne::detail::hocon
