// The ring of log records and the thread behind it, with many producers.
#include "kebne/actor/internal/logging/record_ring.hpp"

#include "kebne/actor.hpp"
#include "kebne/actor/logging/log_sink.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <latch>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace kebne {
namespace {

constexpr int producers = 3;
constexpr std::uint64_t each = 4000;

class Counting final : public LogSink {
 public:
  void write(const LogRecord& record) override {
    const std::string text = record.message();
    if (text.ends_with("did not keep up")) {
      reported += std::stoull(text);
    } else {
      ++written;
    }
  }
  // Read when the system is gone.
  std::uint64_t written = 0;
  std::uint64_t reported = 0;
};

TEST(RecordRingStress, LosesNothingThatItDoesNotCount) {
  for (const std::uint32_t ring_size : {2u, 64u, 1u << 16}) {
    const auto sink = std::make_shared<Counting>();
    std::uint64_t dropped = 0;
    {
      ActorSystem system{"s", {.workers = 1, .logging = {.sinks = {sink}, .ring_size = ring_size}}};
      std::vector<std::thread> threads;
      for (int t = 0; t < producers; ++t) {
        threads.emplace_back([log = system.log("src")] {
          for (std::uint64_t i = 0; i < each; ++i) log.info("{}", i);
        });
      }
      for (std::thread& t : threads) t.join();
      dropped = system.dropped_log_records();
    }
    EXPECT_EQ(sink->written + dropped, producers * each) << "ring of " << ring_size;
    EXPECT_EQ(sink->reported, dropped) << "ring of " << ring_size;
  }
}

TEST(RecordRingStress, KeepsTheFirstRecordsOfThreadsThatLogAtOnce) {
  constexpr int systems = 200;
  for (int i = 0; i < systems; ++i) {
    const auto sink = std::make_shared<Counting>();
    {
      ActorSystem system{"s", {.workers = 1, .logging = {.sinks = {sink}}}};
      std::latch together{producers};
      std::vector<std::thread> threads;
      for (int t = 0; t < producers; ++t) {
        threads.emplace_back([log = system.log("src"), &together] {
          together.arrive_and_wait();
          log.info("first");
        });
      }
      for (std::thread& t : threads) t.join();
    }
    ASSERT_EQ(sink->written, std::uint64_t{producers});
  }
}

}  // namespace
}  // namespace kebne
