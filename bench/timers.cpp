// An actor's own timers.
//
// All inside one handler of one actor, with a delay of one hour and a message without content; a
// new system for each repetition, and one unreported repetition first.
// "start-cancel": `ops` (1,000,000) times: start a timer under the key "k", cancel it.
// "restart": `ops` times: start a timer under the key "k", which replaces the one that runs; the
// last is cancelled after the clock.
// "keys": start `ops` / 10 timers under the keys "0", "1", "2", ..., then cancel each by its key.
#include "bench/quiet.hpp"
#include "bench/subjects.hpp"
#include "kebne/actor.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <latch>
#include <string_view>

namespace kebne::bench {
namespace {

using namespace std::chrono_literals;

enum class Form { StartCancel, Restart, Keys };

struct Due {};
struct Begin {
  Form form;
  std::int64_t times;
  double* seconds;
  std::latch* done;
};

/// A number as a key.
class Key {
 public:
  explicit Key(std::int64_t n) noexcept
      : end_{std::to_chars(text_.data(), text_.data() + text_.size(), n).ptr} {}
  [[nodiscard]] std::string_view view() const noexcept { return {text_.data(), end_}; }

 private:
  std::array<char, 20> text_;
  const char* end_;
};

class Owner final : public Actor {
 public:
  static void behavior(On<Owner>& on) { on.handle<&Owner::begin>().handle<&Owner::due>(); }

 private:
  void begin(const Begin& m) {
    const Stopwatch clock;
    run(m.form, m.times);
    *m.seconds = clock.seconds();
    timers().cancel_all();
    m.done->count_down();
  }
  void due(const Due&) {}

  void run(Form form, std::int64_t times) {
    const Timers mine = timers();
    for (std::int64_t i = 0; i < times; ++i) {
      if (form == Form::Keys) {
        mine.once(Key{i}.view(), 1h, Due{});
        continue;
      }
      mine.once("k", 1h, Due{});
      if (form == Form::StartCancel) mine.cancel("k");
    }
    if (form != Form::Keys) return;
    for (std::int64_t i = 0; i < times; ++i) mine.cancel(Key{i}.view());
  }
};

double seconds_of(const Options& options, Form form, std::int64_t times) {
  ActorSystem system{"timers", {.workers = options.workers, .logging = quiet}};
  const ActorRef owner = system.spawn<Owner>("owner");
  system.ask<Identify>(owner).get();
  double seconds = 0;
  std::latch done{1};
  owner.tell(Begin{form, times, &seconds, &done});
  done.wait();
  return seconds;
}

struct Variant {
  Form form;
  std::string_view name;
  std::string_view unit;
};

}  // namespace

void timers(const Options& options, const Report& report) {
  for (const Variant& variant :
       {Variant{Form::StartCancel, "start-cancel", "pairs/s"},
        Variant{Form::Restart, "restart", "timers/s"}, Variant{Form::Keys, "keys", "pairs/s"}}) {
    const std::int64_t times =
        variant.form == Form::Keys ? std::max<std::int64_t>(1, options.ops / 10) : options.ops;
    for (std::int64_t run = -1; run < options.reps; ++run) {
      const double seconds = seconds_of(options, variant.form, times);
      if (run < 0) continue;
      report.line("timers", variant.name, fmt::format("ops={}", times),
                  static_cast<double>(times) / seconds, variant.unit);
    }
  }
}

}  // namespace kebne::bench
