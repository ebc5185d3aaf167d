#include "kebne/actor/mailbox/semantics.hpp"

#include <algorithm>
#include <array>

namespace kebne {
namespace {

/// In the order of the enumerators.
constexpr std::array<std::string_view, 8> names{
    "Akka.Dispatch.IUnboundedMessageQueueSemantics",
    "Akka.Dispatch.IBoundedMessageQueueSemantics",
    "Akka.Dispatch.IDequeBasedMessageQueueSemantics",
    "Akka.Dispatch.IUnboundedDequeBasedMessageQueueSemantics",
    "Akka.Dispatch.IBoundedDequeBasedMessageQueueSemantics",
    "Akka.Dispatch.IMultipleConsumerSemantics",
    "Akka.Dispatch.IControlAwareMessageQueueSemantics",
    "Akka.Event.ILoggerMessageQueueSemantics",
};
static_assert(names.size() == static_cast<std::size_t>(MailboxSemantics::Logger) + 1);

}  // namespace

std::string_view to_string(MailboxSemantics semantics) noexcept {
  return names[static_cast<std::size_t>(semantics)];
}

std::optional<MailboxSemantics> mailbox_semantics(std::string_view name) noexcept {
  const auto found = std::find(names.begin(), names.end(), name.substr(0, name.find(',')));
  if (found == names.end()) return std::nullopt;
  return static_cast<MailboxSemantics>(found - names.begin());
}

}  // namespace kebne
