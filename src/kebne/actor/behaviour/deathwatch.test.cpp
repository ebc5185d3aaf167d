#include "tests/support/cast.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace kebne::cast {
namespace {

using test::Row;
using test::Scenarios;

/// The watched one.
Script t_script() {
  return {.prefix = "t", .hooks = false, .on_message = [](Player& p, const std::string& m) {
            if (m == "block") p.block(100ms);
            if (m != "telldie") return;
            p.reply(std::string{"last words"});
            p.stop();
          }};
}

/// A watcher that writes down its messages, notices with what they say.
class Watcher final : public Actor {
 public:
  using Act = std::function<void(Watcher&)>;

  Watcher(Stage* stage, const Act& start, const Act& act)
      : stage_{stage}, start_{start}, act_{act} {}
  void say(const std::string& line) { stage_->say("w." + line); }
  [[nodiscard]] Stage& stage() noexcept { return *stage_; }

  bool passes_on = false;        ///< to `unhandled`
  bool shows_existence = false;  ///< and nothing else of a notice

  void pre_start() override {
    if (start_) start_(*this);
  }
  void post_stop() override { say("postStop"); }
  bool receive(Envelope& e) override {
    if (e.holds<int>()) {
      act_(*this);
      return true;
    }
    const auto* t = e.get_if<Terminated>();
    say(t == nullptr || passes_on ? shown(e) : shown(e) + details(*t));
    return !passes_on || shown(e) == "after";
  }

 private:
  std::string details(const Terminated& t) const {
    const std::string existence = "[existence=" + is(t.existence_confirmed);
    if (shows_existence) return existence + "]";
    return fmt::format("{},address={},senderIsRef={}]", existence, is(t.address_terminated),
                       is(sender() == t.actor));
  }

  Stage* stage_;
  Act start_;
  Act act_;
};

struct Rows {
  Scenarios scenarios;

  void add(const char* kase, const char* input, std::function<void(Stage&)> run) {
    scenarios.add(kase, input, [run = std::move(run)](const Row&) {
      Stage stage;
      run(stage);
      return stage.seen();
    });
  }

  using Watch = std::function<void(Watcher&, const ActorRef& t)>;
  /// w does something about t in its preStart, then t is stopped.
  void watch(const char* kase, const char* input, Watch begin) {
    add(kase, input, [begin = std::move(begin)](Stage& s) {
      s.log_dead();
      const ActorRef t = s.play("t", t_script());
      watcher(s, [begin, t](Watcher& w) { begin(w, t); });
      s.kit.run_until_idle();
      s.kit.system().stop(t);
      s.kit.run_until_idle();
      s.lines.erase(std::remove(s.lines.begin(), s.lines.end(), "w.postStop"), s.lines.end());
    });
  }

  static ActorRef watcher(Stage& s, const Watcher::Act& start, const Watcher::Act& act = {}) {
    return s.kit.spawn<Watcher>("w", &s, start, act);
  }
};

const std::string bye = "bye";

void add_registrations(Rows& rows) {
  using W = Watcher;
  using T = const ActorRef;
  rows.watch("watch once", "t stops", [](W& w, T& t) { w.watch(t); });
  rows.watch("watch twice", "t stops", [](W& w, T& t) {
    w.watch(t);
    w.watch(t);
  });
  rows.watch("watch then unwatch", "t stops", [](W& w, T& t) {
    w.watch(t);
    w.unwatch(t);
  });
  rows.watch("watch unwatch watch", "t stops", [](W& w, T& t) {
    w.watch(t);
    w.unwatch(t);
    w.watch(t);
  });
  rows.watch("watch twice, unwatch once", "t stops", [](W& w, T& t) {
    w.watch(t);
    w.watch(t);
    w.unwatch(t);
  });
  rows.watch("watchWith", "t stops", [](W& w, T& t) { w.watch_with(t, bye); });
  rows.watch("watchWith same message twice", "t stops", [](W& w, T& t) {
    w.watch_with(t, bye);
    w.watch_with(t, bye);
  });
  rows.watch("watchWith different messages", "t stops", [](W& w, T& t) {
    w.watch_with(t, bye);
    w.watch_with(t, std::string{"bye2"});
  });
  rows.watch("watch then watchWith", "t stops", [](W& w, T& t) {
    w.watch(t);
    w.watch_with(t, bye);
  });
  rows.watch("watchWith then watch", "t stops", [](W& w, T& t) {
    w.watch_with(t, bye);
    w.watch(t);
  });
  rows.watch("watchWith unwatch watch", "t stops", [](W& w, T& t) {
    w.watch_with(t, bye);
    w.unwatch(t);
    w.watch(t);
  });
}

void add_odd_targets(Rows& rows) {
  rows.add("watch an already dead actor", "watch after t stopped", [](Stage& s) {
    const ActorRef t = s.play("t", t_script());
    s.kit.system().stop(t);
    s.kit.run_until_idle();
    Rows::watcher(s, [t](Watcher& w) {
      w.shows_existence = true;
      w.watch(t);
    });
  });
  rows.add("watch Nobody", "",
           [](Stage& s) { Rows::watcher(s, [](Watcher& w) { w.watch(ActorRef::nobody()); }); });
  rows.add("watch DeadLetters ref", "", [](Stage& s) {
    Rows::watcher(s, [](Watcher& w) { w.watch(w.system().dead_letters()); });
  });
  rows.add("watch self", "then stop self", [](Stage& s) {
    s.kit.system().stop(Rows::watcher(s, [](Watcher& w) { w.watch(w.self()); }));
  });
  rows.add("forged Terminated from user code", "not watching; Tell(Terminated)", [](Stage& s) {
    const ActorRef t = s.play("t", t_script());
    Rows::watcher(s, {}).tell(Terminated{t}, t);
  });
}

void add_unhandled(Rows& rows) {
  const auto add = [&rows](const char* kase, const char* input, Rows::Watch begin) {
    rows.add(kase, input, [begin = std::move(begin)](Stage& s) {
      s.log_dead();
      const ActorRef t = s.play("t", t_script());
      const ActorRef w = Rows::watcher(s, [begin, t](Watcher& watcher) {
        watcher.passes_on = true;
        begin(watcher, t);
      });
      s.kit.run_until_idle();
      s.kit.system().stop(t);
      s.kit.run_until_idle();
      w.tell(std::string{"after"});
    });
  };
  add("death pact", "Terminated passed to Unhandled",
      [](Watcher& w, const ActorRef& t) { w.watch(t); });
  add("watchWith message unhandled", "custom message passed to Unhandled",
      [](Watcher& w, const ActorRef& t) { w.watch_with(t, bye); });
}

void add_orders(Rows& rows) {
  rows.add("unwatch after Terminated is queued", "w busy while t dies, then unwatches",
           [](Stage& s) {
             const ActorRef t = s.play("t", t_script());
             const ActorRef w = Rows::watcher(
                 s, [t](Watcher& watcher) { watcher.watch(t); },
                 [t](Watcher& watcher) {
                   watcher.stage().kit.system().stop(t);
                   watcher.stage().kit.run_until_idle();  // all others, while w is busy
                   watcher.unwatch(t);
                   watcher.say("unwatched");
                 });
             w.tell(1);
           });
  rows.add("messages before death arrive first", "t replies then stops", [](Stage& s) {
    const ActorRef t = s.play("t", t_script());
    Rows::watcher(s, [t](Watcher& w) {
      w.watch(t);
      t.tell(std::string{"telldie"});
    });
  });
  rows.add("PoisonPill behind queued messages", "t has block,x then PoisonPill", [](Stage& s) {
    Script script = t_script();
    script.on_message = [](Player& p, const std::string& m) {
      if (m != "block") return;
      p.block(30ms);
      p.stage().say("still alive at 30ms");  // the driver's, while t is busy
      p.block(70ms);
    };
    const ActorRef t = s.play("t", script);
    Rows::watcher(s, [t](Watcher& w) { w.watch(t); });
    s.kit.run_until_idle();
    t.tell(std::string{"block"});
    t.tell(std::string{"x"});
    t.tell(PoisonPill{});
  });
  rows.add("watcher stopped before target", "w stops then t stops", [](Stage& s) {
    const ActorRef t = s.play("t", t_script());
    const ActorRef w = Rows::watcher(s, [t](Watcher& watcher) { watcher.watch(t); });
    s.kit.run_until_idle();
    s.kit.system().stop(w);
    s.kit.run_until_idle();
    s.kit.system().stop(t);
  });
}

const Script quiet_child{.prefix = "c", .hooks = false};

Script plain_watcher(std::vector<ActorRef> watched) {
  return {.prefix = "",
          .hooks = false,
          .in_pre_start =
              [watched = std::move(watched)](Player& p) {
                for (const ActorRef& ref : watched) p.watch(ref);
              },
          .on_message = [](Player& p, const std::string& m) { p.say(m); }};
}

void add_families(Rows& rows) {
  rows.add("child name free in Terminated handler", "on Terminated create same name", [](Stage& s) {
    s.play("a", {.prefix = "",
                 .hooks = false,
                 .in_pre_start =
                     [](Player& p) {
                       const ActorRef child = p.make("c", quiet_child);
                       p.watch(child);
                       p.stop(child);
                     },
                 .on_message =
                     [](Player& p, const std::string&) {
                       p.make("c", quiet_child);
                       p.say("recreated");
                     }});
  });
  rows.add("child name while stopping", "stop child and create the same name at once",
           [](Stage& s) {
             s.play("a", {.prefix = "", .hooks = false, .in_pre_start = [](Player& p) {
                            p.stop(p.make("c", quiet_child));
                            try {
                              p.make("c", quiet_child);
                            } catch (...) {
                              p.say("throws " + test::word(std::current_exception()));
                            }
                            p.say(fmt::format("Child(c) nobody={} children={}", is(!p.child("c")),
                                              p.child_count()));
                          }});
           });
  rows.add("watch many, stop parent", "w watches p and p/c; p stops", [](Stage& s) {
    ActorRef c;
    const ActorRef p =
        s.play("p", {.prefix = "p", .hooks = false, .in_pre_start = [&c](Player& player) {
                       c = player.make("c", quiet_child);
                     }});
    s.kit.run_until_idle();
    s.play("w", plain_watcher({p, c}));
    s.kit.run_until_idle();
    s.kit.system().stop(p);
    s.kit.run_until_idle();
  });
  rows.add("two watchers", "both told", [](Stage& s) {
    const ActorRef t = s.play("t", t_script());
    for (const char* name : {"v", "w"}) s.play(name, plain_watcher({t}));
    s.kit.run_until_idle();
    s.kit.system().stop(t);
  });
}

TEST(DeathWatchTable, EveryRowHolds) {
  Rows rows;
  add_registrations(rows);
  add_odd_targets(rows);
  add_unhandled(rows);
  add_orders(rows);
  add_families(rows);

  for (const std::string& p : test::check_table(KEBNE_TEST_DATA, "deathwatch", rows.scenarios)) {
    ADD_FAILURE() << p;
  }
}

}  // namespace
}  // namespace kebne::cast
