#pragma once

#include "kebne/testkit/expectation_failed.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kebne::test {

/// The text of the `ExpectationFailed` that `call` throws; a failure of the test when it does not.
template <class F>
std::string failure_of(F call) {
  try {
    call();
  } catch (const ExpectationFailed& e) {
    return e.what();
  }
  ADD_FAILURE() << "the expectation held";
  return {};
}

}  // namespace kebne::test
