#pragma once

#include "kebne/actor/actor_ref.hpp"
#include "kebne/base/intrusive_ptr.hpp"

#include <string>
#include <type_traits>
#include <utility>

namespace kebne {

/// A message of any type, shared and no more to be changed: what a dead letter carries. Cheap to
/// copy; any thread. Empty only when default-made or moved from.
class AnyPayload {
 public:
  AnyPayload() noexcept = default;

  template <class T>
  requires Message<std::decay_t<T>>
  [[nodiscard]] static AnyPayload of(T&& message) {
    detail::Local& l = detail::local();
    Envelope* e = detail::make_envelope<std::decay_t<T>>(l, std::forward<T>(message));
    e->set_sender(nullptr);
    return adopt(e);
  }

  template <Message M>
  [[nodiscard]] const M* get_if() const noexcept {
    return rep_ != nullptr ? rep_->envelope->get_if<M>() : nullptr;
  }
  template <Message M>
  [[nodiscard]] bool holds() const noexcept {
    return get_if<M>() != nullptr;
  }

  /// The message type's name, for people.
  [[nodiscard]] std::string type_name() const {
    return rep_ != nullptr ? rep_->envelope->type_name() : std::string{};
  }
  [[nodiscard]] explicit operator bool() const noexcept { return rep_ != nullptr; }

  // For the library: takes the envelope over.
  [[nodiscard]] static AnyPayload adopt(Envelope* e);

 private:
  struct Rep {
    std::atomic<std::uint32_t> refs{0};
    Envelope* envelope;

    explicit Rep(Envelope* e) noexcept : envelope{e} {}
    void add_ref() noexcept { refs.fetch_add(1, std::memory_order_relaxed); }
    void release() noexcept;
  };
  IntrusivePtr<Rep> rep_;
};

}  // namespace kebne
