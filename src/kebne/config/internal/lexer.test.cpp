#include "kebne/config/internal/lexer.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace kebne::detail::hocon {
namespace {

/// The tokens of a text up to its end or the first bad one, in error-text spelling.
std::vector<std::string> tokens(std::string_view text) {
  Arena arena{512};
  Lexer lexer{text, arena};
  std::vector<std::string> out;
  do {
    lexer.advance();
    out.push_back(lexer.described());
  } while (lexer.token != Token::End && lexer.token != Token::Bad);
  return out;
}

using Texts = std::vector<std::string>;

TEST(Lexer, CutsSignsWordsAndQuotes) {
  EXPECT_EQ(tokens("a.b += [c, \"d e\"]:{}"),
            (Texts{"\"a.b\"", "\"+=\"", "\"[\"", "\"c\"", "\",\"", "\"d e\"", "\"]\"", "\":\"",
                   "\"{\"", "\"}\"", "the end of the text"}));
}

TEST(Lexer, LineEndsAndCommentsAreOneToken) {
  EXPECT_EQ(tokens("a # x\n\n  // y\r\n\tb//z"),
            (Texts{"\"a\"", "the end of the line", "\"b\"", "the end of the text"}));
}

TEST(Lexer, SlashesInsideWordsStay) {
  EXPECT_EQ(tokens("/a/b c//d"), (Texts{"\"/a/b\"", "\"c\"", "the end of the text"}));
}

TEST(Lexer, KeepsTheBlanksInFront) {
  Arena arena{512};
  Lexer lexer{"a \t b", arena};
  lexer.advance();
  lexer.advance();

  EXPECT_EQ(lexer.blank, " \t ");
  EXPECT_EQ(lexer.begin, 4u);
}

TEST(Lexer, ReadsEscapes) {
  Arena arena{512};
  Lexer lexer{R"("\u00e5\ud83d\ude00\t\"\\")", arena};
  lexer.advance();

  EXPECT_EQ(lexer.text, "\xc3\xa5\xf0\x9f\x98\x80\t\"\\");
}

TEST(Lexer, RefusesHalfAPair) {
  EXPECT_EQ(tokens(R"("\ud83d")"), (Texts{"half of a surrogate pair"}));
  EXPECT_EQ(tokens(R"("\ude00")"), (Texts{"half of a surrogate pair"}));
  EXPECT_EQ(tokens(R"("\ud83d\u0041")"), (Texts{"half of a surrogate pair"}));
}

TEST(Lexer, RefusesControlCharacters) {
  EXPECT_EQ(tokens(std::string_view{"a\0b", 3}), (Texts{"\"a\"", "the control character 0x00"}));
  EXPECT_EQ(tokens("\"a\x01\""), (Texts{"a control character inside quotes"}));
}

TEST(Lexer, TakesQuotesInsideSubstitutions) {
  Arena arena{512};
  Lexer lexer{R"(${a."}".b})", arena};
  lexer.advance();

  EXPECT_EQ(lexer.token, Token::Substitution);
  EXPECT_EQ(lexer.text, R"(a."}".b)");
}

TEST(Utf8, FindsTheFirstBrokenByte) {
  EXPECT_EQ(first_bad_utf8("plain ascii, more than eight"), 28u);
  EXPECT_EQ(first_bad_utf8("\xc3\xa5\xe4\xb8\xad\xf0\x9f\x98\x80"), 9u);
  EXPECT_EQ(first_bad_utf8("abc\xff"), 3u);
  EXPECT_EQ(first_bad_utf8("12345678\xc3"), 8u);       // cut off
  EXPECT_EQ(first_bad_utf8("\xc0\xaf"), 0u);           // longer than needed
  EXPECT_EQ(first_bad_utf8("a\xed\xa0\x80"), 1u);      // a surrogate
  EXPECT_EQ(first_bad_utf8("a\xf4\x90\x80\x80"), 1u);  // beyond the last character
  EXPECT_EQ(first_bad_utf8("\xe0\x80\x80"), 0u);
  EXPECT_EQ(first_bad_utf8("\xf0\x80\x80\x80"), 0u);
}

}  // namespace
}  // namespace kebne::detail::hocon
