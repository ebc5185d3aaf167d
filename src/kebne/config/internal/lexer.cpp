#include "kebne/config/internal/lexer.hpp"

#include "kebne/config/internal/problem.hpp"

#include <fmt/core.h>

#include <array>
#include <utility>

namespace kebne::detail::hocon {

namespace {

enum class Class : std::uint8_t { Word, Blank, LineEnd, Sign, Control };

constexpr std::array<Class, 256> make_classes() {
  std::array<Class, 256> classes{};
  for (std::size_t i = 0; i < 0x20; ++i) classes[i] = Class::Control;
  classes[0x7f] = Class::Control;
  for (const char c : std::string_view{" \t\r\v\f"}) {
    classes[static_cast<unsigned char>(c)] = Class::Blank;
  }
  classes['\n'] = Class::LineEnd;
  for (const char c : std::string_view{"$\"{}[]:=,#`^?!@*&\\"}) {
    classes[static_cast<unsigned char>(c)] = Class::Sign;
  }
  return classes;
}

constexpr std::array<Class, 256> classes = make_classes();

Class class_of(char c) { return classes[static_cast<unsigned char>(c)]; }

void append_utf8(std::string& out, std::uint32_t code) {
  const auto push = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    push(code);
  } else if (code < 0x800) {
    push(0xc0 | code >> 6);
    push(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    push(0xe0 | code >> 12);
    push(0x80 | (code >> 6 & 0x3f));
    push(0x80 | (code & 0x3f));
  } else {
    push(0xf0 | code >> 18);
    push(0x80 | (code >> 12 & 0x3f));
    push(0x80 | (code >> 6 & 0x3f));
    push(0x80 | (code & 0x3f));
  }
}

bool is_high_surrogate(std::uint32_t unit) { return unit >= 0xd800 && unit < 0xdc00; }
bool is_low_surrogate(std::uint32_t unit) { return unit >= 0xdc00 && unit < 0xe000; }

Token sign_token(char c) {
  switch (c) {
    case ',': return Token::Comma;
    case '{': return Token::OpenBrace;
    case '}': return Token::CloseBrace;
    case '[': return Token::OpenBracket;
    case ']': return Token::CloseBracket;
    case '=': return Token::Equals;
    case ':': return Token::Colon;
    default: return Token::Bad;
  }
}

}  // namespace

Lexer::Lexer(std::string_view text_, Arena& arena) noexcept : all_{text_}, arena_{arena} {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (all_.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
}

void Lexer::advance() {
  const std::uint32_t start = at_;
  while (!at_end() && class_of(peek()) == Class::Blank) ++at_;
  blank = all_.substr(start, at_ - start);
  begin = at_;
  if (at_end()) {
    token = Token::End;
    return;
  }
  const char c = peek();
  switch (class_of(c)) {
    case Class::LineEnd: return skip_lines();
    case Class::Control:
      return bad(at_, fmt::format("the control character 0x{:02x}", static_cast<unsigned char>(c)),
                 "text");
    case Class::Sign: break;
    default: return word();
  }
  if (c == '#') return skip_lines();
  if (c == '"') return quoted_text();
  if (c == '$') return substitution();
  token = sign_token(c);
  ++at_;
  if (token == Token::Bad) bad(begin, quoted({&c, 1}), "quotes around a text with this character");
}

/// Line ends, comments and the blanks between them are one token; a comment at the very end is
/// nothing.
void Lexer::skip_lines() {
  bool line_end = false;
  while (!at_end()) {
    const char c = peek();
    if (class_of(c) == Class::LineEnd) {
      line_end = true;
      ++at_;
    } else if (class_of(c) == Class::Blank) {
      ++at_;
    } else if (c == '#' || (c == '/' && peek(1) == '/')) {
      skip_comment();
    } else {
      break;
    }
  }
  token = line_end ? Token::Newline : Token::End;
}

void Lexer::skip_comment() {
  const std::size_t end = all_.find('\n', at_);
  at_ = static_cast<std::uint32_t>(end == std::string_view::npos ? all_.size() : end);
}

void Lexer::word() {
  if (peek() == '/' && peek(1) == '/') return skip_lines();
  if (peek() == '+' && peek(1) == '=') {
    token = Token::PlusEquals;
    at_ += 2;
    return;
  }
  while (!at_end() && class_of(peek()) == Class::Word) {
    const char c = peek();
    if (c == '/' && peek(1) == '/') break;
    if (c == '+' && peek(1) == '=') break;
    ++at_;
  }
  token = Token::Word;
  text = all_.substr(begin, at_ - begin);
}

void Lexer::quoted_text() {
  if (peek(1) == '"' && peek(2) == '"') return triple_quoted_text();
  token = Token::Quoted;
  const std::uint32_t from = ++at_;
  while (!at_end()) {
    const char c = peek();
    if (c == '"') {
      text = all_.substr(from, at_ - from);
      ++at_;
      return;
    }
    if (c == '\\') return unescape(from);
    if (c == '\n') return bad(begin, "the end of the line inside quotes", "a closing \"");
    if (class_of(c) == Class::Control) {
      return bad(at_, "a control character inside quotes", "an escape such as \\u0001");
    }
    ++at_;
  }
  bad(begin, "the end of the text inside quotes", "a closing \"");
}

/// The rest of a quoted text, from the first backslash on.
void Lexer::unescape(std::uint32_t from) {
  std::string out{all_.substr(from, at_ - from)};
  while (!at_end()) {
    const char c = peek();
    if (c == '"') {
      text = arena_.copy(out);
      ++at_;
      return;
    }
    if (c == '\n') return bad(begin, "the end of the line inside quotes", "a closing \"");
    if (class_of(c) == Class::Control) {
      return bad(at_, "a control character inside quotes", "an escape such as \\u0001");
    }
    if (c != '\\') {
      out += c;
      ++at_;
    } else if (!escape(out)) {
      return;
    }
  }
  bad(begin, "the end of the text inside quotes", "a closing \"");
}

bool Lexer::escape(std::string& out) {
  constexpr std::string_view names = "\"\\/bfnrt";
  constexpr std::string_view means = "\"\\/\b\f\n\r\t";
  const std::uint32_t start = at_++;
  const char c = peek();
  if (const std::size_t i = names.find(c); c != '\0' && i != std::string_view::npos) {
    out += means[i];
    ++at_;
    return true;
  }
  constexpr std::string_view wanted_escapes = R"(one of \" \\ \/ \b \f \n \r \t \uXXXX)";
  std::uint32_t unit = 0;
  std::uint32_t low = 0;
  if (c == 'u') {
    ++at_;
    if (!hex4(unit)) return bad(start, "\\u without four hex digits", wanted_escapes), false;
    if (!is_high_surrogate(unit) && !is_low_surrogate(unit)) return append_utf8(out, unit), true;
    const bool pair = is_high_surrogate(unit) && peek() == '\\' && peek(1) == 'u';
    if (pair) at_ += 2;
    if (pair && hex4(low) && is_low_surrogate(low)) {
      append_utf8(out, 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
      return true;
    }
    return bad(start, "half of a surrogate pair", "both halves, \\ud83d\\ude00"), false;
  }
  std::size_t length = 1;
  while (length < 4 &&
         (static_cast<unsigned char>(peek(static_cast<std::uint32_t>(length))) & 0xc0) == 0x80) {
    ++length;
  }
  bad(start, quoted(all_.substr(start, length + 1)), wanted_escapes);
  return false;
}

bool Lexer::hex4(std::uint32_t& unit) {
  unit = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = peek();
    const char lower = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool digit = c >= '0' && c <= '9';
    if (!digit && !(lower >= 'a' && lower <= 'f')) return false;
    unit = unit << 4 | static_cast<std::uint32_t>(digit ? c - '0' : lower - 'a' + 10);
    ++at_;
  }
  return true;
}

void Lexer::triple_quoted_text() {
  at_ += 3;
  std::size_t end = all_.find("\"\"\"", at_);
  if (end == std::string_view::npos) {
    at_ = static_cast<std::uint32_t>(all_.size());
    return bad(begin, "the end of the text inside \"\"\"", "a closing \"\"\"");
  }
  // Quotes in front of the closing three belong to the text.
  while (end + 3 < all_.size() && all_[end + 3] == '"') ++end;
  token = Token::Quoted;
  text = all_.substr(at_, end - at_);
  at_ = static_cast<std::uint32_t>(end + 3);
}

void Lexer::substitution() {
  if (peek(1) != '{') {
    ++at_;
    return bad(begin, "\"$\"", "${path}, or quotes around a text with $");
  }
  at_ += 2;
  const std::uint32_t from = at_;
  bool in_quotes = false;
  while (!at_end() && peek() != '\n' && (in_quotes || peek() != '}')) {
    if (in_quotes && peek() == '\\' && peek(1) != '\n') ++at_;
    if (peek() == '"') in_quotes = !in_quotes;
    ++at_;
  }
  if (at_ >= all_.size() || peek() != '}') {
    at_ = static_cast<std::uint32_t>(std::min<std::size_t>(at_, all_.size()));
    return bad(begin, "${ without end", "${path}");
  }
  token = Token::Substitution;
  text = all_.substr(from, at_ - from);
  ++at_;
}

void Lexer::bad(std::uint32_t offset, std::string what, std::string_view instead) {
  token = Token::Bad;
  begin = offset;
  found = std::move(what);
  wanted = instead;
}

std::string Lexer::described() const {
  switch (token) {
    case Token::End: return "the end of the text";
    case Token::Newline: return "the end of the line";
    case Token::Comma: return "\",\"";
    case Token::OpenBrace: return "\"{\"";
    case Token::CloseBrace: return "\"}\"";
    case Token::OpenBracket: return "\"[\"";
    case Token::CloseBracket: return "\"]\"";
    case Token::Equals: return "\"=\"";
    case Token::Colon: return "\":\"";
    case Token::PlusEquals: return "\"+=\"";
    case Token::Word:
    case Token::Quoted: return quoted(text);
    case Token::Substitution: return "a substitution";
    case Token::Bad: break;
  }
  return found;
}

}  // namespace kebne::detail::hocon
