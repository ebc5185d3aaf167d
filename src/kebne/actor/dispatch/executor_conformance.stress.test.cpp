// What actors and tasks may expect of any dispatcher, chosen by configuration.
#include "kebne/actor.hpp"
#include "tests/support/dispatcher_world.hpp"
#include "tests/support/process.hpp"
#include "tests/support/stress.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <latch>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace kebne {
namespace {

using test::stressed;
using Kind = test::DispatcherKind;
using World = test::DispatcherWorld;

struct Number {
  std::int64_t value;
};
struct Send {
  std::vector<ActorRef> to;
  std::int64_t from;
  std::int64_t count;
};

/// Sends to each in turn, in one message; so all of it waits where actors share a thread.
class Sender final : public Actor {
 public:
  static void behavior(On<Sender>& on) { on.handle<&Sender::send>(); }

 private:
  void send(const Send& m) {
    for (std::int64_t i = 0; i < m.count; ++i) {
      for (const ActorRef& to : m.to) to.tell(Number{m.from + i});
    }
  }
};

class DispatcherConformanceStress : public testing::TestWithParam<Kind> {};

/// Expects each sender's numbers one by one: the sender in the upper half, its count in the lower.
class InOrder final : public Actor {
 public:
  static constexpr int senders = 4;
  static void behavior(On<InOrder>& on) { on.handle<&InOrder::number>(); }
  explicit InOrder(std::latch* done) : done_{done} {}

 private:
  void number(const Number& m) {
    EXPECT_EQ(m.value & 0xffffffff, expected_[static_cast<std::size_t>(m.value >> 32)]++);
    done_->count_down();
  }
  std::array<std::int64_t, senders> expected_{};
  std::latch* done_;
};

TEST_P(DispatcherConformanceStress, KeepsTheOrderOfEachSender) {
  const std::int64_t each = stressed(5'000);
  std::latch done{InOrder::senders * each};
  World world{GetParam(), 2};
  const ActorRef target = world.spawn<InOrder>(&done);

  world.spawn<Sender>().tell(Send{{target}, 0, each});
  std::vector<std::thread> threads;
  for (std::int64_t t = 1; t < InOrder::senders; ++t) {
    threads.emplace_back([&, t] {
      for (std::int64_t i = 0; i < each; ++i) target.tell(Number{t << 32 | i});
    });
  }
  for (std::thread& thread : threads) thread.join();

  done.wait();
}

/// Has mail until the last of its kind has handled `goal`.
class Tireless final : public Actor {
 public:
  struct Common {
    explicit Common(int actors) : unfinished{actors}, done{actors} {}
    static constexpr int goal = 200;
    std::atomic<int> unfinished;
    std::latch done;
    std::mutex lock;
    std::string course;  ///< who handled something, in order, until the first has reached the goal
  };
  static void behavior(On<Tireless>& on) { on.handle<&Tireless::number>(); }
  Tireless(Common* common, char name) : common_{common}, name_{name} {}

 private:
  void number(const Number& m) {
    ++handled_;
    if (handled_ < Common::goal) {
      const std::lock_guard guard{common_->lock};
      common_->course += name_;
    }
    if (handled_ == Common::goal) --common_->unfinished;
    if (common_->unfinished != 0) {
      self().tell(m);
    } else {
      common_->done.count_down();
    }
  }
  Common* common_;
  char name_;
  int handled_ = 0;
};

TEST_P(DispatcherConformanceStress, LetsNobodyStarve) {
  constexpr int actors = 8;  // more than threads
  Tireless::Common common{actors};
  World world{GetParam(), 2};
  Send send{{}, 0, 1};
  for (int i = 0; i < actors; ++i) {
    send.to.push_back(world.spawn<Tireless>(&common, static_cast<char>('a' + i)));
  }

  world.spawn<Sender>().tell(std::move(send));

  common.done.wait();
}

std::size_t longest_stretch(std::string_view course) {
  std::size_t longest = 0;
  for (std::size_t from = 0; from < course.size();) {
    const std::size_t to = std::min(course.find_first_not_of(course[from], from), course.size());
    longest = std::max(longest, to - from);
    from = to;
  }
  return longest;
}

TEST_P(DispatcherConformanceStress, GivesTheThreadToTheOtherAfterItsThroughput) {
  if (!GetParam().shares_one_thread) GTEST_SKIP() << "each actor has a thread of its own";
  Tireless::Common common{2};
  World world{GetParam(), 1};
  Send send{{world.spawn<Tireless>(&common, 'a'), world.spawn<Tireless>(&common, 'b')}, 0, 1};

  world.spawn<Sender>().tell(std::move(send));
  common.done.wait();
  world.end();

  const std::string& course = common.course;
  const auto both = std::min(course.find_last_of('a'), course.find_last_of('b'));
  EXPECT_LE(longest_stretch(std::string_view{course}.substr(0, both)),
            std::size_t{test::dispatcher_throughput});
}

struct Begin {
  std::int64_t count;
};

/// Fails on each tenth number, and writes the others down.
class Fragile final : public Actor {
 public:
  static void behavior(On<Fragile>& on) { on.handle<&Fragile::number>(); }
  Fragile(std::vector<std::int64_t>* seen, std::int64_t last, std::latch* done)
      : seen_{seen}, last_{last}, done_{done} {}

 private:
  void number(const Number& m) {
    if (m.value % 10 == 5) throw std::runtime_error{"five"};
    seen_->push_back(m.value);
    if (m.value == last_) done_->count_down();
  }
  std::vector<std::int64_t>* seen_;
  std::int64_t last_;
  std::latch* done_;
};

/// The supervisor of a fragile child, to whom it sends everything at once.
class Careful final : public Actor {
 public:
  static void behavior(On<Careful>& on) { on.handle<&Careful::begin>(); }
  Careful(std::vector<std::int64_t>* seen, std::latch* done) : seen_{seen}, done_{done} {}

 private:
  void begin(const Begin& m) {
    const ActorRef child =
        spawn(props<Fragile>(seen_, m.count - 1, done_).with_dispatcher("d"), "child");
    for (std::int64_t i = 0; i < m.count; ++i) child.tell(Number{i});
  }
  std::vector<std::int64_t>* seen_;
  std::latch* done_;
};

TEST_P(DispatcherConformanceStress, KeepsTheRestOfTheMailInOrderThroughRestarts) {
  const std::int64_t count = 10 * stressed(100);
  std::vector<std::int64_t> seen;
  std::latch done{1};
  World world{GetParam(), 2};

  world.spawn<Careful>(&seen, &done).tell(Begin{count});
  done.wait();
  world.end();

  std::vector<std::int64_t> expected;
  for (std::int64_t i = 0; i < count; ++i) {
    if (i % 10 != 5) expected.push_back(i);
  }
  EXPECT_EQ(seen, expected);
  EXPECT_EQ(world.observer->failures, static_cast<std::uint64_t>(count / 10));
  EXPECT_EQ(world.observer->dead_letters, 0u);
}

TEST_P(DispatcherConformanceStress, GoesOnAfterTasksThatThrow) {
  const int count = stressed(400);
  std::latch done{count};
  World world{GetParam(), 2};
  const MessageDispatcher dispatcher = world.dispatcher();

  for (int i = 0; i < count; ++i) {
    dispatcher.schedule([i, &done] {
      done.count_down();
      if (i % 2 == 0) throw std::runtime_error{"even"};
    });
  }
  done.wait();
  world.end();

  EXPECT_EQ(dispatcher.failed_tasks(), static_cast<std::uint64_t>(count / 2));
}

/// Ends with the first number.
class ShortLived final : public Actor {
 public:
  static void behavior(On<ShortLived>& on) { on.handle<&ShortLived::number>(); }

 private:
  void number(const Number&) { stop(); }
};

TEST_P(DispatcherConformanceStress, MakesDeadLettersOfWhatAnActorLeavesUnread) {
  const std::int64_t count = stressed(1'000);
  World world{GetParam(), 2};
  const ActorRef target = world.spawn<ShortLived>();

  const ActorRef sender = world.spawn<Sender>();
  sender.tell(Send{{target}, 0, count});
  (void)world.system().ask<Identify>(sender).get();  // all is sent
  world.end();

  EXPECT_EQ(world.observer->dead_letters, static_cast<std::uint64_t>(count - 1));
}

/// Plays with another for ever.
class Player final : public Actor {
 public:
  static void behavior(On<Player>& on) { on.handle<&Player::number>(); }
  explicit Player(std::latch* playing) : playing_{playing} {}

 private:
  void number(const Number& m) {
    reply(m);
    if (std::exchange(is_new_, false)) playing_->count_down();
  }
  std::latch* playing_;
  bool is_new_ = true;
};

TEST_P(DispatcherConformanceStress, EndsWhileThereIsWork) {
  std::thread{[] {}}.join();  // a sanitizer starts a thread of its own with the first one
  const std::size_t threads_before = test::threads();
  constexpr int pairs = 4;
  constexpr int tasks = 200;
  for (int round = 0; round < stressed(10); ++round) {
    std::atomic<int> tasks_run{0};
    std::latch playing{2 * pairs};
    World world{GetParam(), 2};
    std::vector<std::thread> outside;  // where the calling thread runs what it sends
    for (int i = 0; i < pairs; ++i) {
      outside.emplace_back([one = world.spawn<Player>(&playing),
                            other = world.spawn<Player>(&playing)] { one.tell(Number{0}, other); });
    }
    playing.wait();
    const MessageDispatcher dispatcher = world.dispatcher();
    for (int i = 0; i < tasks; ++i) dispatcher.schedule([&] { ++tasks_run; });

    world.system().terminate().get();
    for (std::thread& thread : outside) thread.join();
    world.end();

    EXPECT_EQ(tasks_run, tasks);
    EXPECT_EQ(world.observer->dead_letters, static_cast<std::uint64_t>(pairs));
    EXPECT_EQ(dispatcher.inhabitants(), 0);
  }
  EXPECT_EQ(test::threads(), threads_before);
}

/// Has many children who stop when they have got something.
class Parent final : public Actor {
 public:
  static void behavior(On<Parent>& on) {
    on.handle<&Parent::begin>().handle<&Parent::terminated>();
  }
  explicit Parent(std::latch* done) : done_{done} {}

 private:
  void begin(const Begin& m) {
    for (std::int64_t i = 0; i < m.count; ++i) {
      const ActorRef child = spawn(props<ShortLived>().with_dispatcher("d"), "");
      watch(child);
      child.tell(Number{i});
    }
  }
  void terminated(const Terminated&) { done_->count_down(); }
  std::latch* done_;
};

TEST_P(DispatcherConformanceStress, LetsManyComeAndGo) {
  constexpr int parents = 4;
  const std::int64_t each = GetParam().name == "Pinned" ? 10 : stressed(500);
  std::latch done{parents * each};
  World world{GetParam(), 2};

  for (int i = 0; i < parents; ++i) world.spawn<Parent>(&done).tell(Begin{each});
  done.wait();
  const MessageDispatcher dispatcher = world.dispatcher();
  world.end();

  EXPECT_EQ(dispatcher.inhabitants(), 0);
  EXPECT_EQ(world.observer->dead_letters, 0u);
}

struct Successor {
  using Reply = std::int64_t;
  std::int64_t of;
};

class Counts final : public Actor {
 public:
  static void behavior(On<Counts>& on) { on.handle<&Counts::successor>(); }

 private:
  std::int64_t successor(const Successor& m) { return m.of + 1; }
};

TEST_P(DispatcherConformanceStress, AnswersQuestions) {
  const std::int64_t each = stressed(200);
  World world{GetParam(), 2};
  const ActorRef counts = world.spawn<Counts>();
  std::vector<std::thread> threads;
  for (std::int64_t t = 0; t < 3; ++t) {
    threads.emplace_back([&, t] {
      for (std::int64_t i = 0; i < each; ++i) {
        EXPECT_EQ(world.system().ask<Successor>(counts, t * each + i).get(), t * each + i + 1);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

INSTANTIATE_TEST_SUITE_P(All, DispatcherConformanceStress,
                         testing::ValuesIn(test::dispatcher_kinds),
                         [](const auto& kind) { return std::string{kind.param.name}; });

}  // namespace
}  // namespace kebne
