#include "tests/support/words.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace kebne::test {
namespace {

TEST(Words, TranslatesWholeWordsOnly) {
  EXPECT_EQ(neutral("True hash equal=False"), "true hash equal=false");
  EXPECT_EQ(neutral("Truest xTrue True_"), "Truest xTrue True_");
  EXPECT_EQ(neutral("throws UriFormatException; True"), "throws bad-syntax; true");
  EXPECT_EQ(neutral(""), "");
}

TEST(Words, LeavesTheRestAsItIs) {
  EXPECT_EQ(neutral("akka://s y/\xc3\xa4#1|[a]"), "akka://s y/\xc3\xa4#1|[a]");
}

TEST(Words, ClassesThatMeanTheSameAreOneWord) {
  EXPECT_EQ(neutral("FormatException"), neutral("UriFormatException"));
  EXPECT_NE(neutral("FormatException"), neutral("OverflowException"));
}

TEST(Words, AFailedResultSpeaksAsTheTableDoes) {
  EXPECT_EQ(throws(Error{Code::BadSyntax, "text"}), neutral("throws FormatException"));
  EXPECT_EQ(throws(Error{Code::OutOfRange, "text"}), neutral("throws OverflowException"));
}

TEST(Words, AnExceptionSpeaksAsTheTableDoes) {
  EXPECT_EQ(word(std::make_exception_ptr(std::invalid_argument{"x"})),
            neutral("ArgumentException"));
  EXPECT_EQ(word(std::make_exception_ptr(std::runtime_error{"why"})), "std::runtime_error (why)");
  EXPECT_EQ(word(std::make_exception_ptr(5)), "something that is no std::exception");
}

}  // namespace
}  // namespace kebne::test
