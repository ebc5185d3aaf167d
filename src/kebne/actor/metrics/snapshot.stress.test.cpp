// Counting on real threads.
#include "kebne/actor.hpp"
#include "tests/support/stress.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

namespace kebne {
namespace {

using metrics::Snapshot;
using test::CountingObserver;
using test::stressed;

struct Pass {
  int left;
};

/// Hands each message on until nothing is left of it.
class Relay final : public Actor {
 public:
  static void behavior(On<Relay>& on) { on.handle<&Relay::pass>(); }
  explicit Relay(std::latch* over) : over_{over} {}

 private:
  void pass(const Pass& m) {
    if (m.left > 0) return self().tell(Pass{m.left - 1});
    over_->count_down();
  }
  std::latch* over_;
};

TEST(SnapshotStress, CountsEachMessageOnceWhileOthersRead) {
  constexpr int threads = 4;
  constexpr int hops = 9;
  const int each = stressed(4000);
  std::latch over{std::ptrdiff_t{threads} * each};
  ActorSystem system{"s",
                     {.workers = 2,
                      .observer = std::make_shared<CountingObserver>(),
                      .logging = {.loggers = {}, .dead_letters = 0},
                      .telemetry = {.counters = true}}};
  std::vector<ActorRef> relays;
  for (int i = 0; i < 8; ++i) relays.push_back(system.spawn<Relay>("", &over));
  std::atomic<bool> done{false};
  std::thread reader{[&] {
    for (std::uint64_t last = 0; !done.load();) {
      const std::uint64_t now = metrics::snapshot(system).received;
      EXPECT_GE(now, last);
      last = now;
    }
  }};
  std::vector<std::thread> senders;
  for (int t = 0; t < threads; ++t) {
    senders.emplace_back([&, t] {
      for (int i = 0; i < each; ++i) {
        relays[static_cast<std::size_t>(i + t) % relays.size()].tell(Pass{hops});
      }
    });
  }
  for (std::thread& sender : senders) sender.join();
  over.wait();
  done.store(true);
  reader.join();
  const auto told = static_cast<std::uint64_t>(threads) * static_cast<std::uint64_t>(each);
  const Snapshot s = metrics::snapshot(system);
  EXPECT_EQ(s.received, told * (hops + 1));
  EXPECT_EQ(s.sent, told * (hops + 1));
  EXPECT_EQ(s.actors_live(), relays.size());

  system.terminate().get();  // its threads have counted
  EXPECT_EQ(metrics::snapshot(system).received, s.received);
  EXPECT_EQ(metrics::snapshot(system).actors_live(), 0u);
}

}  // namespace
}  // namespace kebne
