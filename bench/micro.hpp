#pragma once

// Frame of the micro-benchmarks: a batch of `ops` equal operations, repeated.
//
// The batch runs unreported 6 times, then `reps` reported times. ns/op = elapsed / ops; the variant
// with "-alloc" is what operator new was asked for meanwhile, by the whole process, and what the
// library's pools have grown by, / ops.
#include "bench/pool_bytes.hpp"
#include "bench/subjects.hpp"

#include <fmt/core.h>

#include <string>
#include <string_view>

namespace kebne::bench {

/// What the operations of a batch are called.
struct Counted {
  std::string_view many = "ops";
  std::string_view one = "op";
};

/// `prepare` runs before each batch, outside of the clock.
template <class Prepare, class Batch>
void micro(const Options& options, const Report& report, std::string_view benchmark,
           const std::string& variant, Prepare prepare, Batch batch, Counted counted = {}) {
  constexpr int warm_ups = 6;
  const auto ops = static_cast<double>(options.ops);
  const auto parameter = fmt::format("{}={}", counted.many, options.ops);
  for (std::int64_t run = -warm_ups; run < options.reps; ++run) {
    prepare();
    const TakenMemory taken;
    const Stopwatch clock;
    batch();
    const double ns = clock.seconds() * 1e9;
    const auto bytes = static_cast<double>(taken.bytes());
    if (run < 0) continue;
    report.line(benchmark, variant, parameter, ns / ops, fmt::format("ns/{}", counted.one));
    report.line(benchmark, variant + "-alloc", parameter, bytes / ops,
                fmt::format("bytes/{}", counted.one));
  }
}

}  // namespace kebne::bench
