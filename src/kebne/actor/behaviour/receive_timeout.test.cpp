#include "kebne/actor.hpp"
#include "kebne/testkit/test_kit.hpp"
#include "tests/support/cast.hpp"
#include "tests/support/table.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

namespace kebne {
namespace {

using namespace std::chrono_literals;
using cast::Boom;
using cast::is;
using std::chrono::nanoseconds;
using test::Row;
using test::Scenarios;

/// A message that says that it does not influence the timeout.
struct Quiet {
  using NotInfluenceReceiveTimeout = void;
};

class Idler;

struct Script {
  std::function<void(Idler&)> start;
  std::function<void(Idler&, const std::string&)> then = [](Idler&, const std::string&) {};
  bool goes_on = false;  ///< after a timeout; else the first one cancels it
};

/// The cast's r: writes down each message.
class Idler final : public Actor {
 public:
  static void behavior(On<Idler>& on) {
    on.handle<&Idler::quiet>().handle<&Idler::idle>().handle<&Idler::text>();
  }
  Idler(cast::Stage* stage, Script script)
      : stage_{stage}, script_{std::move(script)}, instance_{++stage->instances["r"]} {}

  using Actor::sender;
  using Actor::timers;
  void say(std::string line) { stage_->say(std::move(line)); }
  void block(std::chrono::milliseconds time) { stage_->kit.clock().advance(time); }
  [[nodiscard]] int instance() const { return instance_; }

 private:
  void pre_start() override {
    try {
      script_.start(*this);
    } catch (const std::invalid_argument&) {
      say("throws bad-argument");
    }
  }
  void quiet(const Quiet&) { say("Quiet"); }
  void idle(const ReceiveTimeout&) {
    say("ReceiveTimeout");
    if (!script_.goes_on) timers().cancel_receive_timeout();
    script_.then(*this, "ReceiveTimeout");
  }
  void text(const std::string& t) {
    say(t);
    if (t == "fail") throw Boom{};
    if (t == "u") unhandled_text(t);
    script_.then(*this, t);
  }
  void unhandled_text(const std::string& t) {
    Envelope* e = detail::make_envelope<std::string>(detail::local(), t);
    e->set_sender(nullptr);
    unhandled(*e);
    detail::free_envelope(detail::local(), e);
  }

  cast::Stage* stage_;
  Script script_;
  int instance_;
};

struct Stage : cast::Stage {
  ActorRef r;

  void start(Script script) {
    r = kit.spawn<Idler>("r", this, std::move(script));
    kit.run_until_idle();
  }
  void start_with(nanoseconds timeout) {
    start({[timeout](Idler& i) { i.timers().set_receive_timeout(timeout); }});
  }
  void text(const std::string& t) { r.tell(t); }
};

using Add = std::function<void(const char*, const char*, std::function<void(Stage&)>)>;

/// As .NET prints it.
std::string printed(nanoseconds time) {
  const auto ticks = time.count() / 100;
  const auto seconds = ticks / 10'000'000;
  const auto rest = ticks % 10'000'000;
  return fmt::format("00:00:{:02}{}", seconds, rest != 0 ? fmt::format(".{:07}", rest) : "");
}

void add_firing(const Add& add) {
  add("fires when idle", "100ms, wait 150ms, cancel on first", [](Stage& s) {
    s.start_with(100ms);
    s.kit.advance(180ms);
  });
  add("fires repeatedly", "100ms, wait 350ms", [](Stage& s) {
    s.start({.start = [](Idler& i) { i.timers().set_receive_timeout(100ms); }, .goes_on = true});
    s.kit.advance(350ms);
    const std::size_t count = s.lines.size();
    s.lines = {fmt::format("count in 350ms={}", count)};
    s.kit.system().stop(s.r);
  });
  add("sender of ReceiveTimeout", "print sender", [](Stage& s) {
    s.start({[](Idler& i) { i.timers().set_receive_timeout(60ms); },
             [](Idler& i, const std::string&) {
               i.say("sender=" + i.sender().path().to_string_without_address());
             }});
  });
  add("cancelled by null", "100ms then SetReceiveTimeout(null) on message", [](Stage& s) {
    s.start({[](Idler& i) { i.timers().set_receive_timeout(100ms); },
             [](Idler& i, const std::string&) { i.timers().cancel_receive_timeout(); }});
    s.text("off");
    s.kit.advance(200ms);
  });
  add("changed in handler", "1000ms changed to 80ms by message", [](Stage& s) {
    s.start({[](Idler& i) { i.timers().set_receive_timeout(1000ms); },
             [](Idler& i, const std::string& t) {
               if (t == "set") i.timers().set_receive_timeout(80ms);
             }});
    s.text("set");
    s.kit.advance(180ms);
  });
  add("survives restart?", "100ms set by first instance; then fail", [](Stage& s) {
    s.start({[](Idler& i) {
      if (i.instance() == 1) i.timers().set_receive_timeout(100ms);
    }});
    s.text("fail");
    s.kit.advance(300ms);
  });
  add("property value", "ReceiveTimeout property after set/null", [](Stage& s) {
    s.start({[](Idler& i) {
      i.timers().set_receive_timeout(5s);
      i.say(printed(*i.timers().receive_timeout()));
      i.timers().cancel_receive_timeout();
      i.say(fmt::format("null={}", is(!i.timers().receive_timeout())));
    }});
  });
}

void add_influence(const Add& add) {
  add("reset by messages", "150ms; message each 60ms for 300ms", [](Stage& s) {
    s.start_with(150ms);
    for (int i = 0; i < 5; ++i) {
      s.kit.advance(60ms);
      s.text("m");
    }
    s.kit.advance(220ms);
  });
  add("not reset by INotInfluenceReceiveTimeout", "200ms; marker message each 60ms for 300ms",
      [](Stage& s) {
        s.start_with(200ms);
        for (int i = 0; i < 5; ++i) {
          s.r.tell(Quiet{});
          s.kit.advance(70ms);
        }
      });
  add("marker message does not start it", "timeout set; only marker messages", [](Stage& s) {
    s.start_with(100ms);
    s.r.tell(Quiet{});
    s.kit.advance(180ms);
  });
  add("reset by Identify", "200ms; Identify each 80ms for 320ms", [](Stage& s) {
    s.start_with(200ms);
    for (int i = 0; i < 4; ++i) {
      s.kit.advance(80ms);
      s.r.tell(Identify{});
    }
    s.text("end");
  });
  add("reset by a message left unhandled", "200ms; unhandled each 80ms", [](Stage& s) {
    s.start_with(200ms);
    for (int i = 0; i < 3; ++i) {
      s.kit.advance(80ms);
      s.text("u");
    }
    s.kit.advance(80ms);
    s.text("end");
    s.text("u");
    s.kit.advance(220ms);
  });
  add("long handler", "100ms timeout; handler sleeps 250ms; then idle", [](Stage& s) {
    s.start({[](Idler& i) { i.timers().set_receive_timeout(100ms); },
             [](Idler& i, const std::string& t) {
               if (t != "work") return;
               i.block(250ms);
               i.say("work done");
             }});
    s.text("work");
  });
  add("message queued while timeout pending",
      "handler sleeps 150 with timeout 100, next message queued behind", [](Stage& s) {
        s.start({[](Idler& i) { i.timers().set_receive_timeout(100ms); },
                 [](Idler& i, const std::string& t) {
                   if (t == "work") i.block(150ms);
                 }});
        s.text("work");
        s.text("next");
      });
}

TEST(ReceiveTimeoutTable, EveryRowHolds) {
  Scenarios rows;
  const auto add = [&rows](const char* kase, const char* input, std::function<void(Stage&)> run) {
    rows.add(kase, input, [run = std::move(run)](const Row&) {
      Stage stage;
      run(stage);
      stage.kit.advance(1s);
      EXPECT_EQ(stage.kit.system().scheduler().pending(), 0u);
      return stage.seen();
    });
  };
  add_firing(add);
  add_influence(add);
  rows.each("set invalid", [](const Row& row) {
    const auto ms = std::chrono::duration<double, std::milli>{std::stod(row.input)};
    const auto time = std::chrono::duration_cast<nanoseconds>(ms);
    Stage s;
    s.start({[time](Idler& i) {
      i.timers().set_receive_timeout(time);
      i.say("accepted value=" + printed(*i.timers().receive_timeout()));
    }});
    s.kit.advance(1s);
    return s.seen();
  });

  for (const std::string& problem : test::check_table(KEBNE_TEST_DATA, "receive-timeout", rows)) {
    ADD_FAILURE() << problem;
  }
}

}  // namespace
}  // namespace kebne
