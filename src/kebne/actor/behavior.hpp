#pragma once

#include "kebne/actor/actor.hpp"
#include "kebne/actor/detail/handler_table.hpp"

#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace kebne {

namespace detail {

/// Takes a handler apart: whose it is, what it takes, what it gives.
template <class F>
struct Handler : Handler<decltype(&F::operator())> {};  // a captureless lambda (T& self, A message)

template <class C, class R, class A>
struct Handler<R (C::*)(A)> {
  using Argument = A;
  using Return = R;
};
template <class C, class R, class A>
struct Handler<R (C::*)(A) noexcept> : Handler<R (C::*)(A)> {};
template <class C, class R, class A>
struct Handler<R (C::*)(A) const> : Handler<R (C::*)(A)> {};
template <class C, class R, class A>
struct Handler<R (C::*)(A) const noexcept> : Handler<R (C::*)(A)> {};
template <class C, class R, class T, class A>
struct Handler<R (C::*)(T&, A) const> : Handler<R (C::*)(A)> {};
template <class C, class R, class T, class A>
struct Handler<R (C::*)(T&, A) const noexcept> : Handler<R (C::*)(A)> {};

template <class A>
inline constexpr bool takes_message_whole =
    !std::is_lvalue_reference_v<A>;  // `M` or `M&&`, as against `const M&`

/// Calls `F` on `self` with the envelope's message in the form that it wants.
template <auto F, class T>
KEBNE_ALWAYS_INLINE decltype(auto) call_with_message(T& self, Envelope& e) {
  using Argument = typename Handler<decltype(F)>::Argument;
  using M = std::remove_cvref_t<Argument>;
  const auto call = [&self](auto&& message) -> decltype(auto) {
    if constexpr (std::is_member_function_pointer_v<decltype(F)>) {
      return (self.*F)(std::forward<decltype(message)>(message));
    } else {
      return F(self, std::forward<decltype(message)>(message));
    }
  };
  if constexpr (std::is_same_v<M, Envelope>) {
    return call(e);
  } else if constexpr (takes_message_whole<Argument>) {
    // Not by way of `call`: the parameter is built in place.
    if constexpr (std::is_member_function_pointer_v<decltype(F)>) {
      return (self.*F)(e.take<M>());
    } else {
      return F(self, e.take<M>());
    }
  } else {
    return call(std::as_const(*static_cast<const M*>(e.data())));
  }
}

}  // namespace detail

/// Collects the handlers of one behaviour: what `static void behavior(On<Account>& on)` fills. Runs
/// once per behaviour and class, so it must not depend on an object.
///
/// A handler is a member function, or a captureless lambda with `T& self` before the message. The
/// message type is read off its parameter: `const M&` sees the message, `M` or `M&&` takes it. What
/// it returns, unless nothing, is told to `sender()`. Of several handlers for a type the first that
/// applies wins.
template <class T>
class On {
 public:
  /// `on.handle<&Account::deposit>()`.
  template <auto F>
  On& handle() {
    using Argument = typename detail::Handler<decltype(F)>::Argument;
    using M = std::remove_cvref_t<Argument>;
    static_assert(Message<M>, "a handler takes one message: const M&, M or M&&");
    static_assert(
        !std::is_lvalue_reference_v<Argument> || std::is_const_v<std::remove_reference_t<Argument>>,
        "a message may be shared: take it as const M&, or as M to have it");
    require_open("handle");
    cases_.push_back({detail::message_id<M>(), &run<F>, nullptr});
    return *this;
  }

  /// Makes the handler before it apply only where `P` says true; else the next ones are tried.
  template <auto P>
  On& when() {
    if (cases_.empty() || cases_.back().type == 0) {
      throw std::logic_error{"behavior: when<>() must stand behind the handle<>() it belongs to"};
    }
    using M = std::remove_cvref_t<typename detail::Handler<decltype(P)>::Argument>;
    if (detail::message_id<M>() != cases_.back().type) {
      throw std::logic_error{"behavior: when<>() takes another message type than its handler"};
    }
    static_assert(std::is_same_v<typename detail::Handler<decltype(P)>::Return, bool> &&
                      !detail::takes_message_whole<typename detail::Handler<decltype(P)>::Argument>,
                  "a predicate is bool(const M&)");
    cases_.back().when = &test<P>;
    return *this;
  }

  /// For every message that no handler took: `void any(Envelope&)`, or `bool any(Envelope&)` whose
  /// false means unhandled. The last one of a behaviour.
  template <auto F>
  On& otherwise() {
    static_assert(std::is_same_v<typename detail::Handler<decltype(F)>::Argument, Envelope&>,
                  "otherwise takes void(Envelope&) or bool(Envelope&)");
    require_open("otherwise");
    cases_.push_back({0, &run<F>, nullptr});
    return *this;
  }

  // For the library.
  [[nodiscard]] std::vector<detail::HandlerCase> release() noexcept { return std::move(cases_); }

 private:
  void require_open(const char* what) const {
    if (!cases_.empty() && cases_.back().type == 0) {
      throw std::logic_error{std::string{"behavior: "} + what +
                             "<>() behind otherwise<>() can never be reached"};
    }
  }

  template <auto F>
  static bool run(Actor& actor, Envelope& e) {
    T& self = static_cast<T&>(actor);
    using Return = typename detail::Handler<decltype(F)>::Return;
    using Argument = typename detail::Handler<decltype(F)>::Argument;
    if constexpr (std::is_void_v<Return>) {
      detail::call_with_message<F>(self, e);
      return true;
    } else if constexpr (std::is_same_v<Argument, Envelope&>) {
      return detail::call_with_message<F>(self, e);
    } else {
      actor.reply(detail::call_with_message<F>(self, e));
      return true;
    }
  }

  template <auto P>
  static bool test(Actor& actor, Envelope& e) {
    return detail::call_with_message<P>(static_cast<T&>(actor), e);
  }

  std::vector<detail::HandlerCase> cases_;
};

namespace detail {

template <class F>
struct BehaviorOf;
template <class T>
struct BehaviorOf<void (*)(On<T>&)> {
  using Type = T;
};

template <class T, auto Behavior>
[[nodiscard]] const HandlerTable& table_of() {
  // Never destroyed: the actors of a static system may outlive static objects.
  static const HandlerTable* const table = [] {
    On<T> on;
    Behavior(on);
    return new HandlerTable{on.release()};
  }();
  return *table;
}

}  // namespace detail

template <auto Behavior>
void Actor::become() {
  cell_->table =
      &detail::table_of<typename detail::BehaviorOf<decltype(Behavior)>::Type, Behavior>();
}

}  // namespace kebne
