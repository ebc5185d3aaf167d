// Workers that block: whatever they have made ready is run by the others, down to the last one.
#include "kebne/actor.hpp"

#include <gtest/gtest.h>

#include <barrier>
#include <cstddef>
#include <cstdint>
#include <latch>
#include <thread>
#include <utility>
#include <vector>

namespace kebne {
namespace {

struct Go {
  int pause;  ///< how often to yield, so that the other workers are more or less asleep
};
struct Work {};

/// Lets nobody go on before all workers are in a handler.
using Meeting = std::barrier<>;

class Blocks final : public Actor {
 public:
  static void behavior(On<Blocks>& on) { on.handle<&Blocks::work>(); }
  explicit Blocks(Meeting* meeting) : meeting_{meeting} {}

 private:
  void work(const Work&) { meeting_->arrive_and_wait(); }
  Meeting* meeting_;
};

/// Makes others ready, which lie with its worker, and blocks that.
class Host final : public Actor {
 public:
  static void behavior(On<Host>& on) { on.handle<&Host::go>(); }
  Host(std::vector<ActorRef> guests, Meeting* meeting, std::latch* over)
      : guests_{std::move(guests)}, meeting_{meeting}, over_{over} {}

 private:
  void go(const Go& g) {
    for (int i = 0; i < g.pause; ++i) std::this_thread::yield();
    for (const ActorRef& guest : guests_) guest.tell(Work{});
    meeting_->arrive_and_wait();
    over_->count_down();
  }

  std::vector<ActorRef> guests_;
  Meeting* meeting_;
  std::latch* over_;
};

/// `workers` handlers meet, called in by one of them.
void meet(std::uint32_t workers, int pause_before, int pause_inside) {
  Meeting meeting{static_cast<std::ptrdiff_t>(workers)};
  std::latch over{1};
  ActorSystem system{"demo", {.workers = workers}};
  std::vector<ActorRef> guests;
  for (std::uint32_t i = 1; i < workers; ++i) guests.push_back(system.spawn<Blocks>("", &meeting));
  for (const ActorRef& guest : guests) system.ask<Identify>(guest).get();
  const ActorRef host = system.spawn<Host>("host", guests, &meeting, &over);
  system.ask<Identify>(host).get();
  for (int i = 0; i < pause_before; ++i) std::this_thread::yield();

  host.tell(Go{pause_inside});

  over.wait();
}

TEST(WatchStress, BlockedWorkersStrandNobody) {
  for (const std::uint32_t workers : {2u, 3u, 4u}) {
    for (const int before : {0, 100, 10'000, 50'000}) {
      for (const int inside : {0, 100, 10'000, 50'000}) meet(workers, before, inside);
    }
  }
}

}  // namespace
}  // namespace kebne
