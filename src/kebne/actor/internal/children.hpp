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
  std::uint64_t next_auto = 0;  ///< number of the next automatic name

  [[nodiscard]] ActorCell* find(std::string_view name) const noexcept;
  /// Makes room for one more name, so that `insert` cannot fail.
  void reserve_name();
  void insert(ActorCell* child) noexcept;
  void erase(ActorCell* child) noexcept;

 private:
  [[nodiscard]] std::uint32_t home(const ActorCell* child) const noexcept;
  void place(ActorCell* child) noexcept;
  void unplace(ActorCell* child) noexcept;

  std::unique_ptr<ActorCell*[]> table_;
  std::uint32_t mask_ = 0;
  std::uint32_t named_ = 0;
};

}  // namespace kebne::detail
