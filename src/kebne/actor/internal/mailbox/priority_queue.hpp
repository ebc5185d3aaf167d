#pragma once

#include "kebne/actor/envelope.hpp"
#include "kebne/actor/mailbox/mailbox_type.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace kebne::detail {

/// A binary heap by priority, the lowest number first. It grows, and never shrinks: no allocation
/// once it has been as long as it gets.
template <class Entry>
class PriorityHeap final : public MessageQueue {
 public:
  explicit PriorityHeap(PriorityGenerator generator) : generator_{std::move(generator)} {}

  void enqueue(Envelope& e) override {
    heap_.push_back(Entry{generator_(e), &e, came_});
    ++came_;
    std::push_heap(heap_.begin(), heap_.end(), comes_later);
  }

  [[nodiscard]] Envelope* dequeue() noexcept override {
    if (heap_.empty()) return nullptr;
    std::pop_heap(heap_.begin(), heap_.end(), comes_later);
    Envelope* e = heap_.back().envelope;
    heap_.pop_back();
    return e;
  }

 private:
  static bool comes_later(const Entry& a, const Entry& b) noexcept { return b < a; }

  PriorityGenerator generator_;
  std::vector<Entry> heap_;
  std::uint64_t came_ = 0;
};

struct ByPriority {
  std::int32_t priority;
  Envelope* envelope;

  ByPriority(std::int32_t p, Envelope* e, std::uint64_t) noexcept : priority{p}, envelope{e} {}
  friend bool operator<(const ByPriority& a, const ByPriority& b) noexcept {
    return a.priority < b.priority;
  }
};

struct ByPriorityAndArrival {
  std::int32_t priority;
  Envelope* envelope;
  std::uint64_t number;

  friend bool operator<(const ByPriorityAndArrival& a, const ByPriorityAndArrival& b) noexcept {
    return a.priority != b.priority ? a.priority < b.priority : a.number < b.number;
  }
};

/// Equal priorities in any order.
using PriorityQueue = PriorityHeap<ByPriority>;
/// Equal priorities in the order of arrival.
using StablePriorityQueue = PriorityHeap<ByPriorityAndArrival>;

}  // namespace kebne::detail
