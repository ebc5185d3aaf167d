#pragma once

#include "bench/options.hpp"
#include "bench/report.hpp"

#include <chrono>

namespace kebne::bench {

void pingpong(const Options& options);
void executors(const Options& options);
void dispatch(const Options& options);
void mailbox(const Options& options, const Report& report);
void pair(const Options& options, const Report& report);
void spawning(const Options& options, const Report& report);
void idle(const Options& options, const Report& report);
void start(const Options& options, const Report& report);
void hocon(const Options& options, const Report& report);
void eventstream(const Options& options, const Report& report);
void scheduler(const Options& options, const Report& report);
void timers(const Options& options, const Report& report);
void logging(const Options& options, const Report& report);
void watch(const Options& options, const Report& report);

/// Time since its construction.
class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  }
  [[nodiscard]] double ms() const { return seconds() * 1e3; }

 private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace kebne::bench
