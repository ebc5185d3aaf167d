#pragma once

#include "kebne/config/config.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace kebne {

/// What a configuration says of one mailbox, read and checked.
///
/// What the section itself does not say, `akka.actor.default-mailbox` does.
struct MailboxSettings {
  static constexpr std::string_view default_id = "akka.actor.default-mailbox";

  std::string type;        ///< `mailbox-type`, without an assembly
  std::uint32_t capacity;  ///< of a bounded one; 0: no bound
  Timeout push_timeout;    ///< how long a sender waits for a place
  Config section;          ///< for what a type of the user's own reads

  /// Reads a mailbox: the section at `id`, or for "unbounded" and "bounded" one of those without a
  /// section. Throws `ConfigError` for an id that has no section, and for a value that has the
  /// wrong type or is out of range.
  [[nodiscard]] static MailboxSettings read(const Config& whole, std::string_view id);
};

}  // namespace kebne
