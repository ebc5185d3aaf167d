#pragma once

#include "kebne/actor/detail/actor_cell.hpp"
#include "kebne/base/observer.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <exception>
#include <string_view>

namespace kebne::detail {

/// Where a failure happened, small enough to travel in a system message.
struct FailureSite {
  FailurePoint point;
  std::uint32_t message_type;  ///< 0: none

  [[nodiscard]] std::uint64_t packed() const noexcept {
    return std::uint64_t{message_type} << 8 | static_cast<std::uint64_t>(point);
  }
  [[nodiscard]] static FailureSite unpack(std::uint64_t packed) noexcept {
    return {static_cast<FailurePoint>(packed & 0xff), static_cast<std::uint32_t>(packed >> 8)};
  }
};

/// What a supervisor does about a failed child.
enum class Directive : std::uint8_t { Restart, Stop };

/// Akka's default decider: who could not start, or was killed, is stopped; others are restarted.
[[nodiscard]] Directive default_decision(const std::exception_ptr& cause) noexcept;

void report_failure(const ActorCell& cell, const std::exception_ptr& cause, FailureSite site,
                    std::string_view outcome) noexcept;

/// The failure of a start as its supervisor sees it, with the cause inside.
template <class E>
[[nodiscard]] std::exception_ptr wrap_failure(const ActorCell& cell, FailurePoint point,
                                              const std::exception_ptr& cause) {
  return std::make_exception_ptr(E{
      fmt::format("{}: {} threw {}", path_text(&cell), to_string(point), describe_exception(cause)),
      cause});
}

}  // namespace kebne::detail
