#pragma once

#include "kebne/actor.hpp"
#include "kebne/testkit/probe.hpp"
#include "kebne/testkit/recording_observer.hpp"
#include "kebne/testkit/step_executor.hpp"
#include "kebne/testkit/virtual_clock.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kebne {

/// An actor system for a test: it runs step by step in the test's own thread, on a virtual clock,
/// and everything that it reports is kept. The same test takes the same course each time.
class TestKit {
 public:
  struct Options {
    std::string name = "test";
    std::uint32_t throughput = 30;
    std::uint64_t seed = 0;  ///< 0: actors run in the order in which they became ready
    LoggingOptions logging = {.loggers = {}, .dead_letters = 0};  ///< silent
    /// Says all that `SystemOptions::from` reads, except for the logging. Null: nothing.
    std::shared_ptr<const Config> config = nullptr;
    std::vector<MailboxType> mailbox_types = {};
    std::vector<ExecutorType> executor_types = {};
  };

  TestKit() : TestKit{Options{}} {}
  explicit TestKit(std::string system_name) : TestKit{Options{.name = std::move(system_name)}} {}
  explicit TestKit(Options options);

  [[nodiscard]] ActorSystem& system() noexcept { return *system_; }
  [[nodiscard]] StepExecutor& executor() noexcept { return *executor_; }
  [[nodiscard]] VirtualClock& clock() noexcept { return *clock_; }
  [[nodiscard]] RecordingObserver& observer() noexcept { return *observer_; }

  template <class A, class... Args>
  ActorRef spawn(std::string_view name, Args&&... args) {
    return system_->spawn<A>(name, std::forward<Args>(args)...);
  }

  /// Lets the system run until nothing is left to do.
  void run_until_idle() { executor_->run_until_idle(); }

  /// Time passes, from one deadline to the next: what is scheduled happens in order, and the system
  /// runs until it is idle before time goes on.
  void advance(std::chrono::nanoseconds by);

  [[nodiscard]] Probe probe(std::string_view name = {}) {
    return Probe{*system_, *executor_, name};
  }

  /// The kit's own probe, made at first use: `tell` sends in its name, `expect` reads its mail.
  [[nodiscard]] Probe& test_actor();

  template <class M>
  void tell(const ActorRef& target, M&& message) {
    test_actor().send(target, std::forward<M>(message));
  }
  template <class M>
  M expect() {
    return test_actor().expect<M>();
  }
  void expect_none() { test_actor().expect_none(); }

  /// Ends the system, with everything in it, before the kit ends.
  void shut_down();

 private:
  std::shared_ptr<StepExecutor> executor_;
  std::shared_ptr<VirtualClock> clock_;
  std::shared_ptr<RecordingObserver> observer_;
  std::unique_ptr<ActorSystem> system_;
  std::unique_ptr<Probe> test_actor_;
};

}  // namespace kebne
