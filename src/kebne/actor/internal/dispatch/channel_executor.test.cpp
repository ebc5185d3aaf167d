#include "kebne/actor/internal/dispatch/channel_executor.hpp"

#include "kebne/testkit/step_executor.hpp"
#include "tests/support/runnables.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <string>

namespace kebne::detail {
namespace {

using test::Calls;

/// A scheduler with its four executors on a pool that is stepped, and tasks that write a letter.
struct Channels {
  StepExecutor pool;
  ChannelScheduler scheduler;
  ChannelExecutor high{scheduler, DispatcherSettings::Priority::High};
  ChannelExecutor normal{scheduler, DispatcherSettings::Priority::Normal};
  ChannelExecutor low{scheduler, DispatcherSettings::Priority::Low};
  ChannelExecutor background{scheduler, DispatcherSettings::Priority::Background};
  std::string text;
  std::deque<Calls> tasks;

  explicit Channels(ChannelSettings settings = {}) : scheduler{pool, settings} {}

  /// Writes `letter` `times` times, once in each run.
  void write(Executor& executor, char letter, int times = 1) {
    executor.schedule(tasks
                          .emplace_back([this, letter, left = times]() mutable {
                            text += letter;
                            return --left > 0;
                          })
                          .runnable);
  }
};

TEST(ChannelExecutor, TakesWhatIsUrgentFirst) {
  Channels c;
  c.write(c.background, 'b');
  c.write(c.low, 'l');
  c.write(c.normal, 'n');
  c.write(c.high, 'h');
  c.write(c.high, 'i');
  c.pool.run_until_idle();
  EXPECT_EQ(c.text, "hinlb");
}

TEST(ChannelExecutor, PutsWhatIsNotFinishedAtTheBackOfItsLane) {
  Channels c;
  c.write(c.low, 'x', 3);
  c.write(c.low, 'y', 1);
  c.write(c.normal, 'a', 2);
  c.write(c.normal, 'b', 2);
  c.pool.run_until_idle();
  EXPECT_EQ(c.text, "ababxyxx");
}

TEST(ChannelExecutor, LetsNoneStarve) {
  Channels c{{.work_max = 1'000}};
  c.write(c.high, 'h', 16 * 3 + 15);
  c.write(c.normal, 'n', 16);
  c.write(c.low, 'l');
  c.write(c.background, 'b');
  c.pool.run_until_idle();

  EXPECT_EQ(c.text.find('b'), ChannelScheduler::others_every - 1u);
  EXPECT_EQ(c.text.find('l'), 2 * ChannelScheduler::others_every - 1u);
  EXPECT_EQ(c.text.find('n'), 3 * ChannelScheduler::others_every - 1u);
}

TEST(ChannelExecutor, LetsTheOtherWorkOfThePoolHaveItsTurn) {
  Channels c{{.work_max = 3}};
  c.write(c.normal, 'n', 7);
  c.write(c.pool, 'p', 2);
  c.pool.run_until_idle();
  EXPECT_EQ(c.text, "nnnpnnnpn");
}

TEST(ChannelExecutor, TakesNoMoreOfThePoolThanItMay) {
  Channels c{{.parallelism = 2}};
  for (int i = 0; i < 10; ++i) c.write(c.normal, 'n');
  EXPECT_EQ(c.pool.ready(), 2u);
  c.pool.run_until_idle();
  c.write(c.low, 'l');
  EXPECT_EQ(c.pool.ready(), 1u);
  c.pool.run_until_idle();
  EXPECT_EQ(c.text, std::string(10, 'n') + 'l');
}

TEST(ChannelExecutor, CallsForHelpWhenOneMakesOthersReady) {
  Channels c{{.parallelism = 2}};
  Calls makes{[&] {
    c.write(c.normal, 'n');
    EXPECT_EQ(c.pool.ready(), 1u);  // this one may block
    return false;
  }};
  c.normal.schedule(makes.runnable);
  c.pool.run_until_idle();
  EXPECT_EQ(c.text, "n");
}

}  // namespace
}  // namespace kebne::detail
