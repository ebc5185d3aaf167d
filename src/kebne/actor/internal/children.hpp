#pragma once

#include "kebne/actor/detail/actor_cell.hpp"

#include <cstdint>
#include <memory>
#include <string_view>

namespace kebne::detail {

/// The children of a cell: a list in order of birth, and a hash of the given names.
///
/// The owner's; those of guardians are under their system's lock. Automatic names start with `$`,
/// cannot clash, and stay out of the hash. Plain pointers: a child's own reference lives until its
/// parent has erased it.
struct Children {
  ActorCell* first = nullptr;
  ActorCell* last = nullptr;
  std::uint32_t count = 0;
  std::uint32_t dying = 0;      ///< of these: those that `mark_dying` has seen
  std::uint64_t next_auto = 0;  ///< number of the next automatic name

  enum State : std::uint8_t { Living, Dying, Erased };

  [[nodiscard]] ActorCell* find(std::string_view name) const noexcept;
  /// Makes room for one more name, so that `insert` cannot fail.
  void reserve_name();
  void insert(ActorCell* child) noexcept;
  void erase(ActorCell* child) noexcept;
  /// The parent has told this child to stop, so a restart waits for its end. `child` may be one
  /// that has been erased.
  void mark_dying(ActorCell* child) noexcept;

 private:
  [[nodiscard]] std::uint32_t home(const ActorCell* child) const noexcept;
  void place(ActorCell* child) noexcept;
  void unplace(ActorCell* child) noexcept;

  std::unique_ptr<ActorCell*[]> table_;
  std::uint32_t mask_ = 0;
  std::uint32_t named_ = 0;
};

}  // namespace kebne::detail
