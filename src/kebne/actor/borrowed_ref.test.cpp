// What is kept of `self()`, `sender()` and `parent()` is a reference that counts.
#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace kebne {
namespace {

static_assert(!std::is_copy_constructible_v<BorrowedRef>);
static_assert(!std::is_copy_assignable_v<BorrowedRef>);

struct Go {};
struct Hi {};

/// Tells somebody when it starts, and remembers in what form it was given them.
class Greeter final : public Actor {
 public:
  template <class Ref>
  Greeter(const Ref& whom, bool* is_counted) : whom_{whom} {
    *is_counted = std::is_same_v<Ref, ActorRef>;
  }
  void pre_start() override { whom_.tell(Hi{}); }

 private:
  ActorRef whom_;
};

/// Spawns a greeter of its sender.
class Server final : public Actor {
 public:
  static void behavior(On<Server>& on) { on.handle<&Server::go>(); }
  explicit Server(bool* is_counted) : is_counted_{is_counted} {}

 private:
  void go(const Go&) { spawn<Greeter>("", sender(), is_counted_); }
  bool* is_counted_;
};

/// Asks for a greeting, and is gone before it can come.
class Client final : public Actor {
 public:
  explicit Client(ActorRef server) : server_{std::move(server)} {}
  void pre_start() override {
    server_.tell(Go{});
    stop();
  }

 private:
  ActorRef server_;
};

TEST(BorrowedRef, OfASenderThatStopsAtOnceOutlivesItAsAnArgumentOfSpawn) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    TestKit kit{TestKit::Options{.seed = seed}};
    bool is_counted = false;
    const ActorRef server = kit.spawn<Server>("server", &is_counted);
    kit.run_until_idle();

    kit.spawn<Client>("client", server);
    kit.run_until_idle();

    EXPECT_TRUE(is_counted);
    ASSERT_EQ(kit.observer().dead_letters().size(), 1u) << "seed " << seed;
    EXPECT_EQ(kit.observer().dead_letters()[0].recipient, "akka://test/user/client");
  }
}

TEST(BorrowedRef, OfItselfIsKeptByAChild) {
  struct Parent final : Actor {
    explicit Parent(bool* is_counted) : is_counted_{is_counted} {}
    void pre_start() override { spawn<Greeter>("greeter", self(), is_counted_); }
    bool* is_counted_;
  };
  TestKit kit;
  bool is_counted = false;
  kit.spawn<Parent>("parent", &is_counted);
  kit.run_until_idle();

  EXPECT_TRUE(is_counted);
  ASSERT_EQ(kit.observer().unhandled().size(), 1u);
  EXPECT_EQ(kit.observer().unhandled()[0].recipient, "akka://test/user/parent");
  EXPECT_EQ(kit.observer().unhandled()[0].sender, "akka://test/user/parent/greeter");
}

/// Gives itself away in every way there is, and stops.
class Generous final : public Actor {
 public:
  static void behavior(On<Generous>& on) { on.handle<&Generous::go>(); }
  explicit Generous(ActorRef other) : other_{std::move(other)} {}

 private:
  void go(const Go&) {
    other_.tell(self());
    other_.tell(self(), self());
    tell_all(std::array{other_}, self());
    reply(self());
    sender().tell(parent());
    stop();
  }
  ActorRef other_;
};

TEST(BorrowedRef, IsToldAsAnActorRefThatOutlivesTheActor) {
  TestKit kit;
  Probe asker = kit.probe("asker");
  Probe other = kit.probe("other");
  asker.send(kit.spawn<Generous>("generous", other.ref()), Go{});
  kit.run_until_idle();

  const ActorRef told = other.expect<ActorRef>();
  EXPECT_EQ(told.path().to_string(), "akka://test/user/generous");
  EXPECT_EQ(other.expect<ActorRef>(), told);
  EXPECT_EQ(other.last_sender(), told);
  EXPECT_EQ(other.expect<ActorRef>(), told);
  EXPECT_EQ(asker.expect<ActorRef>(), told);
  EXPECT_EQ(asker.expect<ActorRef>(), kit.system().user_guardian());
  told.tell(Hi{});

  EXPECT_EQ(kit.observer().dead_letters().size(), 1u);
}

}  // namespace
}  // namespace kebne
