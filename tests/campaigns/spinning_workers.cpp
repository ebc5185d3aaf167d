// campaign_spinning_workers [SECONDS]: every worker of the default dispatcher spins in a handler;
// how late does a timer of 100 ms reach an actor on a thread of its own? Prints the lateness, and
// how long the two threads on its way were ready and had no processor. Fails when a tick is missing
// or half a second late.
#include "kebne/actor.hpp"
#include "kebne/base/detail/platform.hpp"
#include "kebne/config/config.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace kebne;
using namespace std::chrono_literals;

namespace {

constexpr auto interval = 100ms;
constexpr std::uint64_t interval_ns = 100'000'000;
constexpr std::uint64_t limit_ns = 500'000'000;

struct Spin {};
struct Tick {};

class Spinner final : public Actor {
 public:
  static void behavior(On<Spinner>& on) { on.handle<&Spinner::spin>(); }
  Spinner(const std::atomic<bool>* ends, std::atomic<int>* spinning)
      : ends_{ends}, spinning_{spinning} {}

 private:
  void spin(const Spin&) {
    spinning_->fetch_add(1);
    spinning_->notify_all();
    while (!ends_->load(std::memory_order_relaxed)) {
    }
  }
  const std::atomic<bool>* ends_;
  std::atomic<int>* spinning_;
};

/// Notes how late it is told.
class Watchman final : public Actor {
 public:
  static void behavior(On<Watchman>& on) { on.handle<&Watchman::tick>(); }
  Watchman(std::vector<std::uint64_t>* late, std::size_t wanted, std::atomic<bool>* ends)
      : late_{late}, wanted_{wanted}, ends_{ends} {}
  void pre_start() override {
    detail::name_thread("watchman");
    due_ = detail::monotonic_ns();
    system().scheduler().schedule_tell_repeatedly(interval, interval, self(), Tick{});
  }

 private:
  void tick(const Tick&) {
    due_ += interval_ns;
    if (late_->size() == wanted_) return;
    late_->push_back(detail::monotonic_ns() - std::min(due_, detail::monotonic_ns()));
    if (late_->size() < wanted_) return;
    ends_->store(true);
    ends_->notify_all();
  }
  std::vector<std::uint64_t>* late_;
  std::size_t wanted_;
  std::atomic<bool>* ends_;
  std::uint64_t due_ = 0;
};

/// Prints how often the threads of this name were ready, and how long they waited for a processor.
void print_waits(const std::string& name) {
  for (const auto& task : std::filesystem::directory_iterator{"/proc/self/task"}) {
    std::string found;
    std::ifstream{task.path() / "comm"} >> found;
    if (found != name) continue;
    std::uint64_t ran = 0;
    std::uint64_t waited = 0;
    std::uint64_t times = 0;
    std::ifstream{task.path() / "schedstat"} >> ran >> waited >> times;
    fmt::print("{}: ran {} times, waited {:.1f} ms in all\n", name, times,
               static_cast<double>(waited) / 1e6);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int seconds = argc > 1 ? std::atoi(argv[1]) : 20;
  if (seconds < 1) {
    fmt::print(stderr, "usage: campaign_spinning_workers [SECONDS], 1 or more\n");
    return 2;
  }
  std::atomic<bool> ends{false};
  std::atomic<int> spinning{0};
  std::vector<std::uint64_t> late;
  const auto workers = static_cast<int>(detail::processor_count());
  ActorSystem system{"spinning", Config::text("own-thread { type = PinnedDispatcher }")};
  const Props watchman = props<Watchman>(&late, static_cast<std::size_t>(seconds) * 10, &ends);
  for (int i = 0; i < workers; ++i) system.spawn<Spinner>("", &ends, &spinning).tell(Spin{});
  for (int n = spinning.load(); n < workers; n = spinning.load()) spinning.wait(n);
  system.spawn(watchman.with_dispatcher("own-thread"));
  ends.wait(false);

  std::sort(late.begin(), late.end());
  const auto ms = [&](double part) {
    const auto at = static_cast<std::size_t>(part * static_cast<double>(late.size() - 1));
    return static_cast<double>(late[at]) / 1e6;
  };
  fmt::print(
      "{} spinning workers, {} ticks late by (ms): median {:.3f}, p99 {:.3f}, worst {:.3f}\n",
      workers, late.size(), ms(0.5), ms(0.99), ms(1));
  print_waits("kebne-timer");
  print_waits("watchman");
  if (late.back() < limit_ns) return 0;
  fmt::print(stderr, "campaign_spinning_workers: wanted less than {} ms\n", limit_ns / 1'000'000);
  return 1;
}
