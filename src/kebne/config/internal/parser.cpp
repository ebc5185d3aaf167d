#include "kebne/config/internal/parser.hpp"

#include "kebne/config/internal/merge.hpp"
#include "kebne/config/internal/path.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace kebne::detail::hocon {

Parser::Parser(Document& document, const ConfigReading& reading)
    : document_{document}, arena_{document.arena}, reading_{reading} {
  path_.reserve(16);
}

Parsed<void> Parser::run(std::string_view text, std::string_view origin) {
  document_.root = arena_.make<Object>();
  document_.root->kind = Kind::Object;
  if (text.size() > reading_.limits.bytes) {
    // Not copied: the place is the file as a whole.
    return tl::unexpected{Problem{{},
                                  {std::string{origin}},
                                  fmt::format("{} bytes", text.size()),
                                  fmt::format("at most {}", reading_.limits.bytes),
                                  Code::Full}};
  }
  const Source* source = document_.add_source(origin, text);
  document_.root->place = {source, 0};
  bytes_ = text.size();
  if (!read_source(source, *document_.root)) return tl::unexpected{std::move(*problem_)};
  return {};
}

Parsed<Value*> Parser::run_value(std::string_view text, std::string_view origin) {
  const Source* source = document_.add_source(origin, text);
  if (check_text(source)) {
    Frame frame{source, Lexer{source->text, arena_}, 0, false, nullptr};
    frame_ = &frame;
    advance();
    skip_newlines();
    if (Value* value = only_value()) return value;
  }
  return tl::unexpected{std::move(*problem_)};
}

Value* Parser::only_value() {
  Value* read = value(here());
  if (read == nullptr) return nullptr;
  skip_newlines();
  if (has_substitutions_) {
    fail(read->place, "a substitution", "a value without substitutions");
    return nullptr;
  }
  return token() == Token::End || unexpected("nothing behind the value") ? read : nullptr;
}

bool Parser::check_text(const Source* source) {
  const std::size_t broken = first_bad_utf8(source->text);
  if (broken == source->text.size()) return true;
  const auto byte = static_cast<unsigned char>(source->text[broken]);
  return fail({source, static_cast<std::uint32_t>(broken)}, fmt::format("byte 0x{:02x}", byte),
              "UTF-8");
}

bool Parser::read_source(const Source* source, Object& into) {
  if (!check_text(source)) return false;
  Frame frame{source, Lexer{source->text, arena_}, path_.size(), lists_ > 0, frame_};
  frame_ = &frame;
  advance();
  const bool done = root(into);
  frame_ = frame.outer;
  return done;
}

bool Parser::root(Object& into) {
  skip_newlines();
  if (token() != Token::OpenBrace) return fields(into, Token::End, here());
  const Place opened = here();
  advance();
  if (!deeper(opened) || !fields(into, Token::CloseBrace, opened)) return false;
  --depth_;
  advance();
  skip_newlines();
  return token() == Token::End || unexpected("nothing behind the closing \"}\"");
}

/// Fields up to the closing token, which is left to be read.
bool Parser::fields(Object& into, Token closing, const Place& opened) {
  for (;;) {
    skip_newlines();
    if (token() == closing) return true;
    if (token() == Token::End) {
      const ConfigOrigin origin = origin_of(opened);
      return unexpected(fmt::format("\"}}\" for the \"{{\" of line {}", origin.line));
    }
    if (!(is_include() ? include(into) : field(into))) return false;
    if (!separator(closing)) return false;
  }
}

/// What may stand between two fields or items: line ends with one comma among them.
bool Parser::separator(Token closing) {
  const bool newline = token() == Token::Newline;
  skip_newlines();
  if (token() == Token::Comma) {
    advance();
    skip_newlines();
    return true;
  }
  if (newline || token() == closing) return true;
  if (token() == Token::End) return true;  // the caller says what is missing
  return unexpected("a comma or a line end");
}

bool Parser::field(Object& into) {
  const std::size_t outer = path_.size();
  const Place place = here();
  if (!key(frame_->lexer, 0, path_)) return false;
  const std::size_t names = path_.size() - outer;
  const std::uint32_t depth = depth_;
  Object* target = &into;
  const Place behind = here();
  const std::string_view line_end = token() == Token::Newline ? "the end of the line" : "";
  skip_newlines();
  const Place sign = here();
  const bool append = token() == Token::PlusEquals;
  if (append || token() == Token::Equals || token() == Token::Colon) {
    advance();
    skip_newlines();
  } else if (token() != Token::OpenBrace) {
    constexpr std::string_view signs = "\"=\", \":\", \"+=\" or \"{\" after a key";
    if (line_end.empty() || token() == Token::Bad) return unexpected(signs);
    return fail(behind, std::string{line_end}, std::string{signs});
  }
  for (std::size_t i = 0; i + 1 < names; ++i) {
    if (!deeper(place)) return false;
    target = &enter(arena_, *target, path_[outer + i], place);
  }
  Value* read = value(sign);
  if (read == nullptr) return false;
  const std::string_view last = path_.back();
  if (append) read = appended(*target, last, read);
  if (read != nullptr) assign(arena_, *target, last, read);
  depth_ = depth;
  path_.resize(outer);
  return true;
}

/// `key += item`: what the key has, with one more item. Null when the list that is there took it.
Value* Parser::appended(Object& into, std::string_view key, Value* item) {
  Value* existing = into.find(key);
  if (is(existing, Kind::List)) {
    as_list(existing).items.push(arena_, item);
    return nullptr;
  }
  List* one = make_value<List>(arena_, Kind::List, item->place);
  one->items.push(arena_, item);
  has_substitutions_ = true;
  Pending* both = make_value<Pending>(arena_, Kind::Pending, item->place);
  both->parts.push(arena_, Part{});
  both->parts.push(arena_, Part{.value = one, .blank = {}});
  return both;
}

/// A key's names, in quotes or not, with dots between them. `base` is added to the lexer's offsets.
bool Parser::key(Lexer& lexer, std::uint32_t base, std::vector<std::string_view>& names) {
  const std::uint32_t offset = lexer.begin + base;
  if (lexer.token == Token::Quoted) return pieces(lexer, base, {}, offset, names);
  if (lexer.token != Token::Word) {
    if (&lexer == &frame_->lexer) return unexpected("a key");
    return fail({frame_->source, offset}, lexer.described(), "a path such as a.b");
  }
  const std::string_view first = lexer.text;
  lexer.advance();
  const bool more = lexer.token == Token::Word || lexer.token == Token::Quoted;
  return more ? pieces(lexer, base, first, offset, names) : dotted(first, offset, names);
}

bool Parser::dotted(std::string_view text, std::uint32_t offset,
                    std::vector<std::string_view>& names) {
  for (std::size_t start = 0;;) {
    std::size_t end = text.find('.', start);
    if (end == std::string_view::npos) end = text.size();
    if (end == start) {
      const auto at = static_cast<std::uint32_t>(offset + std::min(end, text.size() - 1));
      return fail({frame_->source, at}, fmt::format("an empty name in {}", quoted(text)),
                  "a name on each side of a dot");
    }
    names.push_back(text.substr(start, end - start));
    if (end == text.size()) return true;
    start = end + 1;
  }
}

/// The slow way of `key`: names made of several pieces, as in `a b."c".d`. `first` is a word that
/// was read already, at `offset`.
bool Parser::pieces(Lexer& lexer, std::uint32_t base, std::string_view first, std::uint32_t offset,
                    std::vector<std::string_view>& names) {
  std::string name;
  bool has_piece = false;  // an empty text in quotes is one
  const auto finish = [&] {
    if (!has_piece) {
      return fail({frame_->source, offset}, "an empty name", "a name on each side of a dot");
    }
    names.push_back(arena_.copy(name));
    name.clear();
    has_piece = false;
    return true;
  };
  const auto word = [&](std::string_view text) {
    for (std::size_t dot = text.find('.'); dot != std::string_view::npos; dot = text.find('.')) {
      name += text.substr(0, dot);
      has_piece = has_piece || dot > 0;
      if (!finish()) return false;
      text.remove_prefix(dot + 1);
    }
    name += text;
    has_piece = has_piece || !text.empty();
    return true;
  };
  if (!word(first)) return false;
  for (; lexer.token == Token::Word || lexer.token == Token::Quoted; lexer.advance()) {
    offset = lexer.begin + base;
    const bool is_word = lexer.token == Token::Word;
    if (has_piece && !(is_word && lexer.text.front() == '.')) name += lexer.blank;
    if (is_word) {
      if (!word(lexer.text)) return false;
    } else {
      name += lexer.text;
      has_piece = true;
    }
  }
  return finish();
}

bool Parser::deeper(const Place& place) {
  if (++depth_ <= reading_.limits.depth) return true;
  return fail(place, "objects and lists deeper than that",
              fmt::format("at most {} inside each other", reading_.limits.depth), Code::Full);
}

bool Parser::unexpected(std::string_view wanted) {
  const Lexer& lexer = frame_->lexer;
  if (lexer.token == Token::Bad) return fail(here(), lexer.found, std::string{lexer.wanted});
  return fail(here(), lexer.described(), std::string{wanted});
}

bool Parser::fail(const Place& place, std::string found, std::string wanted, Code code) {
  if (!problem_) {
    problem_ = Problem{path_text(), origin_of(place), std::move(found), std::move(wanted), code};
  }
  return false;
}

std::string Parser::path_text() const {
  std::string text;
  for (const std::string_view name : path_) append_name(text, name);
  return text;
}

}  // namespace kebne::detail::hocon
