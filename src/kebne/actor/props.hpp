#pragma once

#include "kebne/actor/around_hooks.hpp"
#include "kebne/actor/behavior.hpp"
#include "kebne/actor/detail/actor_memory.hpp"
#include "kebne/actor/mailbox/semantics.hpp"
#include "kebne/base/detail/atomic.hpp"

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace kebne {

class SupervisorStrategy;

namespace detail {

struct Deploy;

/// A recipe with its arguments. Counted; one without arguments is a constant of its class.
struct PropsRep {
  Atomic<std::uint32_t> refs{1};
  const bool is_constant;
  std::optional<MailboxSemantics> required = {};  ///< by the actor's class
  const Deploy* deploy = nullptr;                 ///< null: it has no wishes

  explicit PropsRep(bool constant) noexcept : is_constant{constant} {}
  virtual ~PropsRep() = default;
  /// A new actor for the cell, whose behaviour it sets. Throws what the constructor throws.
  [[nodiscard]] virtual Actor* make(ActorCell& cell) const = 0;

  [[nodiscard]] bool has_wishes() const noexcept {
    return deploy != nullptr || required.has_value();
  }

  void add_ref() noexcept {
    if (!is_constant) refs.fetch_add(1, std::memory_order_relaxed);
  }
  void release() noexcept {
    // acq_rel: the last one sees what the others did.
    if (!is_constant && refs.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }
};

template <class A>
concept DeclaresBehavior = requires(On<A>& on) {
  A::behavior(on);
};

template <class A>
[[nodiscard]] const HandlerTable* first_table() {
  if constexpr (DeclaresBehavior<A>) {
    return &table_of<A, &A::behavior>();
  } else {
    static_assert(
        !requires { &A::behavior; },
        "the behavior of an actor class A is static void behavior(kebne::On<A>&)");
    return nullptr;
  }
}

template <class A, class... Args>
struct PropsOf final : PropsRep {
  std::tuple<Args...> arguments;

  template <class... Given>
  explicit PropsOf(Given&&... given)
      : PropsRep{sizeof...(Args) == 0}, arguments{std::forward<Given>(given)...} {
    required = required_semantics<A>;
  }

  [[nodiscard]] Actor* make(ActorCell& cell) const override {
    cell.table = first_table<A>();
    if constexpr (std::is_base_of_v<AroundHooks, A>) expect_around(cell);
    void* memory = detail::allocate_actor(cell, sizeof(A), alignof(A));
    try {
      A* actor = std::apply([memory](const Args&... copies) { return ::new (memory) A(copies...); },
                            arguments);
      if constexpr (std::is_base_of_v<AroundHooks, A>) {
        static_assert(std::is_convertible_v<A*, AroundHooks*>,
                      "derive from kebne::AroundHooks publicly, and once");
        set_around(cell, actor);
      }
      return actor;
    } catch (...) {
      detail::free_actor(cell);
      throw;
    }
  }
};

}  // namespace detail

/// A recipe for actors: a class and copies of its constructor's arguments. Cheap to copy; any
/// thread.
class Props {
 public:
  Props(const Props& other) noexcept : rep_{other.rep_} { rep_->add_ref(); }
  Props& operator=(const Props& other) noexcept {
    other.rep_->add_ref();
    std::exchange(rep_, other.rep_)->release();
    return *this;
  }
  ~Props() { rep_->release(); }

  /// The same recipe for another dispatcher, by its id in the configuration; `spawn` looks it up
  /// and throws `ConfigError` when it cannot be used. What `akka.actor.deployment` says of the
  /// actor's path wins.
  [[nodiscard]] Props with_dispatcher(std::string id) const;

  /// The same recipe for another mailbox, likewise.
  [[nodiscard]] Props with_mailbox(std::string id) const;

  /// The same recipe for an actor that deals with its failing children in this way, whatever its
  /// `supervision()` says.
  [[nodiscard]] Props with_strategy(const SupervisorStrategy& strategy) const;

  // For the library.
  explicit Props(detail::PropsRep* adopted) noexcept : rep_{adopted} {}
  [[nodiscard]] detail::PropsRep& rep() const noexcept { return *rep_; }

 private:
  detail::PropsRep* rep_;
};

/// The recipe for an `A`. Its constructor gets the copies as `const&`, again at each restart.
template <class A, class... Args>
requires std::derived_from<A, Actor>
[[nodiscard]] Props props(Args&&... args) {
  static_assert((std::is_copy_constructible_v<detail::Kept<Args>> && ...),
                "Props keeps copies of its arguments, so that a restart can build the actor again: "
                "an argument of this type cannot be copied");
  static_assert(alignof(A) <= 4096, "an actor object is aligned to 4096 bytes at most");
  static_assert(std::is_constructible_v<A, const detail::Kept<Args>&...>,
                "the actor class has no public constructor that takes these arguments as const&");
  if constexpr (sizeof...(Args) == 0) {
    // Never destroyed: a static system may still spawn when static objects are gone.
    static auto* const constant = new detail::PropsOf<A>;
    return Props{constant};
  } else {
    return Props{new detail::PropsOf<A, detail::Kept<Args>...>(std::forward<Args>(args)...)};
  }
}

template <class A, class... Args>
ActorRef Actor::spawn(std::string_view name, Args&&... args) {
  return spawn(props<A>(std::forward<Args>(args)...), name);
}

}  // namespace kebne
