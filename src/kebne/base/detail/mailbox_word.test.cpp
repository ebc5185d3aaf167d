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

TEST_F(MailboxWordTest, TellsWhetherThereIsMail) {
  EXPECT_FALSE(word.has_mail());
  ASSERT_EQ(word.push(&a), Push::Schedule);
  EXPECT_TRUE(word.has_mail());

  ASSERT_EQ(word.take_all(), &a);
  (void)word.announce_system();

  EXPECT_FALSE(word.has_mail());
}

TEST_F(MailboxWordTest, TakesAChainWhileSomebodyOwnsTheCell) {
  ASSERT_EQ(word.push(&a), Push::Schedule);
  ASSERT_FALSE(word.announce_system());
  c.next = &b;

  EXPECT_TRUE(word.push_chain(&c, &b));

  EXPECT_FALSE(word.try_suspend());  // the system mark is still there
  EXPECT_EQ(numbers(word.take_all()), (Numbers{3, 2, 1}));
  EXPECT_TRUE(word.push_chain(&b, &b));
  EXPECT_EQ(numbers(word.take_all()), Numbers{2});
}

TEST_F(MailboxWordTest, TakesNoChainInAnyOtherState) {
  constexpr std::uint64_t owned = MailboxWord::Scheduled;
  for (const std::uint64_t state :
       {std::uint64_t{0}, std::uint64_t{MailboxWord::Suspended}, std::uint64_t{MailboxWord::Closed},
        std::uint64_t{MailboxWord::Promise}, MailboxWord::Bounded | owned}) {
    MailboxWord other{state};
    b.next = &a;

    EXPECT_FALSE(other.push_chain(&b, &a)) << state;

    EXPECT_EQ(numbers(&b), (Numbers{2, 1}));
    EXPECT_FALSE(other.has_mail());
  }
}

struct BoundedWordTest : MailboxWordTest {
  static constexpr std::uint64_t kept = MailboxWord::Bounded;
  BoundedWordTest() : bounded{kept} {}
  MailboxWord bounded;
};

TEST_F(BoundedWordTest, LetsInByTheSpecialDoorOnly) {
  EXPECT_TRUE(bounded.is_bounded());
  EXPECT_FALSE(word.is_bounded());
  EXPECT_EQ(bounded.push(&a), Push::Special);

  EXPECT_EQ(bounded.push_special(&a), Push::Schedule);
  EXPECT_EQ(bounded.push(&b), Push::Special);
  EXPECT_EQ(bounded.push_special(&b), Push::Queued);

  EXPECT_EQ(bounded.peek_only(), nullptr);
  EXPECT_EQ(numbers(bounded.take_all(kept)), (Numbers{2, 1}));
}

TEST_F(BoundedWordTest, StaysBoundedWhateverTheOwnerDoes) {
  ASSERT_EQ(bounded.push_special(&a), Push::Schedule);
  ASSERT_EQ(bounded.take_all(kept), &a);
  EXPECT_TRUE(bounded.is_bounded());
  EXPECT_EQ(bounded.peek_only(), nullptr);

  EXPECT_TRUE(bounded.try_idle(kept));
  EXPECT_TRUE(bounded.is_bounded());

  EXPECT_TRUE(bounded.announce_system());
  EXPECT_FALSE(bounded.try_idle(kept));
  EXPECT_FALSE(bounded.try_suspend());
  bounded.clear_system();
  EXPECT_TRUE(bounded.try_suspend());
  EXPECT_TRUE(bounded.is_bounded());

  EXPECT_EQ(bounded.push_special(&b), Push::Queued);  // suspended: not to be scheduled
  EXPECT_TRUE(bounded.announce_system());
  bounded.clear_system();
  EXPECT_EQ(bounded.take_all(kept), &b);
  EXPECT_TRUE(bounded.is_bounded());
}

TEST_F(BoundedWordTest, GoesIdleOnlyWhenNothingHasCome) {
  ASSERT_EQ(bounded.push_special(&a), Push::Schedule);
  EXPECT_FALSE(bounded.try_idle(kept));

  EXPECT_EQ(bounded.take_all(kept), &a);

  EXPECT_TRUE(bounded.try_idle(kept));
  EXPECT_EQ(bounded.push_special(&b), Push::Schedule);
}

TEST_F(BoundedWordTest, IsClosedLikeAnyOther) {
  ASSERT_EQ(bounded.push_special(&a), Push::Schedule);

  EXPECT_EQ(bounded.close(), &a);

  EXPECT_TRUE(bounded.is_closed());
  EXPECT_EQ(bounded.push(&b), Push::Special);
  EXPECT_EQ(bounded.push_special(&b), Push::Refused);
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
