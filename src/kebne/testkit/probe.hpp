#pragma once

#include "kebne/actor/actor_system.hpp"
#include "kebne/actor/event/any_payload.hpp"
#include "kebne/actor/messages.hpp"
#include "kebne/testkit/auto_pilot.hpp"
#include "kebne/testkit/detail/received.hpp"
#include "kebne/testkit/expectation_failed.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace kebne {

class StepExecutor;

namespace detail {
class Bench;
class Inbox;
}  // namespace detail

/// How long a test waits at most; empty: as `TestSettings` says, or for the rest of a `within`.
using Limit = std::optional<std::chrono::nanoseconds>;

/// When `Probe::receive_while` ends, besides at a message that is not wanted.
struct ReceiveLimits {
  Limit max = {};   ///< for all
  Limit idle = {};  ///< for the next; empty: no limit of its own
  std::size_t messages = static_cast<std::size_t>(-1);
};

/// An actor whose mail a test reads: it waits until a message is there, and says what came instead
/// when another one did.
///
/// On a virtual clock to wait means: the system runs, and when it has come to rest time goes on to
/// the next deadline, up to the limit. With threads of its own, it is real time. An expectation
/// that does not hold throws `ExpectationFailed`; what it looked at is gone then. All limits are
/// multiplied by `TestSettings::time_factor`. For the test's own thread.
class Probe {
 public:
  /// Makes an actor of this name, or a generated one, under /user. For systems on a step executor;
  /// time passes if they have a `VirtualClock`.
  Probe(ActorSystem& system, StepExecutor& executor, std::string_view name = {});

  /// The same for systems with threads of their own, in real time.
  explicit Probe(ActorSystem& system, std::string_view name = {});

  // For the library.
  Probe(ActorSystem& system, std::shared_ptr<detail::Bench> bench, std::string_view name);

  Probe(Probe&&) noexcept;
  Probe& operator=(Probe&&) = delete;
  /// The actor lives on and drops its mail.
  ~Probe();

  [[nodiscard]] const ActorRef& ref() const noexcept { return ref_; }

  /// Tells `target` something with this probe as its sender.
  template <class M>
  void send(const ActorRef& target, M&& message) const {
    learn(detail::kind_of<detail::Kept<M>>());
    target.tell(std::forward<M>(message), ref_);
  }

  /// The next message, which must be an `M`.
  template <class M>
  M expect(Limit max = {}) {
    const detail::Wanted want = detail::wanted<M>();
    return give<M>(take_any_of({&want, 1}, max).second);
  }

  /// The next message, which must equal `value`.
  template <class T>
  detail::Written<T> expect(const T& value, Limit max = {}) {
    using M = detail::Written<T>;
    const M& written = value;
    const detail::Wanted want = detail::wanted<M>(written);
    return give<M>(take_any_of({&want, 1}, max).second);
  }

  /// The next message, which must be a `B` or of a type that names it in its `Bases`.
  template <class B>
  AnyPayload expect_kind_of(Limit max = {}) {
    return take_kind_of(detail::channel_id<B>(), typeid(B), max);
  }

  /// Nothing has come when the system is at rest, with no time passing; in real time, within
  /// `TestSettings::expect_none`.
  void expect_none();

  /// Nothing comes within this time.
  void expect_none(std::chrono::nanoseconds time);

  /// The next messages, one for each of the types, in any order.
  template <class... M>
  requires(sizeof...(M) > 0) std::tuple<M...> expect_all_of(Limit max = {}) {
    const detail::Wanted wants[] = {detail::wanted<M>()...};
    std::vector<detail::Received> all = take_all_of(wants, max);
    return give_all<M...>(all, std::index_sequence_for<M...>{});
  }

  /// The next messages, one equal to each of the values, in any order.
  template <class... T>
  requires(sizeof...(T) > 0) void expect_all_of(const T&... values) {
    expect_values_of(detail::Written<T>(values)...);
  }

  /// The next message, which must be one of the types.
  template <class... M>
  requires(sizeof...(M) > 0) std::variant<M...> expect_any_of(Limit max = {}) {
    const detail::Wanted wants[] = {detail::wanted<M>()...};
    auto [index, received] = take_any_of(wants, max);
    return give_one<M...>(index, std::move(received), std::index_sequence_for<M...>{});
  }

  /// The next message, which must equal one of the values. Which one, from 0.
  template <class... T>
  requires(sizeof...(T) > 0) std::size_t expect_any_of(const T&... values) {
    return expect_value_of(detail::Written<T>(values)...);
  }

  /// Passes over all messages but the first `M` for which the predicate is true.
  template <class M, class F>
  M fish_for(F is_wanted, Limit max = {}) {
    const auto check = [&](const Envelope& e) {
      const M* message = e.get_if<M>();
      return message != nullptr && is_wanted(*message);
    };
    return give<M>(take_first(detail::kind_of<M>(), check, max));
  }

  /// Passes over all messages but the first `M`.
  template <class M>
  M fish_until(Limit max = {}) {
    return fish_for<M>([](const M&) { return true; }, max);
  }

  /// The next message; empty when none comes.
  AnyPayload receive_one(Limit max = {});

  /// The next `n` messages. Fails when fewer come.
  std::vector<AnyPayload> receive_n(std::size_t n, Limit max = {});

  /// Messages as long as they are `M`s for which the predicate is true. The first other one stays.
  template <class M, class F>
  std::vector<M> receive_while(F is_wanted, ReceiveLimits limits = {}) {
    std::vector<M> all;
    const auto check = [&](const Envelope& e) {
      const M* message = e.get_if<M>();
      return message != nullptr && is_wanted(*message);
    };
    take_while(check, limits, [&](detail::Received r) { all.push_back(give<M>(std::move(r))); });
    return all;
  }

  /// From now on messages for which the predicate is true are not kept. It is called in the probe's
  /// actor; what it throws fails the test's next expectation.
  void ignore(std::function<bool(const Envelope&)> is_ignored);
  template <class M>
  void ignore() {
    ignore([](const Envelope& e) { return e.holds<M>(); });
  }
  void ignore_none() { ignore(nullptr); }

  /// Runs `body`, which must take this long: no less than `min`, no more than `max`. Expectations
  /// in it wait for what is left of `max`. May be nested.
  void within(std::chrono::nanoseconds min, std::chrono::nanoseconds max,
              const std::function<void()>& body);
  void within(std::chrono::nanoseconds max, const std::function<void()>& body) {
    within(std::chrono::nanoseconds{0}, max, body);
  }

  /// What is left of the innermost `within`. Throws `std::logic_error` outside.
  [[nodiscard]] std::chrono::nanoseconds remaining() const;

  /// Waits until `condition` is true.
  void await_condition(const std::function<bool()>& condition, Limit max = {});

  /// Waits until `assertion` does not throw. Its last exception goes on when time is up.
  void await_assert(const std::function<void()>& assertion, Limit max = {});

  /// Whether a message is there to be read. Runs nothing.
  [[nodiscard]] bool has_messages() const;

  /// Sender of the message that was read last; empty when there was none.
  [[nodiscard]] const ActorRef& last_sender() const noexcept { return last_sender_; }

  /// Answers the message that was read last.
  template <class M>
  void reply(M&& message) const {
    send(last_sender_, std::forward<M>(message));
  }

  /// Passes on what was read last, or another message in its place: the sender stays who it was.
  template <class M>
  void forward(const ActorRef& to, M&& message) const {
    to.tell(std::forward<M>(message), last_sender_);
  }

  /// Asks for a `Terminated` of `other`, or takes that back.
  void watch(const ActorRef& other);
  void unwatch(const ActorRef& other);

  /// The next message is the `Terminated` of `other`, who was watched.
  Terminated expect_terminated(const ActorRef& other, Limit max = {});

  /// Who answers the messages that come from now on.
  void set_auto_pilot(AutoPilot pilot);

  /// Makes a child of the probe's actor, which so is its supervisor. Throws as `Actor::spawn`.
  ActorRef child_actor_of(const Props& props, std::string_view name = {});

 private:
  template <class M>
  M give(detail::Received received) {
    last_sender_ = std::move(received.sender);
    return received.envelope->template take<M>();
  }
  template <class... M, std::size_t... I>
  std::tuple<M...> give_all(std::vector<detail::Received>& all, std::index_sequence<I...>) {
    return std::tuple<M...>{give<M>(std::move(all[I]))...};
  }
  template <class... M, std::size_t... I>
  std::variant<M...> give_one(std::size_t index, detail::Received received,
                              std::index_sequence<I...>) {
    std::optional<std::variant<M...>> out;
    ((I == index ? void(out.emplace(std::in_place_index<I>, give<M>(std::move(received))))
                 : void()),
     ...);
    return std::move(*out);
  }
  template <class... M>
  void expect_values_of(const M&... values) {
    const detail::Wanted wants[] = {detail::wanted<M>(values)...};
    for (detail::Received& r : take_all_of(wants, {})) last_sender_ = std::move(r.sender);
  }
  template <class... M>
  std::size_t expect_value_of(const M&... values) {
    const detail::Wanted wants[] = {detail::wanted<M>(values)...};
    auto [index, received] = take_any_of(wants, {});
    last_sender_ = std::move(received.sender);
    return index;
  }

  using Check = std::function<bool(const Envelope&)>;
  using Time = std::chrono::nanoseconds;

  void learn(const detail::Kind& kind) const;
  std::pair<std::size_t, detail::Received> take_any_of(std::span<const detail::Wanted> wants,
                                                       Limit max);
  std::vector<detail::Received> take_all_of(std::span<const detail::Wanted> wants, Limit max);
  detail::Received take_first(const detail::Kind& kind, const Check& is_wanted, Limit max);
  void take_while(const Check& is_wanted, ReceiveLimits limits,
                  const std::function<void(detail::Received)>& give);
  AnyPayload take_kind_of(std::uint32_t channel, const std::type_info& wanted, Limit max);

  [[nodiscard]] Time wait_at_most(Limit max, Time otherwise) const;
  detail::Received next(Time until);
  [[nodiscard]] bool wait_for_mail(Time until);
  void run_inside(std::function<void(Actor&)> inside);
  [[nodiscard]] std::string shown(const detail::Received& received) const;
  [[nodiscard]] std::string shown(std::span<const detail::Wanted> wants,
                                  std::string_view last_link) const;
  [[noreturn]] void fail(const std::string& wanted, const std::string& got) const;
  [[noreturn]] void fail_with(const std::string& text) const;

  std::shared_ptr<detail::Bench> bench_;
  std::shared_ptr<detail::Inbox> inbox_;
  ActorRef ref_;
  ActorRef last_sender_;
  std::optional<Time> end_of_within_;
  bool waited_for_nothing_ = false;  ///< the last thing that was expected, and that takes its time
};

}  // namespace kebne
