#pragma once

#include "kebne/base/detail/hints.hpp"
#include "kebne/base/detail/node_pool.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace kebne::detail {

/// Memory for tasks: one cache line each, one behind the other on pages of 4 KiB.
///
/// Tasks are made by one thread, used by others, and end in about the order in which they began. So
/// whoever walks a list of them finds the next ones fetched already. A list of free lines, as
/// `NodePool` has it, is in any order after a while, and each step then waits for a line of another
/// core. A page is used once, front to back; whoever gives back the last of its tasks gives the
/// page back. So one task that waits for long keeps the memory of 62: this is for those that are
/// gone when the ones made after them are.
///
/// One thread's own. Its last page waits there for the next task.
class TaskPages {
 public:
  static constexpr std::size_t line = 64;
#ifdef KEBNE_PLAIN_POOL
  static constexpr std::uint32_t capacity = 1;  // sanitizers see every one
#else
  static constexpr std::uint32_t capacity = 62;
#endif
  /// The nodes that `pool` has are pages.
  static constexpr std::uint32_t page_size = line * (1 + capacity);

  struct Line {
    std::byte* at;
    std::uint16_t place;  ///< on its page
  };

  explicit TaskPages(NodePool& pool) noexcept : pool_{pool} {}
  TaskPages(const TaskPages&) = delete;
  TaskPages& operator=(const TaskPages&) = delete;

  /// Throws `std::bad_alloc`.
  [[nodiscard]] Line take() {
    if (KEBNE_UNLIKELY(used_ == capacity)) open();
    const std::uint32_t place = used_++;
    std::byte* at = reinterpret_cast<std::byte*>(open_) + line * (1 + place);
    if (KEBNE_LIKELY(place + ahead < capacity)) __builtin_prefetch(at + ahead * line, 1);
    return {at, static_cast<std::uint16_t>(place)};
  }

  /// Of any thread's pages.
  void give(Line back) noexcept {
    auto* page = reinterpret_cast<Page*>(back.at - line * (std::size_t{1} + back.place));
    if (KEBNE_UNLIKELY(page != leaving_)) {
      settle();
      leaving_ = page;
    }
    if (++left_ == capacity) settle();
  }

  /// Tells the page last given to how much that was: before the thread sleeps or ends.
  void settle() noexcept;

 private:
  static constexpr std::size_t ahead = 4;  ///< lines that are fetched back from other cores early

  struct alignas(line) Page {
    Node node;
    std::atomic<std::uint32_t> left{0};  ///< lines given back
  };
  static_assert(sizeof(Page) == line);

  void open();

  NodePool& pool_;
  Page* open_ = nullptr;
  std::uint32_t used_ = capacity;
  Page* leaving_ = nullptr;
  std::uint32_t left_ = 0;  ///< lines of `leaving_` that it has not heard of
};

}  // namespace kebne::detail
