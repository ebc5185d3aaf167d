#pragma once

#include "kebne/actor/detail/message_type.hpp"
#include "kebne/base/detail/atomic.hpp"
#include "kebne/base/detail/node.hpp"
#include "kebne/base/intrusive_ptr.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace kebne {

/// The envelope around a message that a scheduler told, an actor's timer, or a receive timeout. The
/// behaviour gets the message without it; interceptors and dead letters show it.
struct ScheduledTell {
  /// False for a type that says `using NotInfluenceReceiveTimeout = void;`.
  bool influences_receive_timeout;
};

class BorrowedRef;

class ActorRef;

namespace detail {

/// The type in which an argument is kept: a borrowed reference as one that counts.
template <class T>
using Kept =
    std::conditional_t<std::is_same_v<std::decay_t<T>, BorrowedRef>, ActorRef, std::decay_t<T>>;

}  // namespace detail

/// What may be told to an actor: an object type that can be moved and destroyed.
template <class M>
concept Message =
    std::is_object_v<M> && !std::is_const_v<M> && !std::is_array_v<M> && !std::is_pointer_v<M> &&
    std::is_move_constructible_v<M> && std::is_nothrow_destructible_v<M>;

namespace detail {

struct RefCell;

/// A payload on the heap with a count: large messages, move-only ones, and those told to many.
struct Box {
  Atomic<std::uint32_t> refs;
  std::uint32_t type;
  std::uint32_t offset;     ///< of the payload
  std::uint32_t alignment;  ///< of the allocation

  [[nodiscard]] void* data() noexcept { return reinterpret_cast<std::byte*>(this) + offset; }
  void add_ref() noexcept { refs.fetch_add(1, std::memory_order_relaxed); }
  /// Nobody else holds it, so its payload may be moved from.
  [[nodiscard]] bool is_sole() const noexcept {
    // acquire: what the other holders did to the payload came before.
    return refs.load(std::memory_order_acquire) == 1;
  }
  /// Gives up one share; the last one destroys the payload.
  void release() noexcept;

  /// Room for a payload that is still to be built, with one share.
  [[nodiscard]] static Box* make(std::size_t size, std::size_t alignment, std::uint32_t type);
  /// Frees a box whose payload was never built.
  static void discard(Box* box) noexcept;
};

}  // namespace detail

/// A message on its way, with its sender: one cache line, recycled. Made by `tell`.
///
/// A raw `receive(Envelope&)` reads it; it is valid until the handler returns. Its data members are
/// the library's own.
class alignas(64) Envelope : public detail::Node {
 public:
  /// The message, if it is an `M`; else null.
  template <Message M>
  [[nodiscard]] const M* get_if() const noexcept {
    return holds<M>() ? static_cast<const M*>(const_cast<Envelope*>(this)->data()) : nullptr;
  }

  template <Message M>
  [[nodiscard]] bool holds() const noexcept {
    return type == detail::message_type_of<M>.id.load(std::memory_order_relaxed);
  }

  /// Moves the message out when this envelope is its only owner, else copies it. `M` must be what
  /// it holds. A move-only message is never shared, so it is always moved.
  template <Message M>
  [[nodiscard]] M take() {
    M* message = static_cast<M*>(data());
    if constexpr (std::is_copy_constructible_v<M>) {
      if (kind == Boxed && !box()->is_sole()) return M(std::as_const(*message));
    }
    return M(std::move(*message));
  }

  /// The message type's name, for people.
  [[nodiscard]] std::string type_name() const;

  /// Who sent it; empty when nobody said. Valid as long as the envelope.
  [[nodiscard]] BorrowedRef sender() const noexcept;

  /// Whether it was scheduled, on its way to the actor.
  [[nodiscard]] std::optional<ScheduledTell> scheduled() const noexcept;

  // From here on: for the library.

  enum Kind : std::uint8_t {
    Trivial,  ///< inline, freed without a look
    Inline,   ///< inline, with a destructor
    Boxed,    ///< a pointer to a `Box`
  };
  enum Flag : std::uint8_t {
    Special = 1,    ///< the cell handles it before any behaviour: PoisonPill, Kill, Identify
    Scheduled = 2,  ///< in a `ScheduledTell`
    FromTimer = 4,  ///< of the receiver's own: it may have been cancelled meanwhile
    Notice = 8,     ///< that the sender, who was watched, has ended
  };
  static constexpr std::size_t room = 40;

  alignas(8) std::byte payload[room];

  /// The sender's cell, with one reference that the envelope holds; or null.
  [[nodiscard]] detail::RefCell* sender_cell() const noexcept {
    return reinterpret_cast<detail::RefCell*>(word);
  }
  void set_sender(detail::RefCell* counted) noexcept {
    word = reinterpret_cast<std::uint64_t>(counted);
  }
  [[nodiscard]] Envelope* following() const noexcept { return static_cast<Envelope*>(next); }
  [[nodiscard]] detail::Box*& box() noexcept { return *reinterpret_cast<detail::Box**>(payload); }
  [[nodiscard]] void* data() noexcept {
    return KEBNE_LIKELY(kind != Boxed) ? static_cast<void*>(payload) : box()->data();
  }
  void destroy_payload() noexcept;

  /// With `FromTimer`: which start of a timer it comes from. Behind a message that is boxed or has
  /// no more than a byte.
  [[nodiscard]] std::uint64_t timer_number() const noexcept;
  void set_timer_number(std::uint64_t number) noexcept;
};
static_assert(sizeof(Envelope) == 64);

namespace detail {

/// Handled by the cell before any behaviour.
template <class M>
inline constexpr bool is_special = false;

/// Inline only what can also be copied: `forward` copies inline payloads and shares boxed ones.
template <class M>
inline constexpr bool fits_inline =
    sizeof(M) <= Envelope::room &&
    alignof(M) <= 8 && std::is_nothrow_move_constructible_v<M>&& std::is_copy_constructible_v<M>;

template <class M, class... Args>
M* build(void* at, Args&&... args) {
  if constexpr (std::is_constructible_v<M, Args&&...>) {
    return ::new (at) M(std::forward<Args>(args)...);
  } else {
    return ::new (at) M{std::forward<Args>(args)...};
  }
}

template <class M, class... Args>
[[nodiscard]] IntrusivePtr<Box> make_box(Args&&... args) {
  Box* box = Box::make(sizeof(M), alignof(M), message_id<M>());
  try {
    build<M>(box->data(), std::forward<Args>(args)...);
  } catch (...) {
    Box::discard(box);
    throw;
  }
  return IntrusivePtr<Box>::adopt(box);
}

template <class M>
inline constexpr std::uint8_t special_flag = is_special<M> ? std::uint8_t{Envelope::Special} : 0;

/// Puts a message into an envelope from the pool. When it throws, the envelope is as before.
template <class M, class... Args>
void fill(Envelope& e, Args&&... args) {
  const std::uint32_t id = message_id<M>();
  if constexpr (fits_inline<M>) {
    build<M>(e.payload, std::forward<Args>(args)...);
    constexpr bool trivial = std::is_trivially_destructible_v<M> && std::is_trivially_copyable_v<M>;
    e.kind = trivial ? Envelope::Trivial : Envelope::Inline;
  } else {
    e.box() = make_box<M>(std::forward<Args>(args)...).detach();
    e.kind = Envelope::Boxed;
  }
  e.type = id;
  e.flags = special_flag<M>;
}

}  // namespace detail
}  // namespace kebne
