#include "kebne/actor.hpp"

#include "kebne/base/detail/platform.hpp"
#include "kebne/base/random.hpp"
#include "tests/support/stress.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace kebne {
namespace {

using test::CountingObserver;
using test::stressed;

struct Number {
  std::int64_t value;
};
struct Text {
  std::string text;
};
struct Question {
  using Reply = Number;
  std::int64_t value;
};

SystemOptions options(std::uint32_t workers, std::uint32_t throughput) {
  return {.throughput = throughput,
          .workers = workers,
          .observer = std::make_shared<CountingObserver>()};
}

/// Runs `f(0)` to `f(count - 1)`, each in a thread of its own, and waits for all.
template <class F>
void in_threads(int count, F f) {
  std::vector<std::thread> threads;
  for (int t = 0; t < count; ++t) threads.emplace_back([&f, t] { f(t); });
  for (std::thread& thread : threads) thread.join();
}

/// Expects each sender's numbers one by one: the sender in the upper half, its count in the lower.
class InOrder final : public Actor {
 public:
  static constexpr int senders = 4;
  explicit InOrder(std::latch* done) : done_{done} {}
  bool receive(Envelope& e) override {
    const std::int64_t value = e.get_if<Number>()->value;
    auto& expected = expected_[value >> 32];
    EXPECT_EQ(value & 0xffffffff, expected);
    ++expected;
    done_->count_down();
    return true;
  }

 private:
  std::int64_t expected_[senders] = {};
  std::latch* done_;
};

TEST(ActorStress, KeepsTheOrderOfEachSender) {
  const int each = stressed(200'000);
  std::latch done{InOrder::senders * each};
  ActorSystem system{"order", options(3, 5)};
  const ActorRef actor = system.spawn<InOrder>("a", &done);

  in_threads(InOrder::senders, [&](std::int64_t t) {
    for (std::int64_t i = 0; i < each; ++i) actor.tell(Number{t << 32 | i});
  });

  done.wait();
}

/// Passes a number back and forth until it is 0.
class Hopper final : public Actor {
 public:
  explicit Hopper(std::latch* done) : done_{done} {}
  bool receive(Envelope& e) override {
    const std::int64_t left = e.get_if<Number>()->value;
    if (left == 0) {
      done_->count_down();
    } else {
      reply(Number{left - 1});
    }
    return true;
  }

 private:
  std::latch* done_;
};

TEST(ActorStress, LosesNoBallBetweenWorkers) {
  constexpr int actors = 8;
  constexpr int balls = 64;
  std::latch done{balls};
  ActorSystem system{"hops", options(3, 2)};
  std::vector<ActorRef> all;
  for (int i = 0; i < actors; ++i) all.push_back(system.spawn<Hopper>("", &done));

  for (int i = 0; i < balls; ++i) {
    const auto from = static_cast<std::size_t>(i % actors);
    const auto to = static_cast<std::size_t>((i + 1 + i / actors % 7) % actors);
    all[from].tell(Number{stressed(20'000)}, all[to]);
  }

  done.wait();
}

/// Does a bit of everything that an actor can do, as its own dice fall.
class Chaos final : public Actor {
 public:
  static void behavior(On<Chaos>& on) {
    on.handle<&Chaos::number>()
        .handle<&Chaos::text>()
        .handle<&Chaos::question>()
        .handle<&Chaos::gone>();
  }
  static void other(On<Chaos>& on) { behavior(on); }

  Chaos(std::atomic<std::uint64_t>* handled, std::uint64_t seed, int depth)
      : handled_{handled}, dice_{seed}, depth_{depth} {
    if (one_of(256)) throw std::runtime_error{"no start"};
  }
  void post_stop() override {
    if (one_of(64)) throw std::runtime_error{"no end"};
  }

 private:
  bool one_of(std::uint64_t n) { return dice_.next() % n == 0; }
  ActorRef somebody() {
    return friends_.empty() ? ActorRef{} : friends_[dice_.next() % friends_.size()];
  }
  void befriend(ActorRef ref) {
    if (friends_.size() > 6) friends_.erase(friends_.begin());
    friends_.push_back(std::move(ref));
  }

  void number(const Number& n) {
    handled_->fetch_add(1, std::memory_order_relaxed);
    if (n.value <= 0) return;
    if (act(n)) return;
    if (const ActorRef to = somebody()) {
      to.tell(Number{n.value - 1});
    } else if (sender()) {
      reply(Number{n.value - 2});
    }
  }

  /// True: the number has been passed on.
  bool act(const Number& n) {
    const ActorRef some = somebody();
    switch (dice_.next() % 16) {
      case 0:
        if (depth_ < 3 && child_count() < 4) {
          befriend(spawn<Chaos>("", handled_, dice_.next(), depth_ + 1));
        }
        break;
      case 1:
        if (one_of(8)) throw std::runtime_error{"chaos"};
        break;
      case 2:
        if (one_of(16)) stop();
        break;
      case 3: befriend(sender()); break;
      case 4: become<&Chaos::other>(); break;
      case 5: forward(some); return true;
      case 6: watch(some); break;
      case 7: unwatch(some); break;
      case 8:
        if (one_of(32)) stop_children();
        break;
      case 9:
        if (!friends_.empty()) friends_.pop_back();
        break;
      case 10: some.tell(Text{std::string(40, 'x')}); break;
      case 11: some.tell(Question{n.value - 1}); break;
      case 12:
        if (one_of(64)) self().tell(Kill{});
        break;
      case 13: tell_all(friends_, Number{n.value / 8}); break;
      case 14:
        if (one_of(16)) some.tell(PoisonPill{});
        break;
      default: (void)system().ask<Question>(some, n.value); break;
    }
    return false;
  }

  void text(const Text& t) {
    EXPECT_EQ(t.text.size(), 40u);
    if (one_of(4)) forward(somebody());
  }
  Number question(Question q) {
    if (const ActorRef to = somebody(); to && q.value > 0) to.tell(Question{q.value / 2});
    return {q.value};
  }
  void gone(const Terminated& t) { std::erase(friends_, t.actor); }

  std::atomic<std::uint64_t>* handled_;
  SeededRandom dice_;
  int depth_;
  std::vector<ActorRef> friends_;
};

/// What a thread outside does to the roots, `steps` times.
void disturb(ActorSystem& system, std::vector<ActorRef> mine, std::atomic<std::uint64_t>& handled,
             std::uint64_t seed, int steps) {
  SeededRandom dice{seed};
  const auto any = [&]() -> ActorRef& { return mine[dice.next() % mine.size()]; };
  for (int i = 0; i < steps; ++i) {
    ActorRef& a = any();
    switch (dice.next() % 24) {
      case 0: system.stop(a); break;
      case 1: {
        std::string name;
        if (i % 2 == 0) name = "n" + std::to_string(seed) + "-" + std::to_string(i);
        mine.push_back(system.spawn<Chaos>(name, &handled, dice.next(), 0));
        break;
      }
      case 2: a.tell(PoisonPill{}); break;
      case 3: {
        Future<Number> answer = system.ask<Question>(a, 0);
        if (i % 2 == 0) (void)answer.wait_for(std::chrono::microseconds{500});
        break;
      }
      case 4: a = any(); break;
      case 5: a.tell(Text{std::string(40, 'y')}, any()); break;
      case 6: system.ask<Question>(a, 3).then([](Result<Number>) {}); break;
      default: a.tell(Number{20 + static_cast<std::int64_t>(dice.next() % 20)}, any()); break;
    }
  }
}

void chaos(std::uint32_t workers, std::uint32_t throughput) {
  std::atomic<std::uint64_t> handled{0};
  const std::int64_t before = detail::live_cells();
  for (int round = 0; round < stressed(100); ++round) {
    {
      ActorSystem system{"chaos", options(workers, throughput)};
      std::vector<ActorRef> roots;
      for (std::uint64_t i = 0; i < 8; ++i) {
        roots.push_back(system.spawn<Chaos>("", &handled, i + 100, 0));
      }
      in_threads(3, [&](int t) {
        disturb(system, roots, handled, static_cast<std::uint64_t>(round * 10 + t), 3'000);
      });
    }
    ASSERT_EQ(detail::live_cells(), before) << "round " << round;
  }
  EXPECT_GT(handled.load(), 10'000u);
}

TEST(ActorStress, SurvivesChaosOnTwoWorkers) { chaos(2, 30); }
TEST(ActorStress, SurvivesChaosOnFourWorkersAtThroughputOne) { chaos(4, 1); }

/// Grows a tree, and lets go of its leaves.
class Burst final : public Actor {
 public:
  bool receive(Envelope& e) override {
    const std::int64_t n = e.get_if<Number>()->value;
    for (std::int64_t i = 0; i < n; ++i) spawn<Burst>("").tell(Number{n - 1});
    if (n == 0) stop();
    return true;
  }
};

TEST(ActorStress, StopsWhileItGrows) {
  const std::int64_t before = detail::live_cells();
  for (int i = 0; i < stressed(800); ++i) {
    {
      ActorSystem system{"burst", options(2, 1 + static_cast<std::uint32_t>(i % 40))};
      const ActorRef root = system.spawn<Burst>("");
      root.tell(Number{5});
      for (int k = 0; k < i % 400; ++k) detail::cpu_pause();
      if (i % 2 == 0) system.stop(root);
    }
    ASSERT_EQ(detail::live_cells(), before);
  }
}

struct Idle final : Actor {};

TEST(ActorStress, GivesANameOnceHoweverManyWantIt) {
  constexpr int threads = 4;
  const int names = stressed(8'000);
  std::atomic<int> made{0};
  std::atomic<int> refused{0};
  ActorSystem system{"storm", options(2, 30)};

  in_threads(threads, [&](int t) {
    for (int i = 0; i < names; ++i) {
      try {
        const ActorRef a = system.spawn<Idle>("a" + std::to_string(i));
        made.fetch_add(1);
        if (i % 16 == t) system.stop(a);  // and once more, when its end has been taken note of
      } catch (const NameError&) {
        refused.fetch_add(1);
      }
    }
  });

  EXPECT_EQ(made.load() + refused.load(), threads * names);
  EXPECT_GE(made.load(), names);
}

TEST(ActorStress, EndsWhileOthersSpawn) {
  for (int round = 0; round < stressed(60); ++round) {
    std::atomic<int> refused{0};
    ActorSystem system{"ends", options(2, 30)};
    in_threads(3, [&](int t) {
      if (t == 0) {
        for (int i = 0; i < round * 20; ++i) detail::cpu_pause();
        system.terminate().get();
        return;
      }
      for (int i = 1;; ++i) {
        if (i % 32 == 0) std::this_thread::yield();  // or the end never gets a processor
        try {
          system.spawn<Idle>("").tell(Number{1});
        } catch (const SystemTerminating&) {
          refused.fetch_add(1);
          return;
        }
      }
    });
    EXPECT_EQ(refused.load(), 2);
    EXPECT_TRUE(system.is_terminated());
  }
}

/// Tells somebody something and then waits, blocking its worker, for what that does.
class Blocker final : public Actor {
 public:
  Blocker(std::latch* opened, ActorRef opener) : opened_{opened}, opener_{std::move(opener)} {}
  bool receive(Envelope&) override {
    opener_.tell(Number{0});  // waits on this worker, which will not get to it
    opened_->wait();
    return true;
  }

 private:
  std::latch* opened_;
  ActorRef opener_;
};
class Opener final : public Actor {
 public:
  explicit Opener(std::latch* opened) : opened_{opened} {}
  bool receive(Envelope&) override {
    opened_->count_down();
    return true;
  }

 private:
  std::latch* opened_;
};

TEST(ActorStress, StrandsNobodyBehindABlockedWorker) {
  for (int round = 0; round < stressed(200); ++round) {
    constexpr int others = 20;
    std::latch opened{others};
    ActorSystem system{"blocked", options(2, 30)};
    std::vector<ActorRef> openers;
    for (int i = 0; i < others; ++i) openers.push_back(system.spawn<Opener>("", &opened));
    const ActorRef blocker = system.spawn<Blocker>("", &opened, openers[0]);
    if (round % 2 == 0) system.ask<Identify>(openers[0]).get();  // the pool is awake

    blocker.tell(Number{0});
    for (int i = 1; i < others; ++i) openers[static_cast<std::size_t>(i)].tell(Number{0});

    system.ask<Identify>(blocker).get();
  }
}

/// Asks another actor and blocks until it answers.
class Client final : public Actor {
 public:
  explicit Client(ActorRef server) : server_{std::move(server)} {}
  bool receive(Envelope& e) override {
    reply(system().ask<Question>(server_, e.get_if<Question>()->value).get());
    return true;
  }

 private:
  ActorRef server_;
};
class Server final : public Actor {
 public:
  static void behavior(On<Server>& on) { on.handle<&Server::answer>(); }

 private:
  Number answer(const Question& q) { return {q.value + 1}; }
};

TEST(ActorStress, WaitsInsideAnActorForAnotherOne) {
  ActorSystem system{"waits", options(2, 30)};
  const ActorRef client = system.spawn<Client>("client", system.spawn<Server>("server"));

  in_threads(2, [&](std::int64_t t) {
    for (std::int64_t i = 0; i < stressed(8'000); ++i) {
      EXPECT_EQ(system.ask<Question>(client, t * 100 + i).get().value, t * 100 + i + 1);
    }
  });
}

}  // namespace
}  // namespace kebne
