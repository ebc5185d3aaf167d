// campaign_loops [LOOPS]: systems made, used and ended one after the other; resident memory,
// threads and descriptors before and after. Fails when memory grows by more than 1 MiB, or anything
// is left.
#include "kebne/actor.hpp"
#include "tests/support/process.hpp"
#include "tests/support/stress.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>

namespace {

using kebne::test::CountingObserver;

struct Question {
  using Reply = int;
};
struct Answers final : kebne::Actor {
  static void behavior(kebne::On<Answers>& on) { on.handle<&Answers::answer>(); }
  int answer(const Question&) { return 42; }
};

struct Footprint {
  std::int64_t resident_kib = 0;
  std::size_t threads = 0;
  std::size_t descriptors = 0;
};

Footprint footprint() {
  Footprint now;
  std::ifstream status{"/proc/self/status"};
  for (std::string line; std::getline(status, line);) {
    if (line.compare(0, 6, "VmRSS:") == 0) now.resident_kib = std::stoll(line.substr(6));
  }
  now.threads = kebne::test::threads();
  now.descriptors = kebne::test::open_descriptors();
  return now;
}

void print(const char* when, const Footprint& f) {
  fmt::print("{:<18} {:>8} KiB resident, {} threads, {} descriptors\n", when, f.resident_kib,
             f.threads, f.descriptors);
}

void use_systems(int loops) {
  for (int i = 0; i < loops; ++i) {
    // What is unread at the end becomes a dead letter; nobody wants to read of those.
    kebne::ActorSystem system{"loop", {.observer = std::make_shared<CountingObserver>()}};
    const kebne::ActorRef a = system.spawn<Answers>("a");
    if (system.ask<Question>(a).get() != 42) std::abort();
    for (int k = 0; k < 10; ++k) system.spawn<Answers>("").tell(kebne::Identify{});
    if (i % 2 == 0) system.terminate().get();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int loops = argc > 1 ? std::atoi(argv[1]) : 10'000;
  if (loops < 1) {
    fmt::print(stderr, "usage: campaign_loops [LOOPS], 1 or more\n");
    return 2;
  }
  use_systems(100);
  const Footprint before = footprint();
  print("after 100", before);
  use_systems(loops);
  const Footprint after = footprint();
  print(fmt::format("after {} more", loops).c_str(), after);

  constexpr std::int64_t tolerated_kib = 1'024;
  if (after.resident_kib - before.resident_kib <= tolerated_kib &&
      after.threads == before.threads && after.descriptors == before.descriptors) {
    return 0;
  }
  fmt::print(stderr,
             "campaign_loops: something is left behind; wanted no more threads or "
             "descriptors, and at most {} KiB\n",
             tolerated_kib);
  return 1;
}
