#include "kebne/actor/internal/system_core.hpp"
#include "tests/support/cast.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace kebne::cast {
namespace {

using test::Row;
using test::Scenarios;
using namespace std::string_literals;

/// p with its child, both up, and the log of dead letters.
struct Family {
  Stage s;
  ActorRef c;

  std::function<void()> meanwhile = {};  ///< what happens while c is busy

  explicit Family(SupervisorStrategy strategy = {}) {
    s.log_dead();
    Script parent{.prefix = "p",
                  .strategy = std::move(strategy),
                  .in_pre_start = [this](Player& p) { c = p.make("c", c_script()); }};
    s.play("p", parent);
    s.settle();
  }
  [[nodiscard]] Script c_script() {
    return {.prefix = "c", .on_message = [this](Player& p, const std::string& m) {
              if (m == "block") {
                p.block(100ms);
                if (meanwhile) meanwhile();
              }
              p.say("got " + m);
              if (m != "stopself") return;
              p.stop();
              p.say("still in handler");
            }};
  }
  void tell(std::initializer_list<const char*> messages) {
    for (const char* m : messages) c.tell(std::string{m});
  }
  void stop() { s.kit.system().stop(c); }
  void stop_quietly() {
    stop();
    s.kit.run_until_idle();
  }
};

struct Rows {
  Scenarios scenarios;

  void with_child(const char* kase, const char* input, std::function<void(Family&)> run,
                  const SupervisorStrategy& strategy = {}) {
    scenarios.add(kase, input, [run = std::move(run), strategy](const Row&) {
      Family family{strategy};
      run(family);
      return family.s.seen();
    });
  }
  void add(const char* kase, const char* input, std::function<void(Stage&)> run) {
    scenarios.add(kase, input, [run = std::move(run)](const Row&) {
      Stage stage;
      run(stage);
      return stage.seen();
    });
  }
};

void add_stops(Rows& rows) {
  rows.with_child("Stop with queued messages", "block,1,2 then system.Stop, then 3", [](Family& f) {
    f.meanwhile = [&f] {
      f.stop();
      f.tell({"3"});
    };
    f.tell({"block", "1", "2"});
  });
  rows.with_child("PoisonPill with queued messages", "block,1,2,PoisonPill,3", [](Family& f) {
    f.tell({"block", "1", "2"});
    f.c.tell(PoisonPill{});
    f.tell({"3"});
  });
  rows.with_child("Kill with queued messages", "block,1,Kill,2 (default strategy)", [](Family& f) {
    f.tell({"block", "1"});
    f.c.tell(Kill{});
    f.tell({"2"});
  });
  const auto kill = [](Family& f) {
    f.tell({"1"});
    f.c.tell(Kill{});
    f.tell({"2"});
  };
  rows.with_child("Kill, restart directive", "1,Kill,2", kill,
                  OneForOne{}.otherwise(Directive::Restart));
  rows.with_child("Kill, resume directive", "1,Kill,2", kill,
                  OneForOne{}.otherwise(Directive::Resume));
  rows.with_child("Context.Stop(self) in handler", "stopself,1", [](Family& f) {
    f.tell({"stopself", "1"});
  });
  rows.with_child("Stop twice", "Stop, Stop", [](Family& f) {
    f.stop();
    f.stop();
  });
  rows.with_child("Two PoisonPills", "PoisonPill, PoisonPill", [](Family& f) {
    f.tell({"block"});
    f.c.tell(PoisonPill{});
    f.c.tell(PoisonPill{});
  });
  rows.with_child("PoisonPill after death", "stop, wait, PoisonPill", [](Family& f) {
    f.stop_quietly();
    f.c.tell(PoisonPill{});
  });
  rows.with_child("Tell after death", "stop, wait, 1", [](Family& f) {
    f.stop_quietly();
    f.tell({"1"});
  });
  rows.with_child("Identify after death", "stop, wait, Identify", [](Family& f) {
    f.stop_quietly();
    const auto answer = f.s.kit.system().ask<Identify>(f.c, 7).get();
    f.s.say(fmt::format("identity id={} subject={}", answer.correlation_id,
                        answer.actor ? "some" : "null"));
  });
}

/// Writes down how it ends.
void log_result(Family& f, Future<bool> ended, std::chrono::milliseconds time) {
  std::move(ended).then([&f](Result<bool> r) { f.s.say("result=" + (r ? is(*r) : "error"s)); });
  f.s.kit.advance(time);
}

void add_graceful_stops(Rows& rows) {
  rows.with_child("GracefulStop", "block, then GracefulStop(1s)", [](Family& f) {
    f.tell({"block"});
    log_result(f, graceful_stop(f.c, 1s), 1s);
  });
  rows.with_child("GracefulStop times out", "block(100ms), then GracefulStop(20ms)", [](Family& f) {
    f.meanwhile = [&f] { f.s.kit.run_until_idle(); };  // all others
    f.tell({"block"});
    log_result(f, graceful_stop(f.c, 20ms), 1s);
  });
  rows.with_child("GracefulStop of dead actor", "stop, wait, GracefulStop", [](Family& f) {
    f.stop_quietly();
    log_result(f, graceful_stop(f.c, 1s), 1s);
  });
  rows.with_child("GracefulStop custom message", "GracefulStop(1s, stopself)",
                  [](Family& f) { log_result(f, graceful_stop(f.c, 1s, "stopself"s), 1s); });
}

Script hookless(const char* prefix) { return {.prefix = prefix, .hooks = false}; }

Script says_post_stop(const char* prefix) {
  Script script = hookless(prefix);
  script.in_post_stop = [](Player& p) { p.say("postStop"); };
  return script;
}

void add_trees(Rows& rows) {
  rows.add("child stop order",
           "parent with children x,y,z (creation order) stops; each logs postStop", [](Stage& s) {
             Script parent = says_post_stop("p");
             parent.in_pre_start = [](Player& p) {
               for (const char* name : {"x", "y", "z"}) p.make(name, says_post_stop(name));
             };
             const ActorRef p = s.play("p", parent);
             s.settle();
             s.kit.system().stop(p);
             s.kit.run_until_idle();
             s.lines = {fmt::format("parent last={} count={}", is(s.lines.back() == "p.postStop"),
                                    s.lines.size())};
           });
  rows.add("deep stop order", "a > b > c ; stop a", [](Stage& s) {
    Script a = says_post_stop("a");
    a.in_pre_start = [](Player& p) {
      Script b = says_post_stop("b");
      b.in_pre_start = [](Player& q) { q.make("c", says_post_stop("c")); };
      p.make("b", b);
    };
    const ActorRef top = s.play("a", a);
    s.settle();
    s.kit.system().stop(top);
  });
  rows.add("stop in preStart", "actor stops itself in preStart; message 1 sent", [](Stage& s) {
    s.log_dead();
    s.play("a", {.prefix = "a", .in_pre_start = [](Player& p) { p.stop(); }}).tell("1"s);
  });
  rows.add("stop in ctor", "Context.Stop(Self) in constructor", [](Stage& s) {
    s.play("a", {.prefix = "a", .in_constructor = [](Player& p) { p.stop(); }});
  });
  rows.add("create child while stopping", "postStop calls ActorOf", [](Stage& s) {
    s.kit.system().stop(s.play("a", {.prefix = "a", .in_post_stop = [](Player& p) {
                                       try {
                                         p.make("late", hookless("late"));
                                       } catch (...) {
                                         p.say("throws " + test::word(std::current_exception()));
                                       }
                                     }}));
  });
  rows.add("tell to children in postStop", "children are already gone in postStop", [](Stage& s) {
    s.kit.system().stop(s.play(
        "a",
        {.prefix = "a",
         .in_pre_start = [](Player& p) { p.make("k", hookless("k")); },
         .in_post_stop = [](Player& p) { p.say(fmt::format("children={}", p.child_count())); }}));
  });
  rows.add("stop someone else's child", "Context.Stop(ref not own child)", [](Stage& s) {
    const ActorRef t = s.play("t", {.prefix = "t"});
    Script a = hookless("a");
    a.in_pre_start = [t](Player& p) {
      p.stop(t);
      p.say("ok");
    };
    s.play("a", a);
    s.kit.run_until_idle();
    std::stable_partition(s.lines.begin(), s.lines.end(),
                          [](const std::string& line) { return line == "a.ok"; });
  });
}

void add_systems(Rows& rows) {
  rows.scenarios.add(
      "system terminate", "user actor + system actor; Terminate; then WhenTerminated",
      [](const Row&) {
        Stage s;
        s.play("user", says_post_stop("user"));
        (void)s.kit.system().core().spawn_internal(
            props<Player>(&s, std::make_shared<const Script>(says_post_stop("sys"))), "sysx");
        for (const char* n : {"1", "2"}) {
          s.kit.system().register_on_termination([&s, n] { s.say("on-termination-"s + n); });
        }
        s.settle();
        Future<Done> ended = s.kit.system().terminate();
        s.kit.run_until_idle();
        s.say("terminated completed=" + is(ended.is_ready()));
        return s.seen();
      },
      [](std::string_view got) {
        return got ==
               "user.postStop; sys.postStop; on-termination-2; on-termination-1; "
               "terminated completed=true";
      });
  const auto after_end = [&rows](const char* kase, std::function<void(Stage&)> run) {
    rows.add(kase, "", [run = std::move(run)](Stage& s) {
      s.kit.system().terminate();
      s.kit.run_until_idle();
      try {
        run(s);
      } catch (...) {
        s.say("throws " + test::word(std::current_exception()));
      }
    });
  };
  after_end("ActorOf after terminate", [](Stage& s) { s.play("a", hookless("a")); });
  after_end("RegisterOnTermination after terminated",
            [](Stage& s) { s.kit.system().register_on_termination([] {}); });
  rows.add("Terminate twice", "same task?", [](Stage& s) {
    const Future<Done> first = s.kit.system().terminate();
    const Future<Done> second = s.kit.system().terminate();
    s.kit.run_until_idle();
    s.say(first.is_ready() && second.is_ready() ? "both complete" : "not both");
  });
}

TEST(TerminationTable, EveryRowHolds) {
  Rows rows;
  add_stops(rows);
  add_graceful_stops(rows);
  add_trees(rows);
  add_systems(rows);

  for (const std::string& p : test::check_table(KEBNE_TEST_DATA, "termination", rows.scenarios)) {
    ADD_FAILURE() << p;
  }
}

}  // namespace
}  // namespace kebne::cast
