#pragma once

#include "kebne/actor/detail/ref_cell.hpp"
#include "kebne/actor/envelope.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace kebne::detail {

struct Local;

/// A set of cells, each counted once, some with a message. One owner.
///
/// Its order follows from what was done to it alone, so that a test takes the same course each
/// time; small ones are searched, larger ones have an index.
class WatchList {
 public:
  struct Entry {
    RefCell* cell;      ///< counted
    Envelope* message;  ///< may be null; `remove` frees it
  };

  [[nodiscard]] bool is_empty() const noexcept { return entries_.empty(); }
  [[nodiscard]] const std::vector<Entry>& entries() const noexcept { return entries_; }
  [[nodiscard]] const Entry* find(const RefCell* cell) const noexcept;
  [[nodiscard]] bool contains(const RefCell* cell) const noexcept { return find(cell) != nullptr; }

  /// Takes over a reference to `cell`, which is not in the list, and the message. When it throws
  /// `std::bad_alloc`, both are still the caller's.
  void add(RefCell* cell, Envelope* message = nullptr);

  /// The entry, with its reference and its message, is the caller's; null cell: it was not there.
  [[nodiscard]] Entry take(const RefCell* cell) noexcept;

  /// Takes it out and gives up what it holds. False: it was not there.
  bool remove(Local& l, const RefCell* cell) noexcept;

  /// Everything, for the caller to give up.
  [[nodiscard]] std::vector<Entry> take_all() noexcept;

 private:
  static constexpr std::size_t searched = 16;  ///< up to so many need no index

  [[nodiscard]] std::size_t home(const RefCell* cell) const noexcept;
  [[nodiscard]] std::size_t position(const RefCell* cell) const noexcept;
  [[nodiscard]] std::size_t slot_of(std::size_t position) const noexcept;
  void place(std::size_t position) noexcept;
  void clear_slot(std::size_t slot) noexcept;
  void rebuild(std::size_t slots);

  std::vector<Entry> entries_;
  std::unique_ptr<std::uint32_t[]> index_;  ///< positions + 1, in open addressing; null: none
  std::size_t mask_ = 0;
};

}  // namespace kebne::detail
