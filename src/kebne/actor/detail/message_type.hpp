#pragma once

#include "kebne/base/detail/hints.hpp"

#include <atomic>
#include <cstdint>
#include <new>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace kebne::detail {

/// What the untyped core knows of a message type. One static object per type (and per shared
/// library); equal types have equal ids.
struct MessageType {
  std::atomic<std::uint32_t> id;  ///< dense, from 1; 0 until the type is first sent or asked for
  const std::type_info* info;
  void (*destroy)(void*) noexcept;
  void (*copy)(void* to, const void* from);  ///< null when the type cannot be copied
};

/// Gives the type its id; the same one to a twin from another shared library.
std::uint32_t register_message(MessageType& type);

/// By id. Never fails for an id that an envelope carries.
const MessageType& message_type(std::uint32_t id) noexcept;

template <class M>
constexpr auto copier() noexcept -> void (*)(void*, const void*) {
  if constexpr (std::is_copy_constructible_v<M>) {
    return [](void* to, const void* from) { ::new (to) M(*static_cast<const M*>(from)); };
  } else {
    return nullptr;
  }
}

template <class M>
inline constinit MessageType message_type_of{
    0, &typeid(M), [](void* p) noexcept { static_cast<M*>(p)->~M(); }, copier<M>()};

/// The dense id of a message type.
template <class M>
[[nodiscard]] KEBNE_ALWAYS_INLINE std::uint32_t message_id() {
  // acquire: with the id comes the entry behind it.
  const std::uint32_t id = message_type_of<M>.id.load(std::memory_order_acquire);
  return KEBNE_LIKELY(id != 0) ? id : register_message(message_type_of<M>);
}

}  // namespace kebne::detail
