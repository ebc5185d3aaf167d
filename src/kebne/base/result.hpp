#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace kebne {

/// What kind of thing went wrong; the text says the rest.
enum class Code : std::uint8_t {
  BadSyntax,       ///< text that does not follow its grammar
  OutOfRange,      ///< a number outside its limits
  Timeout,         ///< the time given has passed
  DeadTarget,      ///< the actor asked has stopped, or stops before it answers
  WrongReplyType,  ///< an answer of another type than the question names
  UserError,       ///< an exception of the user's, carried along
  Terminated,      ///< the actor system has ended
  Full,            ///< a limit is reached
};

/// The enumerator's name, as written above.
[[nodiscard]] std::string_view to_string(Code code) noexcept;

/// A failure that is a value. `text` says what was found, what was wanted, and where.
struct Error {
  Code code;
  std::string text;
};

/// A value or an `Error`. `tl::expected` until the standard's own is everywhere.
template <class T>
using Result = tl::expected<T, Error>;

/// The failing side of a `Result`: `return fail(Code::BadSyntax, "…")`.
[[nodiscard]] inline tl::unexpected<Error> fail(Code code, std::string text) {
  return tl::unexpected<Error>{Error{code, std::move(text)}};
}

/// A result without a value of interest.
struct Done {
  friend bool operator==(Done, Done) noexcept { return true; }
};

}  // namespace kebne
