#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace kebne {

/// What a supervisor does about a child that failed.
enum class Directive : std::uint8_t {
  Resume,    ///< it goes on as if nothing had happened
  Restart,   ///< a new object takes the place of the one that failed
  Stop,      ///< it is stopped
  Escalate,  ///< the supervisor fails in its turn, and its own supervisor decides
};
[[nodiscard]] std::string_view to_string(Directive directive) noexcept;

class SupervisorStrategy;

namespace detail {

/// A directive, or a function that takes an `E` and gives one.
template <class F, class E>
concept Decider =
    std::same_as<F, Directive> || std::is_invocable_r_v<Directive, const F&, const E&>;

/// Which children a failure of one concerns, and how often it is made good; the base of a strategy.
template <bool all>
struct Supervise {
  /// How often a child is restarted before it is stopped instead; 0: never, -1: no limit, or once
  /// where `within` is given. Without `within` the count never starts anew.
  std::int32_t max_retries = -1;

  /// The time in which `max_retries` counts: it begins with a restart, and the first restart after
  /// its end begins the next one.
  std::optional<std::chrono::nanoseconds> within = std::nullopt;

  /// The members of `SupervisorStrategy`.
  template <class E, Decider<E> F>
  [[nodiscard]] SupervisorStrategy on(F decide) const;
  template <Decider<std::exception_ptr> F>
  [[nodiscard]] SupervisorStrategy otherwise(F decide) const;
  [[nodiscard]] SupervisorStrategy logging(bool on) const;
};

}  // namespace detail

/// Decides about the failing child alone: `OneForOne{.max_retries = 3, .within = 1min}`.
using OneForOne = detail::Supervise<false>;

/// When one child fails, restarts or stops all of them. A restart counts for each child; only the
/// failing one is resumed.
using AllForOne = detail::Supervise<true>;

/// How an actor deals with children that fail: what its `supervision()` returns, or its `Props`
/// say.
///
/// A value that cannot be changed; each member gives another strategy. Any thread may have it, as
/// long as its deciders may be called there; they run in the supervisor, one at a time. One that
/// throws fails the supervisor, as if by `Directive::Escalate`.
class SupervisorStrategy {
 public:
  /// One for one, without a limit: who could not start, was killed, or left a `Terminated`
  /// unhandled is stopped, others are restarted.
  SupervisorStrategy() = default;

  /// Throws `std::invalid_argument` for `max_retries` below -1, and for `within` of 0 or less.
  SupervisorStrategy(const OneForOne& limits);  // meant to be implicit, like the next one
  SupervisorStrategy(const AllForOne& limits);

  /// Stops every child that fails.
  [[nodiscard]] static SupervisorStrategy stopping();

  /// For failures that are an `E`: a directive, or a function that takes a `const E&` and gives
  /// one. The first one that applies decides.
  template <class E, detail::Decider<E> F>
  [[nodiscard]] SupervisorStrategy on(F decide) const {
    return with_rule([decide = std::move(decide)](const std::exception_ptr& cause) {
      try {
        std::rethrow_exception(cause);
      } catch (const E& e) {
        return std::optional{directive(decide, e)};
      } catch (...) {
        return std::optional<Directive>{};
      }
    });
  }

  /// For all other failures, in place of what a strategy without rules does.
  template <detail::Decider<std::exception_ptr> F>
  [[nodiscard]] SupervisorStrategy otherwise(F decide) const {
    SupervisorStrategy other = *this;
    other.otherwise_ = [decide = std::move(decide)](const std::exception_ptr& cause) {
      return std::optional{directive(decide, cause)};
    };
    return other;
  }

  /// Whether failures are written to the log: as errors, or as warnings when the child is resumed.
  /// A failure that is escalated is not, until somebody decides. An `Observer` hears of all.
  [[nodiscard]] SupervisorStrategy logging(bool on) const;

  /// The directive for a failure, limits apart. Throws what a decider throws.
  [[nodiscard]] Directive decide(const std::exception_ptr& cause) const;

  [[nodiscard]] std::int32_t max_retries() const noexcept { return max_retries_; }
  [[nodiscard]] std::optional<std::chrono::nanoseconds> within() const noexcept { return within_; }
  [[nodiscard]] bool is_all_for_one() const noexcept { return is_all_for_one_; }
  [[nodiscard]] bool is_logging() const noexcept { return is_logging_; }

 private:
  /// Empty: another rule is to decide.
  using Rule = std::function<std::optional<Directive>(const std::exception_ptr&)>;

  template <class F, class E>
  static Directive directive(const F& decide, const E& e) {
    if constexpr (std::same_as<F, Directive>) {
      return decide;
    } else {
      return decide(e);
    }
  }
  [[nodiscard]] SupervisorStrategy with_rule(Rule rule) const;

  std::vector<Rule> rules_;
  Rule otherwise_;
  std::int32_t max_retries_ = -1;
  std::optional<std::chrono::nanoseconds> within_;
  bool is_all_for_one_ = false;
  bool is_logging_ = true;
};

/// A strategy that `SystemOptions::guardian_strategy` can name.
struct StrategyType {
  std::string name;
  SupervisorStrategy strategy;
};

namespace detail {

template <bool all>
template <class E, Decider<E> F>
SupervisorStrategy Supervise<all>::on(F decide) const {
  return SupervisorStrategy{*this}.template on<E>(std::move(decide));
}
template <bool all>
template <Decider<std::exception_ptr> F>
SupervisorStrategy Supervise<all>::otherwise(F decide) const {
  return SupervisorStrategy{*this}.otherwise(std::move(decide));
}
template <bool all>
SupervisorStrategy Supervise<all>::logging(bool on) const {
  return SupervisorStrategy{*this}.logging(on);
}

}  // namespace detail
}  // namespace kebne
