#include "kebne/testkit/test_kit.hpp"

#include "kebne/base/detail/type_name.hpp"
#include "kebne/config/config.hpp"
#include "kebne/testkit/calling_thread_executor.hpp"
#include "kebne/testkit/event_filter.hpp"
#include "kebne/testkit/internal/bench.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace kebne {
namespace {

SystemOptions without_seams(TestKit::Options& options) {
  SystemOptions system;
  if (options.config != nullptr) {
    system = SystemOptions::from(*options.config);
  } else {
    system.throughput = options.throughput;
  }
  system.logging = std::move(options.logging);
  system.mailbox_types = std::move(options.mailbox_types);
  system.executor_types = std::move(options.executor_types);
  system.executor_types.push_back(calling_thread_dispatcher());
  return system;
}

std::shared_ptr<detail::Bench> make_bench(const TestKit::Options& options, StepExecutor* executor,
                                          VirtualClock* clock) {
  const TestSettings settings =
      options.config != nullptr ? TestSettings::read(*options.config) : TestSettings{};
  if (executor == nullptr) return std::make_shared<detail::RealBench>(settings);
  return std::make_shared<detail::VirtualBench>(settings, *executor, clock, options.step_limit);
}

[[noreturn]] void fail_in_real_time(const char* what) {
  throw std::logic_error{
      fmt::format("TestKit::{}: wanted virtual time, this kit has real time", what)};
}

}  // namespace

TestKit::TestKit(Options options)
    : executor_{options.real_time ? nullptr : std::make_shared<StepExecutor>(options.seed)},
      clock_{options.real_time ? nullptr : std::make_shared<VirtualClock>()},
      observer_{std::make_shared<RecordingObserver>()},
      bench_{make_bench(options, executor_.get(), clock_.get())} {
  SystemOptions system = without_seams(options);
  system.observer = observer_;
  system.logs_beside_observer = true;  // for event filters
  if (options.real_time) {
    system.workers = options.workers;
  } else {
    system.clock = clock_;
    system.random = std::make_shared<SeededRandom>(options.seed);
    system.executor = executor_;
  }
  system_ = std::make_unique<ActorSystem>(options.name, std::move(system));
  system_->event_stream().subscribe_in_place(bench_->log, detail::channel_id<LogEvent>());
}

TestKit::~TestKit() {
  shut_down();
  observer_->clear();  // exceptions may refer to actors, which keep their system, which keeps this
}

StepExecutor& TestKit::executor() {
  if (is_real_time()) fail_in_real_time("executor");
  return *executor_;
}

VirtualClock& TestKit::clock() {
  if (is_real_time()) fail_in_real_time("clock");
  return *clock_;
}

const TestSettings& TestKit::settings() const noexcept { return bench_->settings; }

void TestKit::run_until_idle() {
  if (is_real_time()) fail_in_real_time("run_until_idle");
  bench_->settle();
}

Probe& TestKit::test_actor() {
  if (test_actor_ == nullptr) test_actor_ = std::make_unique<Probe>(*system_, bench_, "test");
  return *test_actor_;
}

void TestKit::advance_to(std::chrono::nanoseconds time) {
  if (is_real_time()) fail_in_real_time("advance_to");
  advance(time - std::min(time, clock_->now()));
}

void TestKit::advance(std::chrono::nanoseconds by) {
  if (is_real_time()) fail_in_real_time("advance");
  const auto until = bench_->deadline(std::max(by, std::chrono::nanoseconds{0}));
  while (bench_->step(until)) {
  }
}

ActorRef TestKit::spawn_on_caller(const Props& props, std::string_view name) {
  ActorRef actor =
      system_->spawn(props.with_dispatcher("akka.test.calling-thread-dispatcher"), name);
  static_cast<void>(detail::underlying_actor(actor));
  return actor;
}

EventFilter TestKit::event_filter() { return EventFilter{*system_, bench_}; }

void TestKit::expect_lost(bool is_dead_letter, const std::type_info& type,
                          bool (*is_it)(const AnyPayload&), std::size_t n,
                          const std::function<void()>& body) {
  event_filter().lost(is_dead_letter, &type, is_it).expect(n, body);
}

RecordingObserver::Failure TestKit::expect_failure_like(const std::type_info& type,
                                                        bool (*is_it)(const std::exception_ptr&),
                                                        const std::function<void()>& body) {
  const std::size_t before = observer_->failures().size();
  body();
  const auto until = bench_->deadline(dilated(settings().expect));
  std::string others;
  std::size_t seen = before;
  for (bool goes_on = true;; goes_on = bench_->step(until)) {
    if (observer_->failure_count() > seen) {
      const auto failures = observer_->failures();
      for (; seen < failures.size(); ++seen) {
        const RecordingObserver::Failure& failure = failures[seen];
        if (is_it(failure.cause)) return failure;
        others +=
            fmt::format("\n  not: {} of {}", describe_exception(failure.cause), failure.actor);
      }
    }
    if (!goes_on) break;
  }
  throw ExpectationFailed{fmt::format("wanted an actor to fail with {}, none did{}",
                                      detail::demangle(type.name()), others)};
}

void TestKit::shut_down() {
  test_actor_.reset();
  bench_->log.forget_records();
  system_.reset();
  bench_->log.end();
}

}  // namespace kebne
