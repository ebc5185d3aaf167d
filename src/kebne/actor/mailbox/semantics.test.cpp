#include "kebne/actor/mailbox/semantics.hpp"

#include "kebne/config/config.hpp"

#include <gtest/gtest.h>

namespace kebne {
namespace {

struct Plain {};
struct Careful {
  using RequiresMessageQueue = BoundedMessageQueueSemantics;
};
static_assert(required_semantics<Plain> == std::nullopt);
static_assert(required_semantics<Careful> == MailboxSemantics::Bounded);

TEST(MailboxSemantics, HasTheNamesOfTheConfiguration) {
  const Config known = Config::reference().get_config("akka.actor.mailbox.requirements");
  for (const std::string& name : known.keys()) {
    const auto found = mailbox_semantics(name);
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(to_string(*found), name);
  }
  EXPECT_EQ(known.keys().size(), 7u);
  EXPECT_EQ(to_string(MailboxSemantics::ControlAware),
            "Akka.Dispatch.IControlAwareMessageQueueSemantics");
}

TEST(MailboxSemantics, IsFoundWithAnAssemblyBehindItsName) {
  EXPECT_EQ(mailbox_semantics("Akka.Dispatch.IBoundedMessageQueueSemantics, Akka"),
            MailboxSemantics::Bounded);
}

TEST(MailboxSemantics, IsNoneForAnotherName) {
  EXPECT_EQ(mailbox_semantics("Akka.Dispatch.IFastSemantics"), std::nullopt);
  EXPECT_EQ(mailbox_semantics(""), std::nullopt);
}

}  // namespace
}  // namespace kebne
