#pragma once

#include "kebne/config/internal/arena.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace kebne::detail::hocon {

enum class Token : std::uint8_t {
  End,
  Newline,  ///< one or more line ends, with the comments between them
  Comma,
  OpenBrace,
  CloseBrace,
  OpenBracket,
  CloseBracket,
  Equals,
  Colon,
  PlusEquals,
  Word,          ///< a run of unquoted characters without white space
  Quoted,        ///< "…" or """…"""
  Substitution,  ///< ${…}
  Bad,           ///< nothing of the grammar: `found` and `wanted` say what
};

/// Cuts a text into tokens, one at a time. Linear: each byte is looked at a fixed number of times.
class Lexer {
 public:
  /// The text must be UTF-8 (see `first_bad_utf8`) and outlive the tokens.
  Lexer(std::string_view text, Arena& arena) noexcept;

  void advance();

  Token token = Token::End;
  std::uint32_t begin = 0;  ///< offset of the token
  std::string_view text;  ///< Word: itself; Quoted: what it means; Substitution: between the braces
  std::string_view blank;   ///< white space in front of it, on its line
  std::string found;        ///< Bad
  std::string_view wanted;  ///< Bad

  /// `"x"`, `end of line`, `end of text`: the token in an error text.
  [[nodiscard]] std::string described() const;

  /// The text behind the token, up to the end.
  [[nodiscard]] std::string_view rest() const noexcept { return all_.substr(at_); }

 private:
  void skip_lines();
  void skip_comment();
  void word();
  void quoted_text();
  void triple_quoted_text();
  void substitution();
  void unescape(std::uint32_t from);
  bool escape(std::string& out);
  bool hex4(std::uint32_t& unit);
  void bad(std::uint32_t offset, std::string what, std::string_view instead);

  [[nodiscard]] char peek(std::uint32_t ahead = 0) const noexcept {
    return at_ + ahead < all_.size() ? all_[at_ + ahead] : '\0';
  }
  [[nodiscard]] bool at_end() const noexcept { return at_ >= all_.size(); }

  std::string_view all_;
  Arena& arena_;
  std::uint32_t at_ = 0;
};

/// Offset of the first byte that is not UTF-8, or the size of the text.
[[nodiscard]] std::size_t first_bad_utf8(std::string_view text) noexcept;

}  // namespace kebne::detail::hocon
