#pragma once

#include "kebne/actor/actor_system.hpp"
#include "kebne/testkit/probe.hpp"
#include "kebne/testkit/recording_observer.hpp"
#include "kebne/testkit/step_executor.hpp"
#include "kebne/testkit/test_actor_ref.hpp"
#include "kebne/testkit/test_settings.hpp"
#include "kebne/testkit/virtual_clock.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>
#include <vector>

namespace kebne {

class EventFilter;

/// An actor system for a test: it runs step by step in the test's own thread, on a virtual clock,
/// and everything that it reports is kept. The same test takes the same course each time.
///
/// With `Options::real_time` it has threads and the machine's clock instead, and waits for them.
class TestKit {
 public:
  struct Options {
    std::string name = "test";
    std::uint32_t throughput = 30;
    std::uint64_t seed = 0;  ///< 0: actors run in the order in which they became ready
    LoggingOptions logging = {.loggers = {}, .dead_letters = 0};  ///< silent
    /// Says all that `SystemOptions::from` and `TestSettings` read, except for the logging. Null:
    /// nothing.
    std::shared_ptr<const Config> config = nullptr;
    std::vector<MailboxType> mailbox_types = {};
    std::vector<ExecutorType> executor_types = {};
    /// A test that takes more steps fails: its system never comes to rest.
    std::uint64_t step_limit = std::numeric_limits<std::uint64_t>::max();
    bool real_time = false;
    std::uint32_t workers = 0;  ///< in real time; 0: as many as there are processors
  };

  TestKit() : TestKit{Options{}} {}
  explicit TestKit(std::string system_name) : TestKit{Options{.name = std::move(system_name)}} {}
  explicit TestKit(Options options);
  TestKit(const TestKit&) = delete;
  TestKit& operator=(const TestKit&) = delete;
  ~TestKit();

  [[nodiscard]] ActorSystem& system() noexcept { return *system_; }
  [[nodiscard]] RecordingObserver& observer() noexcept { return *observer_; }
  [[nodiscard]] const TestSettings& settings() const noexcept;
  [[nodiscard]] bool is_real_time() const noexcept { return executor_ == nullptr; }

  // These six are for virtual time. They throw `std::logic_error` in real time.

  [[nodiscard]] StepExecutor& executor();
  [[nodiscard]] VirtualClock& clock();

  /// Lets the system run until nothing is left to do.
  void run_until_idle();

  /// Time passes, from one deadline to the next: what is scheduled happens in order, and the system
  /// runs until it is idle before time goes on.
  void advance(std::chrono::nanoseconds by);

  /// The same until the clock shows `time`; nothing passes when it does so already.
  void advance_to(std::chrono::nanoseconds time);

  template <class A, class... Args>
  ActorRef spawn(std::string_view name, Args&&... args) {
    return system_->spawn<A>(name, std::forward<Args>(args)...);
  }
  ActorRef spawn(const Props& props, std::string_view name = {}) {
    return system_->spawn(props, name);
  }

  /// An actor that runs on the thread that tells it something, at once, and whose object the test
  /// can get at. Throws `ExpectationFailed` when it cannot start.
  template <class A, class... Args>
  [[nodiscard]] TestActorRef<A> spawn_test_actor(std::string_view name, Args&&... args) {
    return TestActorRef<A>{spawn_on_caller(props<A>(std::forward<Args>(args)...), name)};
  }

  [[nodiscard]] Probe probe(std::string_view name = {}) { return Probe{*system_, bench_, name}; }

  /// The kit's own probe, made at first use: `tell` sends in its name, and what follows reads its
  /// mail. See `Probe`, which has more of it.
  [[nodiscard]] Probe& test_actor();

  template <class M>
  void tell(const ActorRef& target, M&& message) {
    test_actor().send(target, std::forward<M>(message));
  }
  template <class M>
  M expect(Limit max = {}) {
    return test_actor().expect<M>(max);
  }
  template <class T>
  detail::Written<T> expect(const T& value, Limit max = {}) {
    return test_actor().expect(value, max);
  }
  void expect_none() { test_actor().expect_none(); }
  void expect_none(std::chrono::nanoseconds time) { test_actor().expect_none(time); }
  void expect_terminated(const ActorRef& other, Limit max = {}) {
    test_actor().expect_terminated(other, max);
  }
  void watch(const ActorRef& other) { test_actor().watch(other); }
  void unwatch(const ActorRef& other) { test_actor().unwatch(other); }
  void within(std::chrono::nanoseconds max, const std::function<void()>& body) {
    test_actor().within(max, body);
  }
  void within(std::chrono::nanoseconds min, std::chrono::nanoseconds max,
              const std::function<void()>& body) {
    test_actor().within(min, max, body);
  }
  void await_condition(const std::function<bool()>& condition, Limit max = {}) {
    test_actor().await_condition(condition, max);
  }
  void await_assert(const std::function<void()>& assertion, Limit max = {}) {
    test_actor().await_assert(assertion, max);
  }

  /// `time`, multiplied by `TestSettings::time_factor`.
  [[nodiscard]] std::chrono::nanoseconds dilated(std::chrono::nanoseconds time) const noexcept {
    return settings().dilated(time);
  }

  /// What `body` logs. Include `kebne/testkit/event_filter.hpp`.
  [[nodiscard]] EventFilter event_filter();

  /// So many messages of this type become dead letters, or find no handler, because of `body`.
  template <Message M>
  void expect_dead_letters(std::size_t n, const std::function<void()>& body) {
    expect_lost(
        true, typeid(M), [](const AnyPayload& m) { return m.holds<M>(); }, n, body);
  }
  template <Message M>
  void expect_unhandled(std::size_t n, const std::function<void()>& body) {
    expect_lost(
        false, typeid(M), [](const AnyPayload& m) { return m.holds<M>(); }, n, body);
  }

  /// An actor fails with an `E`, or what derives from it, because of `body`. The first such
  /// failure.
  template <class E>
  RecordingObserver::Failure expect_failure(const std::function<void()>& body) {
    const auto is_it = [](const std::exception_ptr& cause) {
      try {
        std::rethrow_exception(cause);
      } catch (const E&) {
        return true;
      } catch (...) {
        return false;
      }
    };
    return expect_failure_like(typeid(E), is_it, body);
  }

  /// Ends the system, with everything in it, before the kit ends.
  void shut_down();

 private:
  [[nodiscard]] ActorRef spawn_on_caller(const Props& props, std::string_view name);
  void expect_lost(bool is_dead_letter, const std::type_info& type,
                   bool (*is_it)(const AnyPayload&), std::size_t n,
                   const std::function<void()>& body);
  RecordingObserver::Failure expect_failure_like(const std::type_info& type,
                                                 bool (*is_it)(const std::exception_ptr&),
                                                 const std::function<void()>& body);

  std::shared_ptr<StepExecutor> executor_;  ///< these two are null in real time
  std::shared_ptr<VirtualClock> clock_;
  std::shared_ptr<RecordingObserver> observer_;
  std::shared_ptr<detail::Bench> bench_;
  std::unique_ptr<ActorSystem> system_;
  std::unique_ptr<Probe> test_actor_;
};

}  // namespace kebne
