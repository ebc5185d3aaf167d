#include "kebne/actor/internal/actor_timers.hpp"

#include "kebne/actor.hpp"
#include "kebne/base/random.hpp"
#include "kebne/testkit/test_kit.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <set>
#include <string>

namespace kebne {
namespace {

using namespace std::chrono_literals;

struct Play {
  std::uint64_t seed;
  std::uint64_t keys;
};
struct Due {};

/// Does with its timers what a set would do with their keys.
class Player final : public Actor {
 public:
  static void behavior(On<Player>& on) { on.handle<&Player::play>().handle<&Player::due>(); }

 private:
  void play(const Play& m) {
    SeededRandom random{m.seed};
    for (int i = 0; i < 5000; ++i) {
      const std::string key = std::to_string(random.next() % m.keys);
      if (random.next() % 2 == 0) {
        timers().once(key, 1h, Due{});
        active_.insert(key);
      } else {
        timers().cancel(key);
        active_.erase(key);
      }
      if (random.next() % 1000 == 0) {
        timers().cancel_all();
        active_.clear();
      }
    }
    for (std::uint64_t n = 0; n < m.keys; ++n) {
      const std::string key = std::to_string(n);
      EXPECT_EQ(timers().is_active(key), active_.contains(key)) << key;
    }
    EXPECT_EQ(system().scheduler().pending(), active_.size());
  }
  void due(const Due&) { ADD_FAILURE(); }
  std::set<std::string> active_;
};

TEST(ActorTimers, FindTheirKeysAsASetDoes) {
  for (const std::uint64_t keys : {1u, 4u, 60u, 3000u}) {
    TestKit kit;
    kit.spawn<Player>("player").tell(Play{keys, keys});
    kit.run_until_idle();
    EXPECT_TRUE(kit.observer().failures().empty());
  }
}

}  // namespace
}  // namespace kebne
