// A thread that ends with references in its own thread-local objects.
#include "kebne/actor.hpp"
#include "kebne/actor/detail/local.hpp"

#include <gtest/gtest.h>

#include <set>
#include <thread>

namespace kebne {
namespace {

struct Note {};

thread_local ActorRef cached;

TEST(ThreadEnd, GivesTheLocalBackThoughAThreadLocalReferenceGoesLast) {
  constexpr int threads = 300;
  ActorSystem system{"demo"};
  const ActorRef letters = system.dead_letters();
  std::set<const detail::Local*> seen;
  for (int i = 0; i < threads; ++i) {
    std::thread{[&] {
      cached = letters;  // before the thread has a local, so it is destroyed later
      ActorRef::nobody().tell(Note{});
      seen.insert(&detail::local());
    }}.join();
  }

  EXPECT_EQ(seen.size(), 1u);
}

}  // namespace
}  // namespace kebne
