#include "kebne/actor/detail/task_pages.hpp"

#include "kebne/base/random.hpp"
#include "tests/support/stress.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <new>
#include <thread>
#include <vector>

namespace kebne::detail {
namespace {

using test::stressed;

constexpr std::uint32_t threads = 4;

struct Line {
  Line* next;
  std::uint64_t text;
  std::uint16_t place;
};

struct Owner {
  NodePool pool;
  TaskPages pages{pool};
  std::atomic<Line*> mail{nullptr};  ///< a stack that others fill

  Owner(std::uint16_t id, NodePoolRegistry& registry)
      : pool{TaskPages::page_size, id, registry, {.batch = 1, .keep = 64}} {
    registry.pools[id] = &pool;
  }

  Line* make(std::uint64_t text) {
    const auto [at, place] = pages.take();
    return ::new (static_cast<void*>(at)) Line{nullptr, text, place};
  }
  void send(Line* line) {
    line->next = mail.load(std::memory_order_relaxed);
    while (!mail.compare_exchange_weak(line->next, line, std::memory_order_release)) {
    }
  }
  /// Gives back what was sent here, and returns the sum of it.
  std::uint64_t receive() {
    std::uint64_t sum = 0;
    Line* line = mail.exchange(nullptr, std::memory_order_acquire);
    while (line != nullptr) {
      Line* next = line->next;
      sum += line->text;
      pages.give({reinterpret_cast<std::byte*>(line), line->place});
      line = next;
    }
    return sum;
  }
};

TEST(TaskPagesStress, KeepsEachLineUntilItIsGivenBackThoughOthersDoThat) {
  const auto registry = std::make_unique<NodePoolRegistry>();
  std::vector<std::unique_ptr<Owner>> owners;
  for (std::uint16_t i = 0; i < threads; ++i) {
    owners.push_back(std::make_unique<Owner>(i, *registry));
  }
  [[maybe_unused]] const std::uint64_t slabs_before = NodePool::live_slabs();
  const int each = stressed(400'000);
  std::atomic<std::uint64_t> sent{0};
  std::atomic<std::uint64_t> received{0};

  std::vector<std::thread> all;
  for (std::uint32_t t = 0; t < threads; ++t) {
    all.emplace_back([&, t] {
      SeededRandom dice{t};
      Owner& self = *owners[t];
      std::uint64_t out = 0;
      std::uint64_t in = 0;
      for (int i = 0; i < each; ++i) {
        Line* line = self.make(dice.next());
        out += line->text;
        owners[dice.next() % threads]->send(line);
        if (i % 50 == 0) in += self.receive();
        if (i % 10'000 == 0) {
          self.pages.settle();
          self.pool.flush();
          self.pool.trim();
        }
        if (i % 5'000 == 0) owners[(t + 1) % threads]->pool.trim_inbox();
      }
      sent += out;
      received += in;
    });
  }
  for (std::thread& thread : all) thread.join();
  for (const auto& owner : owners) received += owner->receive();

  EXPECT_EQ(received.load(), sent.load());
#ifndef KEBNE_PLAIN_POOL
  for (const auto& owner : owners) owner->pages.settle();
  for (const auto& owner : owners) owner->pool.flush();
  for (const auto& owner : owners) owner->pool.trim();
  for (const auto& owner : owners) owner->pool.trim();
  EXPECT_LE(NodePool::live_slabs(), slabs_before + threads * 10u);  // open pages, and those kept
#endif
}

}  // namespace
}  // namespace kebne::detail
