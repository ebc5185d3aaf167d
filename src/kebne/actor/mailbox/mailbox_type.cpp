#include "kebne/actor/mailbox/mailbox_type.hpp"

#include "kebne/actor/internal/mailbox/built_in_types.hpp"
#include "kebne/actor/internal/mailbox/control_aware_queue.hpp"
#include "kebne/actor/internal/mailbox/priority_queue.hpp"

#include <utility>

namespace kebne {
namespace {

template <class Queue>
MailboxType priority_mailbox(std::string name, PriorityGenerator generator, bool is_bounded) {
  return {.name = std::move(name),
          .queue = [generator = std::move(generator)](
                       const Config&) { return std::make_unique<Queue>(generator); },
          .is_bounded = is_bounded,
          .is_deque = true};
}

std::unique_ptr<MessageQueue> control_aware(const Config&) {
  return std::make_unique<detail::ControlAwareQueue>();
}

}  // namespace

bool offers(const MailboxType& type, MailboxSemantics wanted) noexcept {
  switch (wanted) {
    case MailboxSemantics::Unbounded: return !type.is_bounded;
    case MailboxSemantics::Bounded: return type.is_bounded;
    case MailboxSemantics::Deque: return type.is_deque;
    case MailboxSemantics::UnboundedDeque: return type.is_deque && !type.is_bounded;
    case MailboxSemantics::BoundedDeque: return type.is_deque && type.is_bounded;
    case MailboxSemantics::MultipleConsumer: return type.queue == nullptr;
    case MailboxSemantics::ControlAware: return type.is_control_aware;
    case MailboxSemantics::Logger: return type.is_logger;
  }
  return false;
}

MailboxType unbounded_priority_mailbox(std::string name, PriorityGenerator generator) {
  return priority_mailbox<detail::PriorityQueue>(std::move(name), std::move(generator), false);
}

MailboxType unbounded_stable_priority_mailbox(std::string name, PriorityGenerator generator) {
  return priority_mailbox<detail::StablePriorityQueue>(std::move(name), std::move(generator),
                                                       false);
}

MailboxType bounded_priority_mailbox(std::string name, PriorityGenerator generator) {
  return priority_mailbox<detail::PriorityQueue>(std::move(name), std::move(generator), true);
}

MailboxType bounded_stable_priority_mailbox(std::string name, PriorityGenerator generator) {
  return priority_mailbox<detail::StablePriorityQueue>(std::move(name), std::move(generator), true);
}

const std::vector<MailboxType>& detail::built_in_mailbox_types() {
  // Never destroyed: a static system may still spawn when static objects are gone.
  static const auto& types = *new std::vector<MailboxType>{
      {.name = "Akka.Dispatch.UnboundedMailbox"},
      {.name = "Akka.Dispatch.BoundedMailbox", .is_bounded = true},
      {.name = "Akka.Dispatch.UnboundedDequeBasedMailbox", .is_deque = true},
      {.name = "Akka.Dispatch.BoundedDequeBasedMailbox", .is_bounded = true, .is_deque = true},
      {.name = "Akka.Dispatch.UnboundedControlAwareMailbox",
       .queue = &control_aware,
       .is_deque = true,
       .is_control_aware = true},
      {.name = "Akka.Dispatch.BoundedControlAwareMailbox",
       .queue = &control_aware,
       .is_bounded = true,
       .is_deque = true,
       .is_control_aware = true},
      {.name = "Akka.Event.LoggerMailboxType", .is_logger = true},
  };
  return types;
}

}  // namespace kebne
