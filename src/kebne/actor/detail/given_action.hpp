#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

namespace kebne::detail {

/// A user's callable, and how to make one from it in a place of the library's.
struct GivenAction {
  struct Type {
    std::size_t size;
    void (*make)(void* place, void* from);  ///< throws what the callable's constructor throws
    void (*call)(void* made);
    void (*destroy)(void* made) noexcept;
  };

  const Type* type;
  void* from;  ///< moved or copied from, by one `make`
};

/// Of callables that any memory of `operator new` may hold.
template <class F>
inline constexpr GivenAction::Type given_action_type{
    .size = sizeof(std::decay_t<F>),
    .make =
        [](void* place, void* from) {
          auto& given = *static_cast<std::remove_reference_t<F>*>(from);
          ::new (place) std::decay_t<F>(static_cast<F&&>(given));
        },
    .call = [](void* made) { (*static_cast<std::decay_t<F>*>(made))(); },
    .destroy = [](void* made) noexcept { std::destroy_at(static_cast<std::decay_t<F>*>(made)); }};

template <class F>
[[nodiscard]] GivenAction given_action(F&& f) noexcept {
  return {&given_action_type<F>, const_cast<void*>(static_cast<const void*>(std::addressof(f)))};
}

}  // namespace kebne::detail
