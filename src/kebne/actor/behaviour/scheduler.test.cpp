#include "kebne/actor.hpp"
#include "kebne/actor/internal/scheduler/timer_service.hpp"
#include "kebne/testkit/test_kit.hpp"
#include "tests/support/cast.hpp"
#include "tests/support/table.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace kebne {
namespace {

using namespace std::chrono_literals;
using cast::is;
using test::Row;
using test::Scenarios;
using Lines = std::vector<std::string>;

const std::string m = "m";

/// Writes down what it gets, and from whom.
class Writer final : public Actor {
 public:
  static void behavior(On<Writer>& on) { on.handle<&Writer::text>(); }
  explicit Writer(Lines* lines) : lines_{lines} {}

 private:
  void text(const std::string& t) {
    lines_->push_back(
        fmt::format("{} from {}", t, sender() ? sender().path().name() : "deadLetters"));
  }
  Lines* lines_;
};

/// Is busy until its message has done what it does; writes down all others, and its own end.
class Busy final : public Actor {
 public:
  static void behavior(On<Busy>& on) { on.handle<&Busy::work>().handle<&Busy::text>(); }
  explicit Busy(Lines* lines) : lines_{lines} {}

 private:
  void work(const std::function<void()>& f) { f(); }
  void text(const std::string& t) { lines_->push_back(t); }
  void post_stop() override { lines_->push_back(fmt::format("{}.postStop", self().path().name())); }
  Lines* lines_;
};

class Deaf final : public Actor {};

/// Writes down in what class of message a lost one was.
class Coroner final : public Actor {
 public:
  static void behavior(On<Coroner>& on) { on.handle<&Coroner::dead>().handle<&Coroner::lost>(); }
  explicit Coroner(Lines* lines) : lines_{lines} {}

 private:
  static std::string type(const AnyPayload& message) {
    return message.get_if<std::string>() != nullptr ? "String" : message.type_name();
  }
  void dead(const DeadLetter& d) { lines_->push_back("dead message type=" + type(d.message)); }
  void lost(const UnhandledMessage& u) { lines_->push_back("unhandled type=" + type(u.message)); }
  Lines* lines_;
};

struct Stage : cast::Stage {
  const Scheduler& scheduler = kit.system().scheduler();

  ActorRef p() { return kit.spawn<Writer>("p", &lines); }
};

/// The rule that an exception states for the rows about ticks.
std::string fires_at_its_deadline(std::chrono::milliseconds delay) {
  auto clock = std::make_shared<VirtualClock>(123456789ns);
  auto executor = std::make_shared<StepExecutor>();
  ActorSystem system{"s",
                     {.clock = clock, .executor = executor, .scheduler = {.tick_duration = 200ms}}};
  for (int i = 0; i < 3; ++i) {
    const auto scheduled = clock->now();
    std::chrono::nanoseconds ran{-1};
    system.scheduler().schedule_once(delay, [&] { ran = clock->now() - scheduled; });
    if (delay > 0ms) clock->advance(delay - 1ns);
    executor->run_until_idle();
    if (delay > 0ms && ran >= 0ns) return "early";
    clock->advance(delay > 0ms ? 1ns : 0ns);
    executor->run_until_idle();
    if (ran != delay) return fmt::format("after {} ns", ran.count());
  }
  return std::string{test::rule_holds};
}

std::string wheel_size(const std::string& setting) {
  try {
    ActorSystem system{"s", Config::text("akka.scheduler." + setting)};
    system.scheduler().schedule_once(1h, [] {});
    return fmt::format("ok wheel size={}", system.scheduler().service().buckets());
  } catch (const ConfigError&) {
    return "throws bad-argument";  // ours also says which key
  }
}

void add_telling(
    Scenarios& rows,
    const std::function<void(const char*, const char*, std::function<void(Stage&)>)>& add) {
  rows.each("tick rounding, tick-duration 200ms", [](const Row& row) {
    return fires_at_its_deadline(std::chrono::milliseconds{std::stoi(row.input.substr(6))});
  });
  rows.each("setting", [](const Row& row) { return wheel_size(row.input); });
  add("tell once", "sender NoSender",
      [](Stage& s) { s.scheduler.schedule_tell_once(20ms, s.p(), m); });
  add("tell once with sender", "",
      [](Stage& s) { s.scheduler.schedule_tell_once(20ms, s.p(), m, s.kit.spawn<Deaf>("q")); });
  add("negative delay", "-1 ms", [](Stage& s) { s.scheduler.schedule_tell_once(-1ms, s.p(), m); });
  add("zero delay", "0 ms", [](Stage& s) { s.scheduler.schedule_tell_once(0ms, s.p(), m); });
  add("repeat interval 0", "",
      [](Stage& s) { s.scheduler.schedule_tell_repeatedly(0ms, 0ms, s.p(), m); });
  add("repeat negative initial", "",
      [](Stage& s) { s.scheduler.schedule_tell_repeatedly(-1ms, 10ms, s.p(), m); });
  add("order of same due time", "five messages with 50ms each", [](Stage& s) {
    const ActorRef t = s.kit.spawn<Busy>("t", &s.lines);
    for (int i = 0; i < 5; ++i) s.scheduler.schedule_tell_once(50ms, t, std::to_string(i));
  });
  add("scheduled envelope type", "what type reaches a custom IActorRef receiver", [](Stage& s) {
    Probe reader = s.kit.probe();
    s.scheduler.schedule_tell_once(10ms, reader.ref(), m);
    s.kit.advance(10ms);
    s.say(reader.expect<std::string>());
  });
  add("scheduled envelope and dead letter", "dead letter message type", [](Stage& s) {
    s.kit.system().event_stream().subscribe<DeadLetter>(s.kit.spawn<Coroner>("", &s.lines));
    const ActorRef t = s.kit.spawn<Deaf>("t");
    s.kit.system().stop(t);
    s.scheduler.schedule_tell_once(10ms, t, m);
  });
  add("scheduled envelope and event stream unhandled", "unhandled message type", [](Stage& s) {
    s.kit.system().event_stream().subscribe<UnhandledMessage>(s.kit.spawn<Coroner>("", &s.lines));
    s.scheduler.schedule_tell_once(10ms, s.kit.spawn<Deaf>("t"), m);
  });
  add("scheduled PoisonPill", "actor stops?", [](Stage& s) {
    s.scheduler.schedule_tell_once(10ms, s.kit.spawn<Busy>("t", &s.lines), PoisonPill{});
  });
  add("repeat to stopped actor", "target dies; does it keep dead-lettering?", [](Stage& s) {
    const ActorRef t = s.kit.spawn<Deaf>("t");
    s.scheduler.schedule_tell_repeatedly(20ms, 20ms, t, m);
    s.kit.system().stop(t);
    s.kit.advance(250ms);
    s.say("keeps dead-lettering=" + is(s.kit.observer().dead_letters().size() > 2));
  });
}

TEST(SchedulerTable, EveryRowHolds) {
  Scenarios rows;
  const auto add = [&rows](const char* kase, const char* input, std::function<void(Stage&)> run) {
    rows.add(kase, input, [run = std::move(run)](const Row&) {
      Stage stage;
      run(stage);
      stage.kit.advance(1s);
      return stage.seen();
    });
  };
  add_telling(rows, add);
  add("cancel before due", "100ms, cancelled at once", [](Stage& s) {
    const Cancelable c{s.scheduler};
    s.scheduler.schedule_tell_once(100ms, s.p(), m, {}, c);
    c.cancel();
    s.kit.advance(150ms);
    s.say("requested=" + is(c.is_cancelled()));
  });
  add("schedule with cancelled cancelable", "", [](Stage& s) {
    const Cancelable c{s.scheduler};
    c.cancel();
    s.scheduler.schedule_tell_once(10ms, s.p(), m, {}, c);
    s.kit.advance(100ms);
    s.say("end");
  });
  add("cancel after due", "10ms; cancelled after delivery; message already in mailbox",
      [](Stage& s) {
        const Cancelable c{s.scheduler};
        const ActorRef busy = s.kit.spawn<Busy>("busy", &s.lines);
        busy.tell(std::function<void()>{[&s, c] {
          s.kit.clock().advance(80ms);
          c.cancel();
          s.kit.clock().advance(70ms);
        }});
        s.scheduler.schedule_tell_once(10ms, busy, m, {}, c);
      });
  add("cancel twice", "Cancel, Cancel, Cancel(true)", [](Stage& s) {
    const Cancelable c{s.scheduler};
    for (int i = 0; i < 3; ++i) c.cancel();
    s.say("ok");
  });
  add("CancelAfter", "CancelAfter(30ms)", [](Stage& s) {
    const Cancelable c{s.scheduler};
    c.cancel_after(30ms);
    s.say("now=" + is(c.is_cancelled()));
    s.kit.advance(200ms);
    s.say("later=" + is(c.is_cancelled()));
  });
  add("linked cancelable", "parent cancelled", [](Stage& s) {
    const Cancelable parent{s.scheduler};
    const Cancelable child = Cancelable::linked(s.scheduler, {parent});
    parent.cancel();
    s.say("child=" + is(child.is_cancelled()));
  });
  add("already cancelled", "Cancelable.CreateCanceled()", [](Stage& s) {
    const Cancelable c = Cancelable::cancelled();
    s.say("requested=" + is(c.is_cancelled()));
    c.cancel();
    s.say("ok");
  });
  add("cancelable Token", "Token.Register runs on cancel", [](Stage& s) {
    const Cancelable c{s.scheduler};
    c.on_cancel([&s] { s.say("callback"); });
    c.cancel();
  });
  add("action throws", "Advanced.ScheduleRepeatedly action throws first time", [](Stage& s) {
    int calls = 0;
    s.scheduler.schedule_repeatedly(10ms, 20ms, [&] {
      if (calls++ == 0) throw std::runtime_error{"Boom"};
      if (calls < 4) s.say("tick");
    });
    s.kit.advance(200ms);
    s.kit.shut_down();
  });
  add("once action throws then others", "one throws, one is fine", [](Stage& s) {
    s.scheduler.schedule_once(10ms, [] { throw std::runtime_error{"Boom"}; });
    s.scheduler.schedule_once(40ms, [&s] { s.say("second ran"); });
  });
  rows.add("schedule after termination", "ScheduleTellOnce on terminated system", [](const Row&) {
    Stage s;
    const ActorRef p = s.p();
    s.kit.system().terminate();
    s.kit.run_until_idle();
    try {
      s.scheduler.schedule_tell_once(10ms, p, m);
    } catch (const SystemTerminating&) {
      return "throws scheduler-stopped";
    }
    return "accepted";
  });
  add("pending at termination", "not run", [](Stage& s) {
    s.scheduler.schedule_once(200ms, [&s] { s.say("ran"); });
    s.kit.system().terminate();
    s.kit.run_until_idle();
    s.kit.advance(300ms);
    s.say("end");
  });

  for (const std::string& problem : test::check_table(KEBNE_TEST_DATA, "scheduler", rows)) {
    ADD_FAILURE() << problem;
  }
}

}  // namespace
}  // namespace kebne
