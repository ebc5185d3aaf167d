#pragma once

#include "kebne/actor/detail/actor_cell.hpp"
#include "kebne/actor/supervisor_strategy.hpp"
#include "kebne/base/observer.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <exception>
#include <optional>
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

void report_failure(const ActorCell& cell, const std::exception_ptr& cause, FailureSite site,
                    std::string_view outcome, bool is_logged = true) noexcept;

/// A failure of a start or a restart as it is reported, with the cause inside.
template <class E>
[[nodiscard]] std::exception_ptr wrap_failure(const ActorCell& cell, FailurePoint point,
                                              const std::exception_ptr& cause) {
  return std::make_exception_ptr(E{
      fmt::format("{}: {} threw {}", path_text(&cell), to_string(point), describe_exception(cause)),
      cause});
}

/// The actor stops handling mail until its parent has decided.
void fail(Local& l, ActorCell& cell, std::exception_ptr cause, FailurePoint point) noexcept;

void drop_failed_envelope(Local& l, ActorCell& cell) noexcept;

/// A child waits for the decision of its supervisor, the cell.
void child_failed(Local& l, ActorCell& cell, ActorCell* child, const std::exception_ptr& cause,
                  FailureSite site);

/// The strategy of the user guardian by its configured name: of Akka.NET's own, or of `known`.
/// Throws `ConfigError`.
[[nodiscard]] SupervisorStrategy guardian_strategy(std::string_view name,
                                                   const std::vector<StrategyType>& known);

}  // namespace kebne::detail
