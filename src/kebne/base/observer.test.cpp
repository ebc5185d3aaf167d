#include "kebne/base/observer.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace kebne {
namespace {

LazyText text(const char* literal) {
  return {literal, [](const void* t) { return std::string{static_cast<const char*>(t)}; }};
}

template <class F>
std::string printed(F call) {
  testing::internal::CaptureStderr();
  call();
  return testing::internal::GetCapturedStderr();
}

std::exception_ptr thrown(const char* what) {
  return std::make_exception_ptr(std::runtime_error{what});
}

TEST(StderrObserver, PrintsFailures) {
  StderrObserver observer;

  EXPECT_EQ(printed([&] {
              observer.on_failure({text("akka://s/user/a"), text("Ping"), FailurePoint::Handler,
                                   thrown("oops"), "restart"});
            }),
            "kebne: akka://s/user/a: handler threw on Ping: std::runtime_error: oops [restart]\n");
  EXPECT_EQ(printed([&] {
              observer.on_failure({text("akka://s/user/a"), text(""), FailurePoint::PostStop,
                                   thrown("oops"), "none"});
            }),
            "kebne: akka://s/user/a: post_stop threw: std::runtime_error: oops [none]\n");
}

TEST(StderrObserver, PrintsMisuse) {
  StderrObserver observer;
  EXPECT_EQ(printed([&] { observer.on_misuse("that is wrong"); }), "kebne: that is wrong\n");
}

TEST(StderrObserver, PrintsDeadLettersAndUnhandledMessages) {
  StderrObserver observer;

  EXPECT_EQ(printed([&] {
              observer.on_dead_letter({text("akka://s/user/a"), text("akka://s/user/b"),
                                       text("Ping"), DeadLetterReason::Stopped});
            }),
            "kebne: dead letter Ping from akka://s/user/b to akka://s/user/a: the recipient has "
            "stopped\n");
  EXPECT_EQ(printed([&] {
              observer.on_unhandled({text("akka://s/user/a"), text(""), text("Ping")});
            }),
            "kebne: akka://s/user/a has no handler for Ping\n");
}

TEST(StderrObserver, PrintsTheFirstTenAndSaysWhenItStops) {
  StderrObserver observer;
  const auto letter = [&] {
    observer.on_dead_letter({text("r"), text(""), text("m"), DeadLetterReason::LateReply});
  };
  const std::string line = "kebne: dead letter m to r: nobody waits for this answer any more\n";

  for (int i = 0; i < 10; ++i) EXPECT_EQ(printed(letter), line);
  EXPECT_EQ(printed(letter), "kebne: more than 10 dead letters: the rest is not printed\n");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(printed(letter), "");
}

TEST(DescribeException, NamesTypeAndText) {
  EXPECT_EQ(describe_exception(nullptr), "no exception");
  EXPECT_EQ(describe_exception(thrown("oops")), "std::runtime_error: oops");
  EXPECT_EQ(describe_exception(std::make_exception_ptr(5)), "int");
}

TEST(FailurePoint, HasAName) {
  EXPECT_EQ(to_string(FailurePoint::Handler), "handler");
  EXPECT_EQ(to_string(FailurePoint::Constructor), "constructor");
  EXPECT_EQ(to_string(FailurePoint::PreStart), "pre_start");
  EXPECT_EQ(to_string(FailurePoint::PostStop), "post_stop");
  EXPECT_EQ(to_string(FailurePoint::PreRestart), "pre_restart");
  EXPECT_EQ(to_string(FailurePoint::PostRestart), "post_restart");
  EXPECT_EQ(to_string(FailurePoint::Callback), "callback");
  EXPECT_EQ(to_string(FailurePoint::Mailbox), "mailbox");
}

TEST(DeadLetterReason, SaysWhy) {
  EXPECT_EQ(to_string(DeadLetterReason::NoRecipient), "there is no recipient");
  EXPECT_EQ(to_string(DeadLetterReason::MailboxFull), "the mailbox was full");
  EXPECT_EQ(to_string(DeadLetterReason::NotQueued), "the mailbox could not take it");
  EXPECT_EQ(to_string(DeadLetterReason::WrongReplyType),
            "the asker expects an answer of another type");
}

}  // namespace
}  // namespace kebne
