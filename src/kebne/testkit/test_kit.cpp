#include "kebne/testkit/test_kit.hpp"

#include <algorithm>
#include <utility>

namespace kebne {

TestKit::TestKit(Options options)
    : executor_{std::make_shared<StepExecutor>(options.seed)},
      clock_{std::make_shared<VirtualClock>()},
      observer_{std::make_shared<RecordingObserver>()},
      system_{std::make_unique<ActorSystem>(
          options.name, SystemOptions{.throughput = options.throughput,
                                      .observer = observer_,
                                      .clock = clock_,
                                      .random = std::make_shared<SeededRandom>(options.seed),
                                      .executor = executor_,
                                      .logging = std::move(options.logging)})} {}

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
