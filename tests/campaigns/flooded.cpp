// campaign_flooded [MESSAGES]: an actor with 10,000,000 queued messages beside one that gets a
// message every millisecond from an outside thread. How long do those take, while the flooded actor
// works its mail off, and when it is done? Fails when a message is lost.
#include "kebne/actor.hpp"
#include "kebne/base/detail/platform.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <latch>
#include <thread>
#include <vector>

namespace {

using kebne::ActorRef;
using kebne::detail::monotonic_ns;

constexpr double wanted_ms = 5;

struct Drop {};
struct Drip {
  std::uint64_t sent;
};

/// Waits with its first message until it is let go.
class Flooded final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Flooded>& on) { on.handle<&Flooded::drop>(); }
  Flooded(std::latch* go, std::atomic<std::int64_t>* left) : go_{go}, left_{left} {}

 private:
  void drop(const Drop&) {
    if (is_first_) go_->wait();
    is_first_ = false;
    left_->fetch_sub(1);
  }
  std::latch* go_;
  std::atomic<std::int64_t>* left_;
  bool is_first_ = true;
};

class Trickle final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Trickle>& on) { on.handle<&Trickle::drip>(); }
  Trickle(std::vector<std::uint64_t>* took, std::atomic<std::size_t>* seen)
      : took_{took}, seen_{seen} {}

 private:
  void drip(const Drip& drip) {
    took_->push_back(monotonic_ns() - drip.sent);
    seen_->fetch_add(1);
  }
  std::vector<std::uint64_t>* took_;
  std::atomic<std::size_t>* seen_;
};

/// Prints what the messages from `first` to `last` took.
void print(const char* when, std::vector<std::uint64_t> took) {
  if (took.empty()) return;
  std::sort(took.begin(), took.end());
  const auto ms = [&](std::size_t percent) {
    return static_cast<double>(took[(took.size() - 1) * percent / 100]) / 1e6;
  };
  fmt::print("{}: {} messages, p50 {:.3f} ms, p99 {:.3f} ms (wanted: below {}), max {:.3f} ms\n",
             when, took.size(), ms(50), ms(99), wanted_ms, ms(100));
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t messages = argc > 1 ? std::atoll(argv[1]) : 10'000'000;
  if (messages < 1) {
    fmt::print(stderr, "usage: campaign_flooded [MESSAGES], 1 or more\n");
    return 2;
  }
  constexpr std::size_t drips_afterwards = 1'000;
  std::latch go{1};
  std::atomic<std::int64_t> left{messages};
  std::vector<std::uint64_t> took;
  took.reserve(1'000'000);
  std::atomic<std::size_t> seen{0};
  kebne::ActorSystem system{"flooded"};
  const ActorRef flooded = system.spawn<Flooded>("flooded", &go, &left);
  const ActorRef trickle = system.spawn<Trickle>("trickle", &took, &seen);
  for (std::int64_t i = 0; i < messages; ++i) flooded.tell(Drop{});

  go.count_down();
  std::size_t sent = 0;
  std::size_t beside = 0;
  for (auto next = std::chrono::steady_clock::now(); sent < beside + drips_afterwards; ++sent) {
    trickle.tell(Drip{monotonic_ns()});
    if (left.load() != 0) beside = sent + 1;
    next += std::chrono::milliseconds{1};
    std::this_thread::sleep_until(next);
  }
  system.ask<kebne::Identify>(trickle).get();  // answered behind all that was told
  system.terminate().get();

  const auto middle = took.begin() + static_cast<std::ptrdiff_t>(std::min(beside, took.size()));
  print("beside a flooded actor", {took.begin(), middle});
  print("afterwards", {middle, took.end()});
  if (seen.load() == sent && left.load() == 0) return 0;
  fmt::print(stderr, "campaign_flooded: {} of {} messages came, {} of the flood did not\n",
             seen.load(), sent, left.load());
  return 1;
}
