#pragma once

#include "kebne/base/detail/atomic.hpp"
#include "kebne/base/detail/mailbox_word.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace kebne::detail {

struct ActorCell;
struct Dispatcher;
struct SystemCore;

/// What an `ActorRef` points to: identity that lasts, and the mailbox word. One cache line, the one
/// that senders write.
///
/// References are counted in `refs`: every `ActorRef`, the cell's own one until its parent has
/// taken note of its end, children's parent pointers, credits left in the cell, envelopes whose
/// sender it is, entries in deferred tables, and guards in system mail. Units move between these
/// places without touching the count, or are added while one is held; so nothing is revived from
/// zero.
struct alignas(64) RefCell {
  enum Kind : std::uint8_t {
    IsActor,
    IsPromise,      ///< the target of one reply, under /temp
    IsDeadLetters,  ///< /deadLetters: closed from the start
    IsContainer,    ///< /temp: closed, never a target
    IsNobody,       ///< swallows everything
  };
  static constexpr std::size_t inline_name = 24;
  static constexpr std::uint8_t long_name_mark = 255;

  MailboxWord head;
  Atomic<std::int64_t> refs;
  std::int32_t uid;     ///< 1..2^31-1; 0 where there is none
  std::uint16_t owner;  ///< the node pool's
  std::uint8_t kind;
  std::uint8_t name_length;
  RefCell* parent;  ///< counted; null for the root
  union {
    char name[inline_name];
    char* long_name;  ///< length in two bytes, then the characters
  };
  Dispatcher* dispatcher;

  RefCell(std::uint64_t word, std::int64_t units) noexcept : head{word}, refs{units} {}

  [[nodiscard]] std::string_view name_view() const noexcept;
  void set_name(std::string_view text);
  void free_name() noexcept;

  /// The name as it stands in a path; a promise's is made of its number.
  [[nodiscard]] std::string path_name() const;
  /// "/user/a", without address; "/" for the root.
  [[nodiscard]] std::string path_elements() const;
  /// The system it lives in; null for nobody.
  [[nodiscard]] SystemCore* system() const noexcept;
};
static_assert(sizeof(RefCell) == 64);

/// "akka://demo/user/a", for reports.
[[nodiscard]] std::string path_text(const RefCell* cell);

}  // namespace kebne::detail
