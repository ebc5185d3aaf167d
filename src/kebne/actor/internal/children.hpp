#pragma once

#include "kebne/actor/detail/actor_cell.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace kebne::detail {

/// What a supervisor remembers of a child that has failed.
struct ChildStats {
  std::int64_t restarts = 0;
  std::optional<std::chrono::nanoseconds> window = std::nullopt;  ///< when it began
  bool is_escalated = false;  ///< its failure is decided by what becomes of its supervisor

  /// Counts a restart, if `max_retries` within a time leave one: by `OneForOne`.
  [[nodiscard]] bool may_restart(std::int32_t max_retries,
                                 std::optional<std::chrono::nanoseconds> within,
                                 std::chrono::nanoseconds now) noexcept;
};

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

  /// Of a child; made at first use, and gone with the child.
  [[nodiscard]] ChildStats& stats(const ActorCell* child);
  /// Whether the child's failure was escalated; then it is not any more.
  [[nodiscard]] bool take_escalated(const ActorCell* child) noexcept;

 private:
  [[nodiscard]] std::uint32_t home(const ActorCell* child) const noexcept;
  void place(ActorCell* child) noexcept;
  void unplace(ActorCell* child) noexcept;

  std::unique_ptr<ActorCell*[]> table_;
  std::uint32_t mask_ = 0;
  std::uint32_t named_ = 0;
  /// Null until a child has failed. Never walked: its order means nothing.
  std::unique_ptr<std::unordered_map<const ActorCell*, ChildStats>> stats_;
};

}  // namespace kebne::detail
