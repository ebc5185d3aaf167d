// The end of a system while others are still busy with it.
#include "kebne/actor.hpp"
#include "kebne/actor/detail/local.hpp"
#include "tests/support/stress.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <deque>
#include <latch>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace kebne {
namespace {

using test::CountingObserver;
using test::stressed;

struct Note {};
struct Idle final : Actor {};

TEST(SystemEndStress, WaitsForContinuationsOfItsEnd) {
  for (int round = 0; round < stressed(6'000); ++round) {
    ActorSystem system{"demo", {.workers = 1}};
    Future<int> end =
        system.terminate().then([](Result<Done>) { return 1; }).then([](Result<int>) { return 2; });
    if (round % 2 == 0) continue;
    EXPECT_EQ(end.get(), 2);
  }
}

TEST(SystemEndStress, IsNoDeadLetterForWhoeverDropsItsFutures) {
  const auto observer = std::make_shared<CountingObserver>();
  for (int round = 0; round < stressed(4'000); ++round) {
    ActorSystem system{"demo", {.workers = 1, .observer = observer}};
    std::vector<Future<Done>> ends;
    for (int i = 0; i < 10; ++i) {
      ends.push_back(system.when_terminated());
      ends.push_back(system.when_terminated().then([](Result<Done>) {}));
    }
    system.terminate();
    while (round % 4 != 0 && !system.is_terminated()) std::this_thread::yield();
    ends.clear();
  }

  EXPECT_EQ(observer->dead_letters.load(), 0u);
}

/// A user's executor: two threads and a queue.
class TwoThreads final : public Executor {
 public:
  TwoThreads() {
    for (int i = 0; i < 2; ++i) threads_.emplace_back([this] { main(); });
  }
  ~TwoThreads() override {
    {
      const std::lock_guard guard{mutex_};
      stops_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  void schedule(Runnable& runnable) noexcept override {
    {
      const std::lock_guard guard{mutex_};
      ready_.push_back(&runnable);
    }
    changed_.notify_one();
  }
  void shut_down() noexcept override {}
  [[nodiscard]] bool owns_this_thread() const noexcept override { return mine_ == this; }

 private:
  void main() {
    mine_ = this;
    std::unique_lock lock{mutex_};
    for (;;) {
      changed_.wait(lock, [this] { return stops_ || !ready_.empty(); });
      if (ready_.empty()) return;
      Runnable* r = ready_.front();
      ready_.pop_front();
      lock.unlock();
      const bool again = r->run(r, detail::local());
      lock.lock();
      if (again) ready_.push_back(r);
    }
  }

  static inline thread_local const TwoThreads* mine_ = nullptr;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Runnable*> ready_;
  bool stops_ = false;
  std::vector<std::thread> threads_;
};

TEST(SystemEndStress, ComesToItsEndOnTheThreadsOfAUsersExecutor) {
  const auto executor = std::make_shared<TwoThreads>();
  for (int round = 0; round < stressed(10'000); ++round) {
    ActorSystem system{"demo", {.executor = executor}};
    if (round % 3 == 0) system.spawn<Idle>("idle");
    if (round % 4 == 0) system.terminate();
  }
}

TEST(SystemEndStress, ComesByTheDeathOfUserWhileOthersSpawnThere) {
  const auto observer = std::make_shared<CountingObserver>();
  int refused = 0;
  for (int round = 0; round < stressed(100); ++round) {
    ActorSystem system{"demo", {.workers = 1, .observer = observer}};
    for (int i = 0; i < 5; ++i) system.spawn<Idle>("");
    std::latch begun{1};
    std::thread spawns{[&] {
      begun.count_down();
      try {
        for (;;) system.spawn<Idle>("");
      } catch (const SystemTerminating&) {
        ++refused;
      }
    }};
    begun.wait();
    system.user_guardian().tell(Kill{});
    spawns.join();
    system.when_terminated().get();
  }

  EXPECT_EQ(refused, stressed(100));
}

/// Tells somebody when it is destroyed, wherever that is.
struct LastWord {
  ActorRef to;
  explicit LastWord(ActorRef whom) : to{std::move(whom)} {}
  LastWord(const LastWord&) = delete;
  LastWord& operator=(const LastWord&) = delete;
  ~LastWord() { to.tell(Note{}); }
};

/// Its cell is the last to hold the word it is given, and its worker gives up the cell when it has
/// nothing else to do.
struct Brief final : Actor {
  explicit Brief(const std::shared_ptr<LastWord>&) {}
  void pre_start() override {
    parent().tell(1);
    stop();
  }
};

class Heir final : public Actor {
 public:
  static void behavior(On<Heir>& on) { on.handle<&Heir::greeted>().handle<&Heir::note>(); }
  explicit Heir(std::latch* heard) : heard_{heard} {}
  void pre_start() override { spawn<Brief>("brief", std::make_shared<LastWord>(self())); }

 private:
  void greeted(const int&) {}
  void note(const Note&) { heard_->count_down(); }
  std::latch* heard_;
};

TEST(WorkerStress, RunsWhatIsMadeByGivingBackTheLastReferencesBeforeItSleeps) {
  for (int round = 0; round < 50; ++round) {
    std::latch heard{1};
    ActorSystem system{"demo", {.workers = 1}};
    system.spawn<Heir>("heir", &heard);
    heard.wait();
  }
}

}  // namespace
}  // namespace kebne
