#pragma once

#include "kebne/actor/actor_path.hpp"
#include "kebne/actor/detail/deliver.hpp"

#include <compare>
#include <concepts>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace kebne {

/// A counted reference to an actor; valid for ever, also when the actor is long gone.
///
/// Cheap to move, one atomic to copy; any thread. Equality means the same incarnation. An empty
/// reference stands for "no sender"; telling it something makes a dead letter.
class ActorRef {
 public:
  ActorRef() noexcept = default;
  ActorRef(const ActorRef& other) noexcept : cell_{other.cell_} {
    if (cell_ != nullptr) detail::add_ref(cell_);
  }
  ActorRef(ActorRef&& other) noexcept : cell_{std::exchange(other.cell_, nullptr)} {}
  ActorRef& operator=(ActorRef other) noexcept {
    std::swap(cell_, other.cell_);
    return *this;
  }
  ~ActorRef() {
    if (cell_ != nullptr) detail::release_unit(detail::local(), cell_);
  }

  /// Swallows everything told to it, without a trace.
  [[nodiscard]] static ActorRef nobody() noexcept;

  /// Sends a message; the running actor is its sender, outside an actor nobody is. Never blocks.
  /// Messages of one sender to one receiver arrive in order. Throws only what the message's own
  /// move or copy throws.
  template <class T>
  requires Message<detail::Kept<T>>
  void tell(T&& message) const { detail::send<detail::Kept<T>>(cell_, std::forward<T>(message)); }

  /// The same on behalf of `sender`.
  template <class T>
  requires Message<detail::Kept<T>>
  void tell(T&& message, const ActorRef& sender) const {
    detail::Local& l = detail::local();
    Envelope* e = detail::make_envelope<detail::Kept<T>>(l, std::forward<T>(message));
    detail::set_sender(l, e, sender.cell_);
    detail::count_sent(l, cell_);
    detail::deliver(l, cell_, e);
  }

  /// Where the actor is, or was. An empty reference has an empty path.
  [[nodiscard]] ActorPath path() const;

  /// The path with its uid, in brackets: "[akka://demo/user/a#42]".
  [[nodiscard]] std::string to_string() const;

  [[nodiscard]] explicit operator bool() const noexcept { return cell_ != nullptr; }
  friend bool operator==(const ActorRef& a, const ActorRef& b) noexcept {
    return a.cell_ == b.cell_;
  }
  /// By path, then by uid; an empty reference comes first.
  friend std::strong_ordering operator<=>(const ActorRef& a, const ActorRef& b);

  // From here on: for the library.
  [[nodiscard]] static ActorRef adopt(detail::RefCell* counted) noexcept {
    ActorRef ref;
    ref.cell_ = counted;
    return ref;
  }
  [[nodiscard]] static ActorRef share(detail::RefCell* cell) noexcept {
    if (cell != nullptr) detail::add_ref(cell);
    return adopt(cell);
  }
  [[nodiscard]] detail::RefCell* cell() const noexcept { return cell_; }

 private:
  detail::RefCell* cell_ = nullptr;
};
static_assert(sizeof(ActorRef) == sizeof(void*));

/// What `self()`, `sender()` and `parent()` give: free to use while the message is handled. It
/// cannot be copied, so whoever stores it, tells it or spawns with it has an `ActorRef`, which
/// counts.
class BorrowedRef {
 public:
  explicit BorrowedRef(detail::RefCell* cell) noexcept : cell_{cell} {}
  BorrowedRef(const BorrowedRef&) = delete;
  BorrowedRef& operator=(const BorrowedRef&) = delete;

  operator ActorRef() const noexcept { return ActorRef::share(cell_); }  // meant to be implicit

  template <class T>
  requires Message<detail::Kept<T>>
  void tell(T&& message) const { detail::send<detail::Kept<T>>(cell_, std::forward<T>(message)); }
  [[nodiscard]] ActorPath path() const { return ActorRef{*this}.path(); }
  [[nodiscard]] explicit operator bool() const noexcept { return cell_ != nullptr; }
  friend bool operator==(const BorrowedRef& a, const BorrowedRef& b) noexcept {
    return a.cell_ == b.cell_;
  }
  friend bool operator==(const BorrowedRef& a, const ActorRef& b) noexcept {
    return a.cell_ == b.cell();
  }

  [[nodiscard]] detail::RefCell* cell() const noexcept { return cell_; }

 private:
  detail::RefCell* cell_;
};

/// Tells one message to many. They share one payload, so it must be a type that can be copied: a
/// receiver that takes it by value gets a copy of its own.
template <class T>
requires Message<detail::Kept<T>>
void tell_all(std::span<const ActorRef> targets, T&& message) {
  using M = detail::Kept<T>;
  static_assert(std::is_copy_constructible_v<M>,
                "a message told to many is shared: a type that can only be moved has one receiver");
  if (targets.empty()) return;
  detail::Local& l = detail::local();
  const auto box = detail::make_box<M>(std::forward<T>(message));
  for (const ActorRef& target : targets) {
    detail::send_envelope(l, target.cell(), detail::make_boxed<M>(l, box));
  }
}

}  // namespace kebne

template <>
struct std::hash<kebne::ActorRef> {
  std::size_t operator()(const kebne::ActorRef& ref) const noexcept {
    return std::hash<const void*>{}(ref.cell());
  }
};
