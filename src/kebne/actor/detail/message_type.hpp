#pragma once

#include "kebne/actor/event/bases.hpp"
#include "kebne/base/detail/hints.hpp"

#include <atomic>
#include <cstdint>
#include <new>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

namespace kebne::detail {

/// What becomes of a message that nobody got.
enum class WhenDead : std::uint8_t {
  Letter,      ///< a `DeadLetter`
  Suppressed,  ///< a `SuppressedDeadLetter`, for those who ask
  Silent,      ///< nothing: it is itself an event of that kind
};

/// What the untyped core knows of a message type. One static object per type (and per shared
/// library); equal types have equal ids.
struct MessageType {
  std::atomic<std::uint32_t> id;  ///< dense, from 1; 0 until the type is first sent or asked for
  const std::type_info* info;
  void (*destroy)(void*) noexcept;
  void (*copy)(void* to, const void* from);           ///< null when the type cannot be copied
  void (*add_bases)(std::vector<std::uint32_t>& to);  ///< ids of `Bases`; null without
  WhenDead when_dead;
  bool is_control;  ///< says `using ControlMessage = void;`: first in a control-aware mailbox
  bool influences_receive_timeout;  ///< does not say `using NotInfluenceReceiveTimeout = void;`
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
constexpr auto base_lister() noexcept -> void (*)(std::vector<std::uint32_t>&);

template <class M>
constexpr WhenDead fate() noexcept {
  if constexpr (requires { typename M::SilentWhenDead; }) {
    return WhenDead::Silent;
  } else if constexpr (requires { typename M::SuppressedWhenDead; }) {
    return WhenDead::Suppressed;
  } else {
    return WhenDead::Letter;
  }
}

template <class M>
inline constexpr bool is_control_message = requires {
  typename M::ControlMessage;
};
template <class M>
inline constexpr bool influences_timeout = !requires {
  typename M::NotInfluenceReceiveTimeout;
};

template <class M>
inline constinit MessageType message_type_of{0,
                                             &typeid(M),
                                             [](void* p) noexcept { static_cast<M*>(p)->~M(); },
                                             copier<M>(),
                                             base_lister<M>(),
                                             fate<M>(),
                                             is_control_message<M>,
                                             influences_timeout<M>};

/// The dense id of a message type.
template <class M>
[[nodiscard]] KEBNE_ALWAYS_INLINE std::uint32_t message_id() {
  // acquire: with the id comes the entry behind it.
  const std::uint32_t id = message_type_of<M>.id.load(std::memory_order_acquire);
  return KEBNE_LIKELY(id != 0) ? id : register_message(message_type_of<M>);
}

/// Stands for an abstract class, which can be subscribed to but cannot be a message.
template <class T, bool has_bases = requires { typename T::Bases; }
> struct InterfaceOf {};
template <class T>
struct InterfaceOf<T, true> {
  using Bases = typename T::Bases;
};

/// The id under which subscribers of `T` stand, `T` being a message or any class that one names in
/// its `Bases`.
template <class T>
[[nodiscard]] std::uint32_t channel_id() {
  if constexpr (std::is_abstract_v<T>) {
    return message_id<InterfaceOf<T>>();
  } else {
    return message_id<T>();
  }
}

template <class... B>
void add_base_ids(bases<B...>, std::vector<std::uint32_t>& to) {
  (to.push_back(channel_id<B>()), ...);
}

template <class M>
constexpr auto base_lister() noexcept -> void (*)(std::vector<std::uint32_t>&) {
  if constexpr (requires { typename M::Bases; }) {
    return [](std::vector<std::uint32_t>& to) { add_base_ids(typename M::Bases{}, to); };
  } else {
    return nullptr;
  }
}

}  // namespace kebne::detail
