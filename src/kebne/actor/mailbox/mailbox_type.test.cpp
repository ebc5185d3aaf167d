#include "kebne/actor/mailbox/mailbox_type.hpp"

#include "kebne/actor/detail/deliver.hpp"
#include "kebne/actor/internal/mailbox/built_in_types.hpp"
#include "kebne/actor/messages.hpp"
#include "kebne/config/config.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>

namespace kebne {
namespace {

const MailboxType& built_in(std::string_view name) {
  const auto& all = detail::built_in_mailbox_types();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [name](const MailboxType& type) { return type.name == name; });
  if (found == all.end()) throw std::out_of_range{std::string{name}};
  return *found;
}

TEST(MailboxType, IsBuiltInForEveryNameOfTheReference) {
  const Config mailboxes = Config::reference().get_config("akka.actor.mailbox");
  for (const std::string& id : mailboxes.keys()) {
    if (id == "requirements") continue;
    EXPECT_NO_THROW((void)built_in(mailboxes.get_string(id + ".mailbox-type"))) << id;
  }
}

TEST(MailboxType, OffersWhatTheReferenceMapsToIt) {
  const Config mailboxes = Config::reference().get_config("akka.actor.mailbox");
  const Config requirements = mailboxes.get_config("requirements");
  for (const std::string& name : requirements.keys()) {
    const std::string id = requirements.get_string('"' + name + '"');
    const std::string type = Config::reference().get_string(id + ".mailbox-type");
    EXPECT_TRUE(offers(built_in(type), mailbox_semantics(name).value())) << name << ", " << type;
  }
}

TEST(MailboxType, OffersNothingElse) {
  const MailboxType& fifo = built_in("Akka.Dispatch.UnboundedMailbox");
  EXPECT_TRUE(offers(fifo, MailboxSemantics::Unbounded));
  EXPECT_TRUE(offers(fifo, MailboxSemantics::MultipleConsumer));
  for (const auto other :
       {MailboxSemantics::Bounded, MailboxSemantics::Deque, MailboxSemantics::UnboundedDeque,
        MailboxSemantics::BoundedDeque, MailboxSemantics::ControlAware, MailboxSemantics::Logger}) {
    EXPECT_FALSE(offers(fifo, other)) << to_string(other);
  }

  const MailboxType& full = built_in("Akka.Dispatch.BoundedControlAwareMailbox");
  EXPECT_TRUE(offers(full, MailboxSemantics::ControlAware));
  EXPECT_TRUE(offers(full, MailboxSemantics::BoundedDeque));
  EXPECT_FALSE(offers(full, MailboxSemantics::Unbounded));
  EXPECT_FALSE(offers(full, MailboxSemantics::UnboundedDeque));
  EXPECT_FALSE(offers(full, MailboxSemantics::MultipleConsumer));
}

TEST(MailboxType, MakesAQueueForEachActor) {
  const MailboxType type = bounded_stable_priority_mailbox("mine", [](const Envelope& e) {
    return e.holds<PoisonPill>() ? std::numeric_limits<std::int32_t>::max() : 0;
  });
  EXPECT_EQ(type.name, "mine");
  EXPECT_TRUE(offers(type, MailboxSemantics::Bounded));
  const auto one = type.queue(Config{});
  const auto other = type.queue(Config{});
  detail::Local& l = detail::local();
  Envelope* pill = detail::make_envelope<PoisonPill>(l);
  Envelope* work = detail::make_envelope<int>(l, 1);
  one->enqueue(*pill);
  one->enqueue(*work);

  EXPECT_EQ(other->dequeue(), nullptr);
  EXPECT_EQ(one->dequeue(), work);
  EXPECT_EQ(one->dequeue(), pill);

  l.envelopes.give(pill);
  l.envelopes.give(work);
}

TEST(MailboxType, SaysWhetherItIsBounded) {
  const auto even = [](const Envelope&) { return 0; };
  EXPECT_FALSE(unbounded_priority_mailbox("a", even).is_bounded);
  EXPECT_FALSE(unbounded_stable_priority_mailbox("a", even).is_bounded);
  EXPECT_TRUE(bounded_priority_mailbox("a", even).is_bounded);
  EXPECT_TRUE(bounded_stable_priority_mailbox("a", even).is_bounded);
}

}  // namespace
}  // namespace kebne
