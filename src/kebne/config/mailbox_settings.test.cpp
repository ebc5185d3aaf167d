#include "kebne/config/mailbox_settings.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace kebne {
namespace {

using namespace std::chrono_literals;

MailboxSettings read(std::string_view text, std::string_view id = "m") {
  return MailboxSettings::read(Config::text(text, "app.conf").with_fallback(Config::reference()),
                               id);
}

std::string error_of(std::string_view text, std::string_view id = "m") {
  try {
    (void)read(text, id);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no error";
}

TEST(MailboxSettings, ComeFromTheReference) {
  const MailboxSettings plain = read("", MailboxSettings::default_id);
  EXPECT_EQ(plain.type, "Akka.Dispatch.UnboundedMailbox");
  EXPECT_EQ(plain.capacity, 1000u);
  EXPECT_EQ(plain.push_timeout.after, 10s);
  EXPECT_EQ(read("", "unbounded").type, "Akka.Dispatch.UnboundedMailbox");
  EXPECT_EQ(read("", "bounded").type, "Akka.Dispatch.BoundedMailbox");
  EXPECT_EQ(read("", "bounded").capacity, 1000u);
}

TEST(MailboxSettings, InheritWhatTheyDoNotSay) {
  const MailboxSettings m = read("m { mailbox-type = \"My.Box, My.Assembly\", own-key = 3 }");
  EXPECT_EQ(m.type, "My.Box");
  EXPECT_EQ(m.capacity, 1000u);
  EXPECT_EQ(m.section.get_int32("own-key"), 3);
  EXPECT_EQ(m.section.get_int32("mailbox-capacity"), 1000);
}

TEST(MailboxSettings, TakeWhatTheUserSays) {
  const MailboxSettings m = read(
      "m { mailbox-type = Akka.Dispatch.BoundedMailbox, mailbox-capacity = 2, "
      "mailbox-push-timeout-time = 50ms }");
  EXPECT_EQ(m.capacity, 2u);
  EXPECT_EQ(m.push_timeout.after, 50ms);
}

TEST(MailboxSettings, RefuseEachMistakeWithItsPlace) {
  EXPECT_EQ(error_of(""),
            "m: found nothing, wanted a mailbox's section, \"unbounded\" or \"bounded\"");
  EXPECT_EQ(error_of("m { mailbox-capacity = 3 }").substr(0, 25), "app.conf: m.mailbox-type:");
  EXPECT_EQ(error_of("m { mailbox-type = \"\" }"),
            "app.conf:1:20: m.mailbox-type: found \"\", wanted the name of a mailbox type");
  EXPECT_EQ(error_of("m { mailbox-type = X, mailbox-capacity = -1 }"),
            "app.conf:1:42: m.mailbox-capacity: found \"-1\", wanted a whole number "
            "0..4294967295");
  EXPECT_EQ(error_of("m { mailbox-type = X, mailbox-push-timeout-time = soon }").substr(0, 43),
            "app.conf:1:51: m.mailbox-push-timeout-time:");
}

}  // namespace
}  // namespace kebne
