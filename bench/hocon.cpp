// Configuration text: parsing, layering, reading.
//
// "parse": parse a text of 20 lines, `ops` times.
// "fallback": Top over Middle over Base, all parsed before: two with_fallback, nothing read, `ops`
// times. "fallback-get": the same, then one integer of Base read through it.
// "get-string", "get-int", "get-double", "get-bool", "get-timespan", "get-list": one value read
// from Top by its full path, `reads` times; the list becomes a new list of strings.
// "get-string-3rd": one of Base, through a chain made before. Each batch runs six times unreported.
// "-alloc" is what operator new was asked for in one more batch, outside the clock.
#include "bench/process.hpp"
#include "bench/subjects.hpp"
#include "kebne/config/config.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace kebne::bench {
namespace {

constexpr std::string_view sample = R"(bench {
  loglevel = INFO
  actor {
    provider = remote
    deployment {
      /gateway/worker {
        remote = "akka.tcp://Target@localhost:9090"
      }
    }
  }
  remote {
    tcp {
      port = 9090
      hostname = localhost
    }
  }
  store {
    journal.plugin = bench.store.journal.memory
  }
}
)";

constexpr std::string_view top_text = R"(bench.actor.provider = remote
bench.actor.ask-timeout = 45s
bench.pool.growth = 0.25
bench.remote.tcp.port = 9191
bench.store {
  journal.plugin = bench.store.journal.files
  journal.files.create-folder = on
}
bench.seeds = [
  "akka.tcp://Target@localhost:9001",
  "akka.tcp://Target@localhost:9002",
  "akka.tcp://Target@localhost:9003"
]
)";

constexpr std::string_view middle_text = R"(bench.actor.provider = cluster
bench.remote.tcp {
  hostname = "127.0.0.1"
  port = 0
}
bench.cluster {
  roles = [front, back]
  min-members = 3
}
)";

constexpr std::string_view base_text = R"(bench {
  loglevel = WARNING
  actor {
    provider = local
    ask-timeout = 10s
    guardian = "default"
  }
  pool {
    size = 8
    growth = 0.5
    keep-alive = 30s
    queue {
      capacity = 4096
      fair = off
    }
  }
  remote.tcp {
    hostname = ""
    port = 2552
    send-buffer = 256000b
    receive-buffer = 256000b
    no-delay = on
  }
  cluster {
    roles = []
    min-members = 1
    heartbeat = 1s
    failure {
      threshold = 8.0
      pause = 3s
    }
  }
  store {
    journal {
      plugin = ""
      memory.class = "InMemory"
      files.folder = "journal"
      files.create-folder = off
    }
    snapshot.plugin = ""
  }
}
)";

/// Results end here, so that nothing measured can be left out.
struct Results {
  std::int64_t sum = 0;
  Config config;
  std::string text;
};

class Rows {
 public:
  Rows(const Options& options, const Report& report) : options_{options}, report_{report} {}

  void row(std::string_view variant, std::int64_t ops,
           const std::function<void(Results&)>& operation) {
    const auto parameter = fmt::format("ops={}", ops);
    const auto batch = [&] {
      for (std::int64_t i = 0; i < ops; ++i) operation(results_);
    };
    for (int i = 0; i < 6; ++i) batch();
    for (std::int64_t rep = 0; rep < options_.reps; ++rep) {
      const Stopwatch clock;
      batch();
      const double seconds = clock.seconds();
      report_.line("hocon", variant, parameter, seconds * 1e9 / static_cast<double>(ops), "ns/op");
      const AllocationCounter counter;
      batch();
      report_.line("hocon", fmt::format("{}-alloc", variant), parameter,
                   static_cast<double>(counter.so_far().bytes) / static_cast<double>(ops),
                   "bytes/op");
    }
  }

 private:
  const Options& options_;
  const Report& report_;
  Results results_;
};

}  // namespace

void hocon(const Options& options, const Report& report) {
  Progress progress;
  progress.show("hocon");
  const Config top = Config::text(top_text);
  const Config middle = Config::text(middle_text);
  const Config base = Config::text(base_text);
  const Config chain = top.with_fallback(middle).with_fallback(base);
  const std::int64_t n = options.parses;
  const std::int64_t reads = options.reads;
  Rows rows{options, report};

  rows.row("parse", n, [](Results& r) { r.config = Config::text(sample); });
  rows.row("fallback", n,
           [&](Results& r) { r.config = top.with_fallback(middle).with_fallback(base); });
  rows.row("fallback-get", n, [&](Results& r) {
    r.sum += top.with_fallback(middle).with_fallback(base).get_int32("bench.pool.size");
  });
  rows.row("get-string", reads,
           [&](Results& r) { r.text = top.get_string("bench.actor.provider"); });
  rows.row("get-int", reads, [&](Results& r) { r.sum += top.get_int32("bench.remote.tcp.port"); });
  rows.row("get-double", reads,
           [&](Results& r) { r.sum += top.get_double("bench.pool.growth") > 0 ? 1 : 0; });
  rows.row("get-bool", reads, [&](Results& r) {
    r.sum += top.get_bool("bench.store.journal.files.create-folder") ? 1 : 0;
  });
  rows.row("get-timespan", reads,
           [&](Results& r) { r.sum += top.get_duration("bench.actor.ask-timeout").count(); });
  rows.row("get-list", reads, [&](Results& r) {
    r.sum += static_cast<std::int64_t>(top.get_string_list("bench.seeds").size());
  });
  rows.row("get-string-3rd", reads,
           [&](Results& r) { r.text = chain.get_string("bench.actor.guardian"); });
}

}  // namespace kebne::bench
