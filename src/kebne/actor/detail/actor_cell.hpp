#pragma once

#include "kebne/actor/detail/ref_cell.hpp"
#include "kebne/actor/envelope.hpp"
#include "kebne/base/executor.hpp"

#include <cstdint>
#include <exception>

namespace kebne {
class Actor;
}

namespace kebne::detail {

struct Children;
struct Extras;
class HandlerTable;
struct Local;
struct PropsRep;

/// What a system message asks of a cell; stands in the envelope's `type`.
enum class SystemOp : std::uint32_t {
  Terminate = 1,
  Suspend,
  Resume,
  Recreate,
  Failed,           ///< a child failed; it waits for a decision
  ChildTerminated,  ///< a child has ended; its own reference comes along
  Watch,
  Unwatch,
  NewWays,            ///< look at `ways` again
  CountMail,          ///< a promise wants to know how much there is
  Death,              ///< somebody watched has ended
  AddressTerminated,  ///< the node whose root comes along is lost
};

/// A local actor. Behind the senders' line two lines of the owner's, whoever holds `Scheduled`.
///
/// There is room for what does not exist yet: coroutine handlers and stash live in `extras`, and
/// everything that keeps user mail back counts in `hold`.
struct ActorCell : RefCell {
  enum Phase : std::uint8_t { New, Running, Recreating, Terminating, Dead };
  enum Hold : std::uint8_t { WhileSuspended = 1, WhileTerminating = 2 };
  enum Way : std::uint8_t {
    Traced = 1,     ///< logs each message
    Queued = 2,     ///< has an `Extras::mailbox`
    Timed = 4,      ///< its dispatcher limits the time of a run
    Coalesces = 8,  ///< its dispatcher publishes its sends together
    Idles = 16,     ///< has an `Extras::receive_timer`
    Intercepted = 32,
    Around = 64,  ///< its class derives from `AroundHooks`
  };

  alignas(64) Runnable runnable;
  SystemQueue system_mail;
  Node* local = nullptr;        ///< a batch already taken from the mailbox, oldest first
  Envelope* current = nullptr;  ///< being handled; null once somebody has taken it over
  Actor* actor = nullptr;
  const HandlerTable* table = nullptr;  ///< the behaviour; null: raw `receive`
  std::uint32_t credits = 0;            ///< prepaid references to this cell
  Phase phase = New;
  std::uint8_t hold = 0;       ///< `Hold` bits; while any is set no user mail is handled
  std::uint16_t suspends = 0;  ///< failures, its own and its ancestors', that are not decided

  PropsRep* props = nullptr;
  Children* children = nullptr;
  ActorCell* previous = nullptr;
  ActorCell* next_sibling = nullptr;
  void* actor_memory = nullptr;    ///< where `actor` was built
  std::uint16_t memory_owner = 0;  ///< the node pool's
  std::uint8_t memory_kind = 0;    ///< an `ActorMemory`
  std::uint8_t child_state = 0;    ///< a `Children::State`; its parent's, like the sibling pointers
  std::uint8_t ways = 0;           ///< why it runs by `run_special`: `Way` bits
  Extras* extras = nullptr;
  SystemCore* core = nullptr;

  ActorCell(std::uint64_t word, std::int64_t units) noexcept : RefCell{word, units} {}

  [[nodiscard]] bool is_guardian() const noexcept;
  Extras& more();

  void suspend() noexcept {
    if (suspends != 0xffff) ++suspends;
    hold |= WhileSuspended;
  }
  void unsuspend() noexcept {
    if (suspends == 0 || --suspends != 0) return;
    hold &= static_cast<std::uint8_t>(~WhileSuspended);
  }
  /// Of a new child: what is not decided for the parent is not for the child, and each decision
  /// will reach both.
  void share_hold_of(const ActorCell& its_parent) noexcept {
    suspends = its_parent.suspends;
    hold = its_parent.hold & WhileSuspended;
  }

  /// Handles mail for a while. True: more to do. After false `this` may be gone.
  bool run(Local& l) noexcept;
  /// The same in a system that counts.
  bool run_counted(Local& l) noexcept;

  template <bool counts>
  bool run_plain(Local& l) noexcept;

  /// The same for a cell with `ways`: in place of tests that all others would pay for.
  bool run_special(Local& l) noexcept;

  /// From the next run on. By the owner, or before there is one.
  void go_special(std::uint8_t more_ways) noexcept;

  /// The cell that a queue's entry belongs to.
  [[nodiscard]] static ActorCell* of(Runnable* r) noexcept;

  /// Messages that wait. By the owner.
  [[nodiscard]] std::size_t mail_count() const noexcept;

  /// A new child, counted once for the caller and already scheduled. Throws `NameError`,
  /// `SystemTerminating`, `std::bad_alloc`.
  RefCell* spawn(Local& l, PropsRep& recipe, std::string_view child_name, Dispatcher* on);
};

inline ActorCell* ActorCell::of(Runnable* r) noexcept {
  constexpr std::size_t at = sizeof(RefCell);  // the runnable begins the owner's lines
  return reinterpret_cast<ActorCell*>(reinterpret_cast<char*>(r) - at);
}
static_assert(sizeof(ActorCell) == 192);

}  // namespace kebne::detail
