#pragma once

#include "kebne/actor/dispatch/message_dispatcher.hpp"

#include <string_view>

namespace kebne {

/// The dispatchers of a system by their ids, which are paths in its configuration.
///
/// Any thread; valid as long as the system.
class Dispatchers {
 public:
  /// The dispatcher of this id, or of the one that the id is an alias of; made by the first who
  /// asks. What its section does not say, `akka.actor.default-dispatcher` does. Throws
  /// `ConfigError` for an id without a section, and for settings that cannot be used.
  [[nodiscard]] MessageDispatcher lookup(std::string_view id) const;

  /// Whether there is a section, or alias, of this id. It may still be unusable.
  [[nodiscard]] bool has_dispatcher(std::string_view id) const;

  /// Where actors run that ask for no other: `akka.actor.default-dispatcher`.
  [[nodiscard]] MessageDispatcher default_dispatcher() const;

  // For the library.
  explicit Dispatchers(detail::SystemCore& core) noexcept : core_{&core} {}

 private:
  detail::SystemCore* core_;
};

}  // namespace kebne
