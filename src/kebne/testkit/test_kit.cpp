#include "kebne/testkit/test_kit.hpp"

#include "kebne/testkit/calling_thread_executor.hpp"

#include <algorithm>
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

}  // namespace

TestKit::TestKit(Options options)
    : executor_{std::make_shared<StepExecutor>(options.seed)},
      clock_{std::make_shared<VirtualClock>()},
      observer_{std::make_shared<RecordingObserver>()} {
  SystemOptions system = without_seams(options);
  system.observer = observer_;
  system.clock = clock_;
  system.random = std::make_shared<SeededRandom>(options.seed);
  system.executor = executor_;
  system_ = std::make_unique<ActorSystem>(options.name, std::move(system));
}

Probe& TestKit::test_actor() {
  if (test_actor_ == nullptr) test_actor_ = std::make_unique<Probe>(*system_, *executor_, "test");
  return *test_actor_;
}

void TestKit::advance(std::chrono::nanoseconds by) {
  run_until_idle();
  const auto now = clock_->now();
  const auto end = now + std::clamp(by, std::chrono::nanoseconds{0}, by.max() - now);
  while (const auto next = clock_->next_deadline()) {
    if (*next > end) break;
    clock_->advance(*next - clock_->now());
    run_until_idle();
  }
  clock_->advance(end - clock_->now());
}

void TestKit::shut_down() {
  test_actor_.reset();
  system_.reset();
}

}  // namespace kebne
