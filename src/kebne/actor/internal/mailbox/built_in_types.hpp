#pragma once

#include "kebne/actor/mailbox/mailbox_type.hpp"

#include <vector>

namespace kebne::detail {

/// The mailboxes that need no registration, by their names in Akka.NET.
[[nodiscard]] const std::vector<MailboxType>& built_in_mailbox_types();

}  // namespace kebne::detail
