#pragma once

#include <concepts>
#include <memory>
#include <string>
#include <type_traits>
#include <typeindex>
#include <utility>

namespace kebne {

class ActorSystem;

/// What a class must be so that a system can have one of it: `ActorSystem::extension<E>()`.
template <class E>
concept Extension = std::is_object_v<E> &&
    (std::constructible_from<E, ActorSystem&> || std::default_initializable<E>);

namespace detail {

/// A made extension, destroyed as what it is.
using ExtensionPtr = std::unique_ptr<void, void (*)(void*)>;
using MakeExtension = ExtensionPtr (*)(ActorSystem& system);

template <Extension E>
[[nodiscard]] ExtensionPtr make_extension(ActorSystem& system) {
  const auto destroy = [](void* e) { delete static_cast<E*>(e); };
  if constexpr (std::constructible_from<E, ActorSystem&>) {
    return {new E(system), destroy};
  } else {
    return {new E{}, destroy};
  }
}

}  // namespace detail

/// An extension that `SystemOptions::extensions` can name.
struct ExtensionType {
  std::string name;
  std::type_index type;
  detail::MakeExtension make;
};

template <Extension E>
[[nodiscard]] ExtensionType extension_type(std::string name) {
  return {std::move(name), typeid(E), &detail::make_extension<E>};
}

}  // namespace kebne
