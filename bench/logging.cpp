// Log calls. One thread, `ops` calls per batch:
//
// "disabled", "disabled-2params": debug("foo"), debug("foo {} and {}", i, i - 1) at level INFO.
// "null-sink", "null-sink-1param", "null-sink-2params": info("foo"), info("foo {}", i), info("foo
// {} and {}", i, i - 1): the record (level, source, time, thread, format with its arguments, not
// formatted) is made and dropped.
// "bus-...": the same three on an event stream whose only subscriber of Info records is called in
// place and counts. Nothing is written anywhere.
#include "bench/micro.hpp"
#include "kebne/actor.hpp"

#include <stdexcept>

namespace kebne::bench {
namespace {

struct Counting : detail::InPlaceSubscriber {
  std::int64_t seen = 0;
  Counting() {
    call = [](InPlaceSubscriber& self, std::uint32_t, const void*) noexcept {
      ++static_cast<Counting&>(self).seen;
    };
  }
};

struct Dropping : detail::InPlaceSubscriber {
  Dropping() {
    call = [](InPlaceSubscriber&, std::uint32_t, const void*) noexcept {};
  }
};

/// A log of its own, named "bench", whose records go to one subscriber.
struct Bench {
  explicit Bench(detail::InPlaceSubscriber& subscriber)
      : bus{{LogLevel::Info}, &stream, &clock, &address}, log{bus, origin()} {
    stream.subscribe_in_place(subscriber, detail::channel_id<LogInfo>());
  }
  static detail::LogOrigin* origin() {
    auto* made = new detail::LogOrigin;
    made->name = "bench";
    return made;
  }

  const SystemClock clock;
  const std::string address = "akka://bench";
  EventStream stream;
  detail::LogBus bus;
  Log log;
};

}  // namespace

void logging(const Options& options, const Report& report) {
  const auto row = [&](const std::string& variant, auto call) {
    micro(
        options, report, "logging", variant, [] {},
        [&] {
          for (std::int64_t i = 0; i < options.ops; ++i) call(i);
        });
  };
  Dropping dropping;
  Counting counting;
  const Bench null_sink{dropping};
  const Bench bus{counting};
  row("disabled", [log = &bus.log](std::int64_t) { log->debug("foo"); });
  row("disabled-2params",
      [log = &bus.log](std::int64_t i) { log->debug("foo {} and {}", i, i - 1); });
  for (const auto& [name, to] : {std::pair{"null-sink", &null_sink}, std::pair{"bus", &bus}}) {
    const Log* const log = &to->log;
    row(name, [log](std::int64_t) { log->info("foo"); });
    row(std::string{name} + "-1param", [log](std::int64_t i) { log->info("foo {}", i); });
    row(std::string{name} + "-2params",
        [log](std::int64_t i) { log->info("foo {} and {}", i, i - 1); });
  }
  if (counting.seen == 0) throw std::runtime_error{"logging: no record came"};
}

}  // namespace kebne::bench
