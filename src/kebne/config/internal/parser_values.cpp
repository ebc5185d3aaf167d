#include "kebne/config/internal/concatenation.hpp"
#include "kebne/config/internal/merge.hpp"
#include "kebne/config/internal/parser.hpp"

#include <fmt/core.h>

namespace kebne::detail::hocon {

namespace {

bool ends_value(Token token) {
  switch (token) {
    case Token::End:
    case Token::Newline:
    case Token::Comma:
    case Token::CloseBrace:
    case Token::CloseBracket: return true;
    default: return false;
  }
}

}  // namespace

/// What a key or a place in a list holds. `after` is where a missing value is reported.
Value* Parser::value(const Place& after) {
  if (ends_value(token())) {
    fail(after, frame_->lexer.described(), "a value");
    return nullptr;
  }
  Part first;
  if (!part(first)) return nullptr;
  if (ends_value(token())) return single(first);
  ArenaVector<Part> parts;
  parts.push(arena_, first);
  while (!ends_value(token())) {
    Part next;
    if (!part(next)) return nullptr;
    parts.push(arena_, next);
  }
  return joined(parts);
}

bool Parser::part(Part& next) {
  const Lexer& lexer = frame_->lexer;
  next.blank = lexer.blank;
  switch (token()) {
    case Token::Word:
      if (lexer.text == "null") {
        next.value = make_value<Value>(arena_, Kind::Null, here());
        advance();
        break;
      }
      [[fallthrough]];
    case Token::Quoted: {
      Text* text = make_value<Text>(arena_, Kind::Text, here());
      text->text = lexer.text;
      next.value = text;
      advance();
      break;
    }
    case Token::Substitution: next.substitution = substitution(); break;
    case Token::OpenBrace: next.value = object(); break;
    case Token::OpenBracket: next.value = list(); break;
    default: return unexpected("a value, a comma or a line end");
  }
  return next.value != nullptr || next.substitution != nullptr;
}

Value* Parser::single(const Part& part) {
  if (part.value != nullptr) return part.value;
  ArenaVector<Part> parts;
  parts.push(arena_, part);
  return pending(parts);
}

Value* Parser::joined(const ArenaVector<Part>& parts) {
  const Value* kind = nullptr;
  bool substitutions = false;
  for (const Part& part : parts) {
    if (part.value == nullptr) {
      substitutions = true;
      continue;
    }
    if (kind != nullptr && !fits(kind, part.value)) {
      fail(part.value->place, fmt::format("{} after {}", described(part.value), described(kind)),
           "a comma or a line end between them");
      return nullptr;
    }
    kind = part.value;
  }
  if (substitutions) return pending(parts);
  if (is_simple(kind)) return joined_texts(parts);
  Value* first = parts[0].value;
  for (std::uint32_t i = 1; i < parts.size(); ++i) {
    if (is(first, Kind::Object)) {
      first = lay(arena_, parts[i].value, first);
    } else {
      for (Value* item : as_list(parts[i].value).items) as_list(first).items.push(arena_, item);
    }
  }
  return first;
}

/// Pieces of text with the blanks between them.
Value* Parser::joined_texts(const ArenaVector<Part>& parts) {
  Text* text = make_value<Text>(arena_, Kind::Text, parts[0].value->place);
  std::size_t size = 0;
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    size += (i == 0 ? 0 : parts[i].blank.size()) + text_of(parts[i].value).size();
  }
  char* out = arena_.array<char>(size);
  text->text = {out, size};
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    if (i != 0) out += parts[i].blank.copy(out, parts[i].blank.size());
    const std::string_view piece = text_of(parts[i].value);
    out += piece.copy(out, piece.size());
  }
  return text;
}

Value* Parser::pending(const ArenaVector<Part>& parts) {
  has_substitutions_ = true;
  const Place place =
      parts[0].value != nullptr ? parts[0].value->place : parts[0].substitution->place;
  Pending* made = make_value<Pending>(arena_, Kind::Pending, place);
  made->parts = parts;
  return made;
}

Value* Parser::object() {
  const Place opened = here();
  Object* made = make_value<Object>(arena_, Kind::Object, opened);
  advance();
  if (!deeper(opened) || !fields(*made, Token::CloseBrace, opened)) return nullptr;
  --depth_;
  advance();
  return made;
}

Value* Parser::list() {
  const Place opened = here();
  List* made = make_value<List>(arena_, Kind::List, opened);
  advance();
  ++lists_;
  if (!deeper(opened) || !items(*made, opened)) return nullptr;
  --lists_;
  --depth_;
  advance();
  return made;
}

/// Items up to the closing bracket, which is left to be read.
bool Parser::items(List& into, const Place& opened) {
  for (;;) {
    skip_newlines();
    if (token() == Token::CloseBracket) return true;
    if (token() == Token::End) {
      return unexpected(fmt::format("\"]\" for the \"[\" of line {}", origin_of(opened).line));
    }
    Value* item = value(here());
    if (item == nullptr) return false;
    into.items.push(arena_, item);
    if (!separator(Token::CloseBracket)) return false;
  }
}

const Substitution* Parser::substitution() {
  Substitution* made = arena_.make<Substitution>();
  made->place = here();
  made->key = arena_.copy(path_text());
  std::string_view inside = frame_->lexer.text;
  std::uint32_t base = frame_->lexer.begin + 2;
  if (inside.starts_with('?')) {
    made->optional = true;
    inside.remove_prefix(1);
    ++base;
  }
  Lexer lexer{inside, arena_};
  lexer.advance();
  std::vector<std::string_view> names;
  if (!key(lexer, base, names)) return nullptr;
  if (lexer.token != Token::End) {
    const Place place{frame_->source, lexer.begin + base};
    fail(place, lexer.described(), "\"}\" behind the path of a substitution");
    return nullptr;
  }
  for (const std::string_view name : names) made->path.push(arena_, name);
  if (frame_->base > 0 && !frame_->in_list) {
    for (std::size_t i = 0; i < frame_->base; ++i) made->prefix.push(arena_, path_[i]);
    for (const Frame* frame = frame_; frame != nullptr; frame = frame->outer) {
      if (frame->base > 0) made->bases.push(arena_, static_cast<std::uint32_t>(frame->base));
    }
  }
  advance();
  return made;
}

}  // namespace kebne::detail::hocon
