// Bounded mailboxes under many threads: the word, the places, and nothing else.
#include "kebne/actor/internal/mailbox/places.hpp"

#include "kebne/base/detail/mailbox_word.hpp"
#include "kebne/base/random.hpp"
#include "tests/support/stress.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <semaphore>
#include <thread>
#include <vector>

namespace kebne::detail {
namespace {

using namespace std::chrono_literals;
using Push = MailboxWord::Push;
using test::stressed;

struct alignas(64) TestNode : Node {
  TestNode() noexcept : Node{} {}
  std::uint32_t sender = 0;
  std::uint32_t number = 0;
};

/// A cell reduced to its mailbox: what senders and the owner do with the word and the places.
class BoundedCell {
 public:
  BoundedCell(std::size_t senders, std::uint32_t capacity, std::uint64_t seed)
      : places{capacity}, expected_(senders), dice_{seed} {}

  enum class Sent : std::uint8_t { Delivered, Full, Closed };

  /// By any thread.
  Sent tell(Node* node, Timeout limit) {
    Push result = word_.push(node);
    if (result == Push::Special) {
      if (!places.reserve(limit)) return Sent::Full;
      result = word_.push_special(node);
    }
    if (result == Push::Refused) return Sent::Closed;
    if (result == Push::Schedule) scheduled_.release();
    return Sent::Delivered;
  }

  void close_soon() {
    wants_close_.store(true);
    if (word_.announce_system()) scheduled_.release();
  }

  /// By one thread.
  void run_until_closed() {
    for (;;) {
      scheduled_.acquire();
      while (!word_.try_idle(MailboxWord::Bounded)) {
        if (wants_close_.load()) return close();
        handle_all(reverse(word_.take_all(MailboxWord::Bounded)));
      }
    }
  }

  Places places;
  std::uint64_t handled = 0;
  std::uint64_t left = 0;  ///< in the mailbox when it was closed
  std::uint64_t most = 0;  ///< in the mailbox at a time

 private:
  void handle_all(Node* list) {
    std::uint64_t length = 0;
    for (Node* n = list; n != nullptr; n = n->next) ++length;
    most = std::max(most, length);
    while (list != nullptr) {
      const auto& message = *static_cast<TestNode*>(list);
      list = list->next;  // before its sender may use it again
      places.release_one();
      EXPECT_GE(message.number, expected_[message.sender]);
      expected_[message.sender] = message.number + 1;
      ++handled;
      if (dice_.next() % 64 == 0) std::this_thread::yield();
    }
  }
  void close() {
    std::uint64_t length = 0;
    for (Node* n = reverse(word_.close()); n != nullptr; n = n->next) ++length;
    left = length;
    most = std::max(most, length);
    places.close();
  }

  MailboxWord word_{MailboxWord::Bounded};
  std::vector<std::uint32_t> expected_;
  SeededRandom dice_;
  std::counting_semaphore<> scheduled_{0};
  std::atomic<bool> wants_close_{false};
};

struct Counts {
  std::atomic<std::uint64_t> delivered{0};
  std::atomic<std::uint64_t> full{0};
  std::atomic<std::uint64_t> closed{0};
};

/// `limits`: one for each sender.
void stress(std::uint32_t capacity, const std::vector<Timeout>& limits, int each, bool close_early,
            std::uint64_t seed) {
  BoundedCell cell{limits.size(), capacity, seed};
  Counts counts;
  std::deque<std::vector<TestNode>> mail;
  for (std::size_t s = 0; s < limits.size(); ++s) mail.emplace_back(static_cast<std::size_t>(each));

  std::thread owner{[&] { cell.run_until_closed(); }};
  std::vector<std::thread> senders;
  for (std::uint32_t s = 0; s < limits.size(); ++s) {
    senders.emplace_back([&, s] {
      std::uint32_t number = 0;
      for (TestNode& node : mail[s]) {
        node.sender = s;
        node.number = number++;
        if (s == 0 && number == static_cast<std::uint32_t>(each) / 2 && close_early) {
          cell.close_soon();
        }
        switch (cell.tell(&node, limits[s])) {
          case BoundedCell::Sent::Delivered: ++counts.delivered; break;
          case BoundedCell::Sent::Full: ++counts.full; break;
          case BoundedCell::Sent::Closed: ++counts.closed; break;
        }
      }
    });
  }
  for (std::thread& sender : senders) sender.join();
  if (!close_early) cell.close_soon();
  owner.join();

  EXPECT_EQ(counts.delivered + counts.full + counts.closed,
            limits.size() * static_cast<std::size_t>(each));
  EXPECT_EQ(cell.handled + cell.left, counts.delivered);
  EXPECT_LE(cell.most, capacity);
  EXPECT_EQ(cell.places.waiting(), 0u);
  if (!close_early) {
    EXPECT_EQ(counts.closed, 0u);
  }
}

const Timeout forever = Timeout::infinite();
const Timeout never{0ns};
const Timeout shortly{20us};

TEST(PlacesStress, LetsEverySenderThatWaitsGetThrough) {
  for (const std::uint32_t capacity : {1u, 7u}) {
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      stress(capacity, {forever, forever, forever}, stressed(20'000), false, seed);
    }
  }
}

TEST(PlacesStress, LosesNothingWhenSomeGiveUp) {
  for (const std::uint32_t capacity : {1u, 7u}) {
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      stress(capacity, {forever, never, shortly, forever}, stressed(20'000), false, seed);
    }
  }
}

TEST(PlacesStress, LeavesNobodyWaitingWhenItIsClosedMeanwhile) {
  for (const std::uint32_t capacity : {1u, 7u}) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      stress(capacity, {forever, forever, shortly, forever}, stressed(400), true, seed);
    }
  }
}

}  // namespace
}  // namespace kebne::detail
