// The queues of the built-in mailboxes, each against the simplest thing that does the same.
#include "kebne/actor/detail/deliver.hpp"
#include "kebne/actor/internal/mailbox/control_aware_queue.hpp"
#include "kebne/actor/internal/mailbox/priority_queue.hpp"
#include "kebne/base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <vector>

namespace kebne::detail {
namespace {

struct Job {
  std::int32_t priority;
  std::uint32_t number;
  friend bool operator==(Job, Job) noexcept = default;
};
struct Order {
  using ControlMessage = void;
  std::uint32_t number;
};

template <class M>
Envelope& enveloped(M message) {
  return *make_envelope<M>(local(), message);
}

Job job_of(const Envelope& e) {
  const Job* job = e.get_if<Job>();
  return job != nullptr ? *job : Job{0, e.get_if<Order>()->number};
}

Job take(Envelope* e) {
  const Job job = job_of(*e);
  free_envelope(local(), e);
  return job;
}

std::int32_t priority_of(const Envelope& e) { return e.get_if<Job>()->priority; }

/// Puts and takes at random, thousands of times. `choose` picks what may come next of what is in
/// the queue, oldest first.
void compare(MessageQueue& queue, std::function<Envelope&(std::uint32_t, SeededRandom&)> make,
             const std::function<bool(const std::vector<Job>&, Job)>& may_come_next,
             std::uint64_t seed) {
  SeededRandom dice{seed};
  std::vector<Job> inside;
  std::uint32_t number = 0;
  for (int step = 0; step < 4'000; ++step) {
    const bool fills = step / 100 % 2 == 0;
    if (dice.next() % 10 < (fills ? 7u : 3u)) {
      Envelope& e = make(number++, dice);
      inside.push_back(job_of(e));
      queue.enqueue(e);
      continue;
    }
    Envelope* e = queue.dequeue();
    ASSERT_EQ(e == nullptr, inside.empty());
    if (e == nullptr) continue;
    const Job job = take(e);
    ASSERT_TRUE(may_come_next(inside, job)) << "seed " << seed << ", step " << step;
    const auto at = std::find(inside.begin(), inside.end(), job);
    ASSERT_NE(at, inside.end()) << "came out twice, or never went in";
    inside.erase(at);
  }
  while (Envelope* e = queue.dequeue()) {
    const Job job = take(e);
    ASSERT_TRUE(may_come_next(inside, job)) << "seed " << seed;
    inside.erase(std::find(inside.begin(), inside.end(), job));
  }
  EXPECT_TRUE(inside.empty());
}

Envelope& some_job(std::uint32_t number, SeededRandom& dice) {
  constexpr std::int32_t rare[] = {INT32_MIN, INT32_MAX};
  const auto draw = static_cast<std::int32_t>(dice.next() % 8);
  return enveloped(Job{draw < 2 ? rare[draw] : draw - 4, number});
}

bool is_more_urgent(Job a, Job b) { return a.priority < b.priority; }

TEST(PriorityQueue, GivesTheLowestNumberFirst) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    PriorityQueue queue{&priority_of};
    compare(
        queue, &some_job,
        [](const std::vector<Job>& inside, Job job) {
          return std::min_element(inside.begin(), inside.end(), is_more_urgent)->priority ==
                 job.priority;
        },
        seed);
  }
}

TEST(StablePriorityQueue, GivesTheOldestOfTheLowestNumber) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    StablePriorityQueue queue{&priority_of};
    compare(
        queue, &some_job,
        [](const std::vector<Job>& inside, Job job) {
          return *std::min_element(inside.begin(), inside.end(), is_more_urgent) == job;
        },
        seed);
  }
}

/// In the model of the next test orders have priority 0, jobs 1.
Envelope& job_or_order(std::uint32_t number, SeededRandom& dice) {
  return dice.next() % 4 == 0 ? enveloped(Order{number}) : enveloped(Job{1, number});
}

TEST(ControlAwareQueue, GivesControlMessagesFirstAndEachKindInOrder) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    ControlAwareQueue queue;
    compare(
        queue, &job_or_order,
        [](const std::vector<Job>& inside, Job job) {
          return *std::min_element(inside.begin(), inside.end(), is_more_urgent) == job;
        },
        seed);
  }
}

TEST(PriorityQueue, KeepsNothingOfWhatItsGeneratorRefuses) {
  PriorityQueue queue{[](const Envelope& e) -> std::int32_t {
    if (e.get_if<Job>()->priority < 0) throw std::invalid_argument{"no priority"};
    return e.get_if<Job>()->priority;
  }};
  Envelope& good = enveloped(Job{1, 1});
  Envelope& bad = enveloped(Job{-1, 2});
  queue.enqueue(good);

  EXPECT_THROW(queue.enqueue(bad), std::invalid_argument);

  EXPECT_EQ(queue.dequeue(), &good);
  EXPECT_EQ(queue.dequeue(), nullptr);
  take(&good);
  take(&bad);
}

}  // namespace
}  // namespace kebne::detail
