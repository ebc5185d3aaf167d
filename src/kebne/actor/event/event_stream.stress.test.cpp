// Publishing, subscribing and unsubscribing on many threads at once.
#include "kebne/actor.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace kebne {
namespace {

struct Animal {};
struct Cat {
  using Bases = bases<Animal>;
  std::uint64_t number;
};

struct Tally : detail::InPlaceSubscriber {
  std::atomic<std::uint64_t> seen{0};
  Tally() {
    call = [](InPlaceSubscriber& self, std::uint32_t, const void*) noexcept {
      static_cast<Tally&>(self).seen.fetch_add(1, std::memory_order_relaxed);
    };
  }
};

class Counter final : public Actor {
 public:
  static void behavior(On<Counter>& on) { on.handle<&Counter::cat>(); }
  explicit Counter(std::atomic<std::uint64_t>* seen) : seen_{seen} {}

 private:
  void cat(const Cat&) { seen_->fetch_add(1, std::memory_order_relaxed); }
  std::atomic<std::uint64_t>* seen_;
};

constexpr int publishers = 3;
constexpr std::uint64_t each = 3000;

/// `publishers` threads publish while `change` runs over and over on this one.
template <class F>
void publish_while(const EventStream& events, F change) {
  std::vector<std::thread> threads;
  std::atomic<int> left{publishers};
  for (int t = 0; t < publishers; ++t) {
    threads.emplace_back([&] {
      for (std::uint64_t i = 0; i < each; ++i) events.publish(Cat{i});
      left.fetch_sub(1);
    });
  }
  while (left.load() != 0) change();
  for (std::thread& t : threads) t.join();
}

TEST(EventStreamStress, TellsAStaticSubscriberEverythingWhileOthersComeAndGo) {
  EventStream events;
  Tally stays;
  Tally comes;
  events.subscribe_in_place(stays, detail::channel_id<Animal>());

  publish_while(events, [&] {
    events.subscribe_in_place(comes, detail::channel_id<Cat>());
    events.unsubscribe_in_place(comes, detail::channel_id<Cat>());
  });

  EXPECT_EQ(stays.seen, publishers * each);
}

TEST(EventStreamStress, SurvivesActorsThatSubscribeAndStop) {
  std::atomic<std::uint64_t> seen{0};
  std::atomic<std::uint64_t> unused{0};
  {
    ActorSystem system{"s", {.workers = 2, .logging = {.loggers = {}, .dead_letters = 0}}};
    EventStream& events = system.event_stream();
    events.subscribe<Animal>(system.spawn<Counter>("stays", &seen));
    publish_while(events, [&] {
      const ActorRef comes = system.spawn<Counter>("", &unused);
      events.subscribe<Cat>(comes);
      system.stop(comes);
    });
    while (seen.load() != publishers * each) std::this_thread::yield();
  }
  EXPECT_EQ(seen, publishers * each);
}

TEST(EventStreamStress, MayBeClosedWhileOthersPublish) {
  for (int i = 0; i < 50; ++i) {
    EventStream events;
    Tally tally;
    events.subscribe_in_place(tally, detail::channel_id<Cat>());
    std::thread publisher{[&] {
      for (std::uint64_t n = 0; n < 200; ++n) events.publish(Cat{n});
    }};
    events.close();
    publisher.join();
    EXPECT_LE(tally.seen, 200u);
  }
}

}  // namespace
}  // namespace kebne
