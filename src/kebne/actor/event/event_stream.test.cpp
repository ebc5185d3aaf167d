#include "kebne/actor/event/event_stream.hpp"

#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

namespace kebne {
namespace {

struct Animal {};
struct Cat {
  using Bases = bases<Animal>;
  int lives = 9;
};
struct Kitten {
  using Bases = bases<Cat>;
};
struct Large {
  std::array<int, 32> numbers{};
};

struct Calls : detail::InPlaceSubscriber {
  std::vector<std::uint32_t> types;
  Calls() {
    call = [](InPlaceSubscriber& self, std::uint32_t type, const void*) noexcept {
      static_cast<Calls&>(self).types.push_back(type);
    };
  }
};

TEST(EventStreamTest, DeliversToABaseOfABase) {
  TestKit kit;
  Probe probe = kit.probe();
  kit.system().event_stream().subscribe<Animal>(probe.ref());

  kit.system().event_stream().publish(Kitten{});

  probe.expect<Kitten>();
}

TEST(EventStreamTest, TellsASubscriptionMadeAfterTheFirstPublication) {
  TestKit kit;
  Probe probe = kit.probe();
  kit.system().event_stream().publish(Cat{});

  kit.system().event_stream().subscribe<Animal>(probe.ref());
  kit.system().event_stream().publish(Cat{7});

  EXPECT_EQ(probe.expect<Cat>().lives, 7);
  probe.expect_none();
}

TEST(EventStreamTest, SharesALargeEventAmongItsSubscribers) {
  TestKit kit;
  Probe first = kit.probe();
  Probe second = kit.probe();
  kit.system().event_stream().subscribe<Large>(first.ref());
  kit.system().event_stream().subscribe<Large>(second.ref());

  Large event;
  event.numbers[31] = 5;
  kit.system().event_stream().publish(event);

  EXPECT_EQ(first.expect<Large>().numbers[31], 5);
  EXPECT_EQ(second.expect<Large>().numbers[31], 5);
}

struct PublishCat {};

class Publisher final : public Actor {
 public:
  static void behavior(On<Publisher>& on) { on.handle<&Publisher::publish>(); }

 private:
  void publish(const PublishCat&) { system().event_stream().publish(Cat{}); }
};

TEST(EventStreamTest, SaysWhoPublished) {
  TestKit kit;
  Probe probe = kit.probe();
  kit.system().event_stream().subscribe<Cat>(probe.ref());
  const ActorRef publisher = kit.spawn<Publisher>("publisher");

  publisher.tell(PublishCat{});
  probe.expect<Cat>();

  EXPECT_EQ(probe.last_sender(), publisher);
}

TEST(EventStreamTest, KnowsWhetherAnybodyListens) {
  TestKit kit;
  const EventStream& events = kit.system().event_stream();
  EXPECT_FALSE(events.has_listeners<Cat>());

  Probe probe = kit.probe();
  kit.system().event_stream().subscribe<Animal>(probe.ref());

  EXPECT_TRUE(events.has_listeners<Cat>());
  EXPECT_FALSE(events.has_listeners<Large>());
}

TEST(EventStreamTest, RefusesAnEmptyReference) {
  EventStream events;
  EXPECT_THROW(events.subscribe<Cat>(ActorRef{}), std::invalid_argument);
}

TEST(EventStreamTest, ForgetsASubscriberThatHasStopped) {
  TestKit kit;
  Probe probe = kit.probe();
  kit.system().event_stream().subscribe<Animal>(probe.ref());
  kit.system().event_stream().subscribe<Large>(probe.ref());

  kit.system().stop(probe.ref());
  kit.run_until_idle();

  EXPECT_FALSE(kit.system().event_stream().has_listeners<Cat>());
  EXPECT_FALSE(kit.system().event_stream().unsubscribe(probe.ref()));
}

TEST(EventStreamTest, ForgetsOneThatHadStoppedBeforeItSubscribed) {
  TestKit kit;
  Probe probe = kit.probe();
  kit.system().stop(probe.ref());
  kit.run_until_idle();

  kit.system().event_stream().subscribe<Cat>(probe.ref());
  kit.run_until_idle();

  EXPECT_FALSE(kit.system().event_stream().has_listeners<Cat>());
}

TEST(EventStreamTest, TakesNobodyAfterTheEndOfItsSystem) {
  TestKit kit;
  Probe probe = kit.probe();
  EventStream events;
  events.close();

  EXPECT_FALSE(events.subscribe<Cat>(probe.ref()));
  EXPECT_FALSE(events.has_listeners<Cat>());
}

TEST(EventStreamTest, CallsAnInPlaceSubscriberOnceForEachEvent) {
  EventStream events;
  Calls calls;
  events.subscribe_in_place(calls, detail::channel_id<Animal>());
  events.subscribe_in_place(calls, detail::channel_id<Cat>());

  events.publish(Cat{});
  events.publish(Large{});

  EXPECT_EQ(calls.types, (std::vector<std::uint32_t>{detail::message_id<Cat>()}));
}

/// Takes itself off the list while it is called, and publishes again.
struct Leaves : detail::InPlaceSubscriber {
  EventStream& events;
  int seen = 0;
  explicit Leaves(EventStream& stream) : events{stream} {
    call = [](InPlaceSubscriber& self, std::uint32_t, const void*) noexcept {
      auto& me = static_cast<Leaves&>(self);
      ++me.seen;
      me.events.unsubscribe_in_place(me, detail::channel_id<Cat>());
      me.events.publish(Cat{});
    };
  }
};

TEST(EventStreamTest, MayBeChangedByWhoIsCalled) {
  EventStream events;
  Leaves leaves{events};
  Calls calls;
  events.subscribe_in_place(leaves, detail::channel_id<Cat>());
  events.subscribe_in_place(calls, detail::channel_id<Cat>());

  events.publish(Cat{});

  EXPECT_EQ(leaves.seen, 1);
  EXPECT_EQ(calls.types.size(), 2u);
}

}  // namespace
}  // namespace kebne
