#include "kebne/base/detail/mailbox_word.hpp"

#include "kebne/base/random.hpp"
#include "tests/support/stress.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <semaphore>
#include <thread>
#include <vector>

namespace kebne::detail {
namespace {

using Push = MailboxWord::Push;
using test::stressed;

struct alignas(64) TestNode : Node {
  TestNode() noexcept : Node{} {}
  std::uint32_t sender = 0;
  std::uint32_t number = 0;
};

/// A cell reduced to its mailbox: what `ActorCell::run` does with the word, and nothing else.
class Cell {
 public:
  enum System : std::uint32_t { Suspend, Resume, Close };

  explicit Cell(std::size_t senders, std::uint64_t seed) : expected_(senders), dice_{seed} {}

  /// By any thread; false when refused.
  bool tell(Node* node) {
    Push result = word_.push(node);
    if (result == Push::Special) result = word_.push_special(node);
    if (result == Push::Schedule) schedule();
    return result != Push::Refused;
  }
  bool tell_system(Node* node) {
    if (!system_.push(node)) return false;
    if (word_.announce_system()) schedule();
    return true;
  }

  /// By two threads: runs whenever it is scheduled, until it is closed.
  void run_until_closed() {
    for (;;) {
      scheduled_.acquire();
      if (is_closed_.load()) break;
      EXPECT_FALSE(is_owned_.exchange(true, std::memory_order_relaxed)) << "two owners";
      run();
      if (is_closed_.load()) break;
    }
    scheduled_.release();  // the other one
  }

  std::uint64_t handled = 0;
  std::uint64_t left = 0;         ///< in the mailbox when it was closed
  std::uint64_t system_left = 0;  ///< the same of the system mail
  std::uint64_t suspensions = 0;

 private:
  void schedule() { scheduled_.release(); }

  void run() {
    handle_system();
    while (!is_closed_.load()) {
      while (hold_ > 0) {
        is_owned_.store(false, std::memory_order_relaxed);
        if (word_.try_suspend()) return;
        is_owned_.store(true, std::memory_order_relaxed);
        word_.clear_system();
        if (handle_system()) return;
      }
      if (Node* only = word_.peek_only(); only != nullptr && dice_.next() % 2 == 0) {
        handle(only);
        is_owned_.store(false, std::memory_order_relaxed);
        if (word_.try_idle_after(only)) return;
        is_owned_.store(true, std::memory_order_relaxed);
        Node* all = reverse(word_.take_all());
        EXPECT_EQ(all, only);
        handle_all(all->next);
      } else {
        is_owned_.store(false, std::memory_order_relaxed);
        if (word_.try_idle()) return;
        is_owned_.store(true, std::memory_order_relaxed);
        handle_all(reverse(word_.take_all()));
      }
      if (handle_system()) return;
    }
  }

  void handle_all(Node* list) {
    while (list != nullptr) {
      Node* node = list;
      list = node->next;
      handle(node);
    }
  }
  void handle(Node* node) {
    const auto& message = *static_cast<TestNode*>(node);
    EXPECT_EQ(message.number, expected_[message.sender]);
    expected_[message.sender] = message.number + 1;
    ++handled;
  }

  /// True: it is closed now.
  bool handle_system() {
    for (Node* node = system_.take_all(); node != nullptr; node = node->next) {
      switch (node->type) {
        case Suspend:
          ++hold_;
          ++suspensions;
          break;
        case Resume: --hold_; break;
        default:
          for (Node* n = reverse(word_.close()); n != nullptr; n = n->next) ++left;
          for (Node* n = node->next; n != nullptr; n = n->next) ++system_left;
          for (Node* n = system_.close(); n != nullptr; n = n->next) ++system_left;
          is_closed_.store(true);
          return true;
      }
    }
    return false;
  }

  MailboxWord word_{0};
  SystemQueue system_;
  int hold_ = 0;
  std::vector<std::uint32_t> expected_;
  SeededRandom dice_;
  std::counting_semaphore<> scheduled_{0};
  std::atomic<bool> is_closed_{false};
  std::atomic<bool> is_owned_{false};  // relaxed, so that only the word orders the owners
};

/// `senders` threads tell, one suspends and resumes, two own; then it is closed, after all has been
/// told or in the midst of it.
void stress(std::size_t senders, int each, bool close_early, std::uint64_t seed) {
  Cell cell{senders, seed};
  std::atomic<std::uint64_t> refused{0};
  std::deque<std::vector<TestNode>> mail;
  for (std::size_t s = 0; s < senders; ++s) mail.emplace_back(static_cast<std::size_t>(each));
  std::vector<TestNode> orders(static_cast<std::size_t>(each / 4 * 2));
  TestNode close;
  close.type = Cell::Close;

  std::vector<std::thread> owners;
  for (int i = 0; i < 2; ++i) owners.emplace_back([&] { cell.run_until_closed(); });
  std::vector<std::thread> tellers;
  for (std::uint32_t s = 0; s < senders; ++s) {
    tellers.emplace_back([&, s] {
      std::uint32_t number = 0;
      for (TestNode& node : mail[s]) {
        node.sender = s;
        node.number = number++;
        if (!cell.tell(&node)) refused.fetch_add(1, std::memory_order_relaxed);
      }
    });
  }
  std::uint64_t orders_refused = 0;
  for (std::size_t i = 0; i < orders.size(); ++i) {
    orders[i].type = i % 2 == 0 ? Cell::Suspend : Cell::Resume;
    if (close_early && i == orders.size() / 2) cell.tell_system(&close);
    if (!cell.tell_system(&orders[i])) ++orders_refused;
  }
  for (std::thread& thread : tellers) thread.join();
  if (!close_early) cell.tell_system(&close);
  for (std::thread& thread : owners) thread.join();

  EXPECT_EQ(cell.handled + cell.left + refused.load(), senders * static_cast<std::size_t>(each));
  EXPECT_GT(cell.suspensions, 0u);
  if (!close_early) {
    EXPECT_EQ(refused.load(), 0u);
    EXPECT_EQ(orders_refused + cell.system_left, 0u);
    EXPECT_EQ(cell.suspensions, orders.size() / 2);
  }
}

TEST(MailboxWordStress, LosesNothingAndKeepsTheOrderOfEachSender) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) stress(3, stressed(400'000), false, seed);
}

TEST(MailboxWordStress, AccountsForEverythingWhenItIsClosedMeanwhile) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) stress(3, stressed(8'000), true, seed);
}

TEST(MailboxWordStress, LetsOneOfManyFulfilAPromise) {
  constexpr int threads = 4;
  const int rounds = stressed(400'000);
  std::deque<MailboxWord> promises;
  for (int i = 0; i < rounds; ++i) promises.emplace_back(MailboxWord::Promise);
  std::atomic<int> won{0};
  std::vector<TestNode> nodes(threads);
  std::vector<std::thread> all;

  for (std::size_t t = 0; t < threads; ++t) {
    all.emplace_back([&, t] {
      for (MailboxWord& promise : promises) {
        const bool mine =
            t == 0 ? promise.abandon_promise() : promise.push_special(&nodes[t]) == Push::Won;
        if (mine) won.fetch_add(1, std::memory_order_relaxed);
      }
    });
  }
  for (std::thread& thread : all) thread.join();

  EXPECT_EQ(won.load(), rounds);
}

}  // namespace
}  // namespace kebne::detail
