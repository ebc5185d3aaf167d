#pragma once

#include "kebne/actor/actor_ref.hpp"
#include "kebne/actor/detail/deliver.hpp"
#include "kebne/actor/detail/message_type.hpp"
#include "kebne/testkit/detail/shown.hpp"

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace kebne::detail {

/// A message that a probe has got, with its sender.
struct Received {
  Envelope* envelope = nullptr;  ///< null: none
  ActorRef sender;

  Received() noexcept = default;
  explicit Received(Envelope* e) noexcept : envelope{e}, sender{e->sender()} {}
  Received(Received&& other) noexcept
      : envelope{std::exchange(other.envelope, nullptr)}, sender{std::move(other.sender)} {}
  Received& operator=(Received other) noexcept {
    std::swap(envelope, other.envelope);
    std::swap(sender, other.sender);
    return *this;
  }
  ~Received() {
    if (envelope != nullptr) free_envelope(local(), envelope);
  }
};

/// A message type as the untyped part of a probe sees it.
struct Kind {
  std::uint32_t type;
  const std::type_info* info;
  Show show;
};

template <class M>
[[nodiscard]] Kind kind_of() {
  return {message_id<M>(), &typeid(M), shower<M>()};
}

/// A message that a probe waits for: of a type, and, when `equals` is not null, of a value.
struct Wanted {
  Kind kind;
  const void* value = nullptr;
  bool (*equals)(const void* value, const void* message) = nullptr;
};

template <class M>
[[nodiscard]] Wanted wanted() {
  return {kind_of<M>()};
}

template <std::equality_comparable M>
[[nodiscard]] Wanted wanted(const M& value) {
  return {kind_of<M>(), &value, [](const void* a, const void* b) {
            return static_cast<bool>(*static_cast<const M*>(a) == *static_cast<const M*>(b));
          }};
}

/// What a test may write for a message: a text literal stands for a `std::string`.
template <class T>
using Written = std::conditional_t<std::is_convertible_v<const T&, const char*>, std::string, T>;

}  // namespace kebne::detail
