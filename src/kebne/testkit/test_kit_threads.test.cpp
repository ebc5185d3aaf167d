#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"
#include "tests/support/failure_of.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>

namespace kebne {
namespace {

using namespace std::chrono_literals;
using test::failure_of;

TestKit::Options in_real_time() { return {.real_time = true, .workers = 2}; }

struct Idle final : Actor {};
struct Opens final : Actor {
  explicit Opens(TestLatch* latch) : latch_{latch} {}
  bool receive(Envelope&) override {
    log().info("open");
    latch_->count_down();
    return false;
  }
  TestLatch* latch_;
};

TEST(TestKitThreads, WaitsForThreads) {
  TestKit kit{in_real_time()};
  const ActorRef echo = kit.spawn<EchoActor>("echo");

  for (int n = 0; n < 100; ++n) {
    kit.tell(echo, n);
    kit.expect(n);
  }
  kit.expect_none(1ms);
  kit.system().scheduler().schedule_tell_once(1ms, kit.test_actor().ref(), 7);
  kit.expect(7);
  EXPECT_EQ(failure_of([&] { kit.expect<int>(1ms); }),
            "akka://test/user/test: wanted int, got nothing in 0.001 s");
}

TEST(TestKitThreads, WaitsForConditionsEndsAndRecords) {
  TestKit kit{in_real_time()};
  TestLatch latch;
  const ActorRef opens = kit.spawn<Opens>("opens", &latch);
  kit.event_filter().info().message("open").source(opens).expect_one([&] { opens.tell(1); });
  latch.ready();
  kit.await_condition([&] { return kit.observer().unhandled().size() == 1; });
  kit.watch(opens);
  kit.system().stop(opens);
  kit.expect_terminated(opens);
  kit.expect_dead_letters<int>(1, [&] { opens.tell(1); });
}

TEST(TestKitThreads, WaitsForRecordsThatAreNotToCome) {
  TestKit kit{in_real_time()};
  const auto log_soon = [&] {
    kit.system().scheduler().schedule_once(1ms, [&] { kit.system().log("src").info("late"); });
  };
  EXPECT_NE(failure_of([&] {
              kit.event_filter().info().expect(0, log_soon, 1h);
            }).find("wanted 0 of info, got 1"),
            std::string::npos);
}

TEST(TestKitThreads, HasNoVirtualTime) {
  TestKit kit{in_real_time()};
  EXPECT_TRUE(kit.is_real_time());
  EXPECT_THROW(static_cast<void>(kit.executor()), std::logic_error);
  EXPECT_THROW(static_cast<void>(kit.clock()), std::logic_error);
  EXPECT_THROW(kit.run_until_idle(), std::logic_error);
  EXPECT_THROW(kit.advance(1s), std::logic_error);
  EXPECT_THROW(kit.advance_to(1s), std::logic_error);
}

TEST(ProbeThreads, ServesASystemWithoutAKit) {
  ActorSystem system{"demo", {.workers = 1}};
  Probe probe{system, "probe"};
  probe.send(system.spawn<EchoActor>("echo"), 5);
  EXPECT_EQ(probe.expect<int>(), 5);
}

}  // namespace
}  // namespace kebne
