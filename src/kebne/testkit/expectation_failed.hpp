#pragma once

#include <stdexcept>

namespace kebne {

/// An expectation of a test that did not hold. Any test framework reports it with its text.
struct ExpectationFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace kebne
