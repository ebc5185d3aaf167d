#pragma once

#include "kebne/actor.hpp"
#include "kebne/testkit/step_executor.hpp"

#include <cstdint>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>

namespace kebne {

/// An expectation of a test that did not hold. Any test framework reports it with its text.
struct ExpectationFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

namespace detail {

/// A message that a probe has got, with its sender.
struct Received {
  Envelope* envelope;
  ActorRef sender;

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

/// What a probe and its actor share.
struct ProbeInbox {
  std::deque<Received> messages;
};

}  // namespace detail

/// An actor whose mail a test reads: it runs the system until a message is there, and says what
/// came instead when another one did.
///
/// For systems on a `StepExecutor`, in the thread that steps it.
class Probe {
 public:
  /// Makes an actor of this name, or a generated one, under /user.
  Probe(ActorSystem& system, StepExecutor& executor, std::string_view name = {});

  [[nodiscard]] const ActorRef& ref() const noexcept { return ref_; }

  /// Tells `target` something with this probe as its sender.
  template <class M>
  void send(const ActorRef& target, M&& message) const {
    target.tell(std::forward<M>(message), ref_);
  }

  /// The next message, which must be an `M`; throws `ExpectationFailed`.
  template <class M>
  M expect() {
    const std::uint32_t type = detail::message_id<M>();
    detail::Received next = take(type, &typeid(M));
    last_sender_ = std::move(next.sender);
    return next.envelope->template take<M>();
  }

  /// Nothing has come when the system is idle; throws `ExpectationFailed`.
  void expect_none();

  /// Asks for a `Terminated` of `other`.
  void watch(const ActorRef& other);

  /// The next message is the `Terminated` of `other`, who was watched.
  void expect_terminated(const ActorRef& other);

  /// Sender of the message that was expected last; empty when there was none.
  [[nodiscard]] const ActorRef& last_sender() const noexcept { return last_sender_; }

  /// Answers the message that was expected last.
  template <class M>
  void reply(M&& message) const {
    last_sender_.tell(std::forward<M>(message), ref_);
  }

 private:
  detail::Received take(std::uint32_t type, const std::type_info* wanted);

  StepExecutor& executor_;
  std::shared_ptr<detail::ProbeInbox> inbox_;
  ActorRef ref_;
  ActorRef last_sender_;
};

}  // namespace kebne
