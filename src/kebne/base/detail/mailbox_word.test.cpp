#include "kebne/base/detail/mailbox_word.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace kebne::detail {
namespace {

using Push = MailboxWord::Push;

struct alignas(64) TestNode : Node {
  explicit TestNode(std::uint32_t number) noexcept : Node{nullptr, 0, number, 0, 0, 0} {}
};

/// The numbers of a chain, from its head on.
std::vector<std::uint32_t> numbers(const Node* chain) {
  std::vector<std::uint32_t> out;
  for (; chain != nullptr; chain = chain->next) out.push_back(chain->type);
  return out;
}
using Numbers = std::vector<std::uint32_t>;

struct MailboxWordTest : testing::Test {
  MailboxWord word{0};
  TestNode a{1};
  TestNode b{2};
  TestNode c{3};
};

TEST_F(MailboxWordTest, TellsTheFirstPusherToScheduleTheCell) {
  EXPECT_EQ(word.push(&a), Push::Schedule);
  EXPECT_EQ(word.push(&b), Push::Queued);
  EXPECT_EQ(word.push(&c), Push::Queued);

  Node* newest = word.take_all();
  EXPECT_EQ(numbers(newest), (Numbers{3, 2, 1}));
  EXPECT_EQ(numbers(reverse(newest)), (Numbers{1, 2, 3}));
}

TEST_F(MailboxWordTest, GoesIdleOnlyWhenNothingHasCome) {
  ASSERT_EQ(word.push(&a), Push::Schedule);
  EXPECT_FALSE(word.try_idle());
  EXPECT_EQ(word.take_all(), &a);

  EXPECT_TRUE(word.try_idle());

  EXPECT_EQ(word.push(&b), Push::Schedule);
}

TEST_F(MailboxWordTest, IsKeptFromIdleBySystemMail) {
  ASSERT_EQ(word.push(&a), Push::Schedule);
  EXPECT_FALSE(word.announce_system());  // somebody owns the cell already
  EXPECT_EQ(word.take_all(), &a);        // which drops the mark, so the owner must look

  EXPECT_TRUE(word.try_idle());
  EXPECT_TRUE(word.announce_system());
  EXPECT_FALSE(word.try_idle());
  word.clear_system();
  EXPECT_TRUE(word.try_idle());
}

TEST_F(MailboxWordTest, KeepsMailWhileSuspended) {
  ASSERT_EQ(word.push(&a), Push::Schedule);
  EXPECT_TRUE(word.try_suspend());

  EXPECT_EQ(word.push(&b), Push::Special);
  EXPECT_EQ(word.push_special(&b), Push::Queued);
  EXPECT_TRUE(word.announce_system());
  EXPECT_FALSE(word.try_suspend());
  word.clear_system();

  EXPECT_EQ(numbers(word.take_all()), (Numbers{2, 1}));
  EXPECT_TRUE(word.try_idle());
  EXPECT_EQ(word.push(&c), Push::Schedule);
}

TEST_F(MailboxWordTest, SchedulesThroughTheSpecialDoorToo) {
  EXPECT_EQ(word.push_special(&a), Push::Schedule);
  EXPECT_EQ(word.push_special(&b), Push::Queued);
  EXPECT_FALSE(word.announce_system());
  EXPECT_EQ(word.push_special(&c), Push::Queued);

  EXPECT_EQ(numbers(word.take_all()), (Numbers{3, 2, 1}));
}

TEST_F(MailboxWordTest, KeepsTheSystemMarkThroughAPush) {
  ASSERT_TRUE(word.announce_system());
  ASSERT_EQ(word.push(&a), Push::Queued);

  EXPECT_FALSE(word.try_suspend());
}

TEST_F(MailboxWordTest, RefusesEverythingOnceClosed) {
  ASSERT_EQ(word.push(&a), Push::Schedule);
  ASSERT_EQ(word.push(&b), Push::Queued);

  EXPECT_EQ(numbers(word.close()), (Numbers{2, 1}));

  EXPECT_TRUE(word.is_closed());
  EXPECT_EQ(word.push(&c), Push::Special);
  EXPECT_EQ(word.push_special(&c), Push::Refused);
  EXPECT_FALSE(word.announce_system());
}

TEST_F(MailboxWordTest, LetsGoOfALoneNodeThatWasHandledInPlace) {
  ASSERT_EQ(word.push(&a), Push::Schedule);
  EXPECT_EQ(word.peek_only(), &a);

  EXPECT_TRUE(word.try_idle_after(&a));

  EXPECT_EQ(word.push(&b), Push::Schedule);
  EXPECT_EQ(numbers(word.take_all()), Numbers{2});
}

TEST_F(MailboxWordTest, KeepsANodeThatWasHandledInPlaceWhenMoreHasCome) {
  ASSERT_EQ(word.push(&a), Push::Schedule);
  ASSERT_EQ(word.peek_only(), &a);
  ASSERT_EQ(word.push(&b), Push::Queued);

  EXPECT_FALSE(word.try_idle_after(&a));
  EXPECT_EQ(word.peek_only(), nullptr);

  EXPECT_EQ(numbers(reverse(word.take_all())), (Numbers{1, 2}));
}

TEST_F(MailboxWordTest, HandlesNothingInPlaceWhenThereIsElseToSeeTo) {
  ASSERT_EQ(word.push(&a), Push::Schedule);
  ASSERT_EQ(word.peek_only(), &a);
  (void)word.announce_system();

  EXPECT_EQ(word.peek_only(), nullptr);
  EXPECT_FALSE(word.try_idle_after(&a));
  EXPECT_EQ(numbers(word.take_all()), Numbers{1});
  EXPECT_EQ(word.peek_only(), nullptr);
}

TEST_F(MailboxWordTest, LetsOneFulfilAPromise) {
  MailboxWord promise{MailboxWord::Promise};

  EXPECT_EQ(promise.push(&a), Push::Special);
  EXPECT_EQ(promise.push_special(&a), Push::Won);
  EXPECT_EQ(promise.push_special(&b), Push::Refused);
  EXPECT_FALSE(promise.abandon_promise());
}

TEST_F(MailboxWordTest, RefusesToFulfilAPromiseThatWasGivenUp) {
  MailboxWord promise{MailboxWord::Promise};

  EXPECT_TRUE(promise.abandon_promise());
  EXPECT_FALSE(promise.abandon_promise());

  EXPECT_TRUE(promise.is_closed());
  EXPECT_EQ(promise.push_special(&a), Push::Refused);
}

TEST(SystemQueue, GivesWhatItTookOldestFirst) {
  SystemQueue queue;
  TestNode a{1};
  TestNode b{2};
  EXPECT_FALSE(queue.maybe_any());

  EXPECT_TRUE(queue.push(&a));
  EXPECT_TRUE(queue.push(&b));

  EXPECT_TRUE(queue.maybe_any());
  EXPECT_EQ(numbers(queue.take_all()), (Numbers{1, 2}));
  EXPECT_EQ(queue.take_all(), nullptr);
}

TEST(SystemQueue, RefusesOnceClosed) {
  SystemQueue queue;
  TestNode a{1};
  TestNode b{2};
  ASSERT_TRUE(queue.push(&a));

  EXPECT_EQ(queue.close(), &a);

  EXPECT_FALSE(queue.push(&b));
}

}  // namespace
}  // namespace kebne::detail
