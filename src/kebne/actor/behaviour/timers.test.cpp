#include "kebne/actor.hpp"
#include "kebne/testkit/test_kit.hpp"
#include "tests/support/cast.hpp"
#include "tests/support/table.hpp"

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
using test::Row;
using test::Scenarios;

const std::string m = "m";

class Owner;

/// What the owner does when it starts, and after each message that it has written down.
struct Script {
  std::function<void(Owner&)> start;
  std::function<void(Owner&, const std::string&)> then = [](Owner&, const std::string&) {};
};

/// The cast's t: writes down each message.
class Owner final : public Actor {
 public:
  static void behavior(On<Owner>& on) { on.handle<&Owner::text>(); }
  Owner(cast::Stage* stage, Script script)
      : stage_{stage}, script_{std::move(script)}, instance_{++stage->instances["t"]} {}

  using Actor::sender;
  using Actor::stop;
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
  void text(const std::string& t) {
    if (t == "fail") throw Boom{};
    say(t);
    script_.then(*this, t);
  }

  cast::Stage* stage_;
  Script script_;
  int instance_;
};

struct Stage : cast::Stage {
  ActorRef t;

  void start(Script script) {
    t = kit.spawn<Owner>("t", this, std::move(script));
    kit.run_until_idle();
  }
};

using Add = std::function<void(const char*, const char*, std::function<void(Stage&)>)>;

void add_single(const Add& add) {
  add("single", "30ms", [](Stage& s) {
    s.start(
        {[](Owner& o) { o.timers().once("k", 30ms, m); },
         [](Owner& o, const std::string&) { o.say("active=" + is(o.timers().is_active("k"))); }});
  });
  add("same key replaces", "k->m1 30ms, k->m2 60ms", [](Stage& s) {
    s.start({[](Owner& o) {
      o.timers().once("k", 30ms, std::string{"m1"});
      o.timers().once("k", 60ms, std::string{"m2"});
    }});
  });
  add("cancel", "30ms cancelled", [](Stage& s) {
    s.start({[](Owner& o) {
      o.timers().once("k", 30ms, m);
      o.timers().cancel("k");
      o.say("active=" + is(o.timers().is_active("k")));
    }});
  });
  add("cancel unknown key", "", [](Stage& s) {
    s.start({[](Owner& o) {
      o.timers().cancel("zz");
      o.say("ok");
    }});
  });
  add("sender of timer message", "", [](Stage& s) {
    s.start({[](Owner& o) { o.timers().once("k", 20ms, m); },
             [](Owner& o, const std::string&) {
               o.say("sender=" +
                     (o.sender() ? o.sender().path().to_string_without_address() : "/deadLetters"));
             }});
  });
  add("zero delay", "",
      [](Stage& s) { s.start({[](Owner& o) { o.timers().once("k", 0ms, m); }}); });
  add("negative delay", "-5ms",
      [](Stage& s) { s.start({[](Owner& o) { o.timers().once("k", -5ms, m); }}); });
  add("timer message does not need handler type", "PoisonPill as timer message", [](Stage& s) {
    s.start({[](Owner& o) { o.timers().once("k", 20ms, PoisonPill{}); }});
    s.kit.advance(100ms);
    Probe p = s.kit.probe();
    p.send(s.t, Identify{});
    s.lines.push_back("alive=" + is(static_cast<bool>(p.expect<ActorIdentity>().actor)));
  });
}

void add_queued(const Add& add) {
  const auto busy = [](Stage& s, std::function<void(Owner&)> act) {
    s.start({[](Owner& o) { o.timers().once("k", 30ms, std::string{"m1"}); },
             [act = std::move(act)](Owner& o, const std::string& t) {
               if (t != "busy") return;
               o.block(150ms);
               act(o);
             }});
    s.t.tell(std::string{"busy"});
  };
  add("cancelled while already queued", "timer fires while busy 150ms, then handler cancels",
      [busy](Stage& s) { busy(s, [](Owner& o) { o.timers().cancel("k"); }); });
  add("replaced while already queued", "fires while busy, then handler restarts same key with m2",
      [busy](Stage& s) {
        busy(s, [](Owner& o) { o.timers().once("k", 30ms, std::string{"m2"}); });
      });
}

void add_periodic(const Add& add) {
  add("periodic", "40ms for ~200ms then cancel", [](Stage& s) {
    s.start({[](Owner& o) { o.timers().repeatedly("k", 40ms, m); },
             [n = 0](Owner& o, const std::string&) mutable {
               if (++n == 3) o.timers().cancel("k");
             }});
  });
  add("periodic zero", "",
      [](Stage& s) { s.start({[](Owner& o) { o.timers().repeatedly("k", 0ms, m); }}); });
  add("cancelAll", "two timers", [](Stage& s) {
    s.start({[](Owner& o) {
      o.timers().once("a", 30ms, std::string{"1"});
      o.timers().once("b", 30ms, std::string{"2"});
      o.timers().cancel_all();
    }});
  });
  add("restart cancels timers", "periodic 50ms started by first instance; fail", [](Stage& s) {
    s.start({[](Owner& o) {
      if (o.instance() == 1) o.timers().repeatedly("k", 60ms, m);
    }});
    s.t.tell(std::string{"fail"});
  });
  add("stop cancels timers", "single 60ms; stopped", [](Stage& s) {
    s.start({[](Owner& o) { o.timers().once("k", 60ms, m); }});
    s.kit.system().stop(s.t);
  });
}

TEST(TimersTable, EveryRowHolds) {
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
  add_single(add);
  add_queued(add);
  add_periodic(add);
  for (const std::string& problem : test::check_table(KEBNE_TEST_DATA, "timers", rows)) {
    ADD_FAILURE() << problem;
  }
}

}  // namespace
}  // namespace kebne
