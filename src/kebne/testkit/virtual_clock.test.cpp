#include "kebne/testkit/virtual_clock.hpp"

#include "kebne/testkit/test_kit.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kebne {
namespace {

using namespace std::chrono_literals;

TEST(VirtualClock, StandsStillUntilItIsToldToGoOn) {
  VirtualClock clock;
  EXPECT_EQ(clock.now(), 0ns);
  clock.advance(1s);
  EXPECT_EQ(clock.now(), 1s);
  clock.advance(-1s);
  EXPECT_EQ(clock.now(), 1s);
  clock.advance(std::chrono::nanoseconds::max());
  EXPECT_EQ(clock.now(), std::chrono::nanoseconds::max());
  EXPECT_EQ(VirtualClock{5s}.now(), 5s);
}

TEST(VirtualClock, MovesOnlyForward) {
  VirtualClock clock;
  EXPECT_EQ(clock.now().count(), 0);

  clock.advance(std::chrono::seconds{2});
  clock.advance(std::chrono::seconds{-1});

  EXPECT_EQ(clock.now(), std::chrono::seconds{2});
}

TEST(VirtualClock, StopsAtEachDeadlineOnItsWay) {
  struct Notes final : Alarm {
    VirtualClock* clock = nullptr;
    std::string text;
    [[nodiscard]] std::optional<std::chrono::nanoseconds> due() const override {
      if (text.size() == 3) return std::nullopt;
      return (static_cast<int>(text.size()) + 1) * 10ms;
    }
    void ring() noexcept override { text += static_cast<char>('0' + clock->now() / 10ms); }
  };
  VirtualClock clock;
  Notes notes;
  notes.clock = &clock;
  EXPECT_TRUE(clock.drives(notes));
  EXPECT_EQ(clock.next_deadline(), 10ms);

  clock.advance(25ms);
  EXPECT_EQ(notes.text, "12");
  EXPECT_EQ(clock.now(), 25ms);
  clock.forget(notes);
  clock.advance(1h);
  EXPECT_EQ(notes.text, "12");
}

TEST(TestKit, LetsTheSystemRunAtEachDeadline) {
  TestKit kit;
  std::string text;
  kit.system().scheduler().schedule_once(1s, [&] {
    text += 'a';
    kit.system().scheduler().schedule_once(1s, [&] { text += 'c'; });
  });
  kit.system().scheduler().schedule_once(1500ms, [&] { text += 'b'; });
  kit.system().scheduler().schedule_once(9s, [&] { text += 'd'; });

  kit.advance(5s);

  EXPECT_EQ(text, "abc");
  EXPECT_EQ(kit.clock().now(), 5s);
}

}  // namespace
}  // namespace kebne
