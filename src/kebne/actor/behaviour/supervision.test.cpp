#include "tests/support/cast.hpp"
#include "tests/support/match.hpp"

#include <gtest/gtest.h>

#include <set>

namespace kebne::cast {
namespace {

using test::Row;
using test::Scenarios;

const Script c{.prefix = "c"};
const Script d{.prefix = "d"};
const Script g{.prefix = "g"};

SupervisorStrategy always(Directive directive) { return OneForOne{}.otherwise(directive); }

struct Rows {
  Scenarios scenarios;

  void add(const char* kase, const char* input, std::function<void(Stage&)> run) {
    scenarios.add(kase, input, [run = std::move(run)](const Row&) { return play(run); });
  }
  /// A row that leaves an order open, but not that `first` comes before `second`.
  void add_loose(const char* kase, const char* input, const char* first, const char* second,
                 std::function<void(Stage&)> run) {
    auto observed = std::make_shared<std::string>();
    scenarios.add(
        kase, input,
        [run = std::move(run), observed](const Row& row) {
          *observed = row.observed;
          return play(run);
        },
        [observed, first, second](std::string_view got) {
          return test::matches(test::Match::PerActor, test::neutral(*observed), got) &&
                 got.find(first) < got.find(second);
        });
  }

  static std::string play(const std::function<void(Stage&)>& run) {
    Stage stage;
    run(stage);
    return stage.seen();
  }
};

void at_once(Stage& s, const ActorRef& p) {
  s.log_dead();
  for (const char* m : {"a", "fail", "b", "c"}) p.tell(To{"c", m});
}

void fail_quietly(Stage& s, const ActorRef& p, int times, std::chrono::milliseconds apart = 0ms) {
  for (int i = 0; i < times; ++i) {
    p.tell(To{"c", "fail"});
    s.kit.advance(apart);
  }
}

void add_directives(Rows& rows) {
  for (const Directive directive : {Directive::Restart, Directive::Resume, Directive::Stop}) {
    const std::string word{to_string(directive)};
    rows.add(("one-for-one/" + word).c_str(), "child gets: a, fail, b, c",
             [directive](Stage& s) { at_once(s, s.parent(always(directive), {c})); });
    rows.add(("all-for-one/" + word).c_str(),
             "children c,d; d got 'x' earlier; c gets fail; d gets y", [directive](Stage& s) {
               const ActorRef p = s.parent(AllForOne{}.otherwise(directive), {c, d});
               s.log_dead();
               p.tell(To{"d", "x"});
               s.settle();
               p.tell(To{"c", "fail"});
               s.kit.run_until_idle();
               p.tell(To{"d", "y"});
             });
  }
  rows.add_loose("one-for-one/escalate", "child gets: a, fail, b, c", "c.postStop", "p.ctor#2",
                 [](Stage& s) { at_once(s, s.parent(always(Directive::Escalate), {c})); });
  rows.add_loose("escalate to guardian", "p escalates Boom; p is top level", "c.postStop",
                 "p.ctor#2", [](Stage& s) {
                   const ActorRef p = s.parent(always(Directive::Escalate), {c});
                   s.settle();
                   fail_quietly(s, p, 1);
                 });
}

void add_limits(Rows& rows) {
  for (const int max : {0, 1, 2}) {
    rows.add(fmt::format("max-retries={}", max).c_str(), "child fails 4 times", [max](Stage& s) {
      fail_quietly(s, s.parent(OneForOne{.max_retries = max, .within = 10s}, {c}), 4);
    });
  }
  rows.add("max-retries=1 without window (-1 ms)", "child fails 3 times",
           [](Stage& s) { fail_quietly(s, s.parent(OneForOne{.max_retries = 1}, {c}), 3); });
  rows.add("max-retries=1 window=100ms", "fail, wait 250ms, fail, fail at once", [](Stage& s) {
    const ActorRef p = s.parent(OneForOne{.max_retries = 1, .within = 100ms}, {c});
    fail_quietly(s, p, 1, 250ms);
    fail_quietly(s, p, 2, 20ms);
  });
  rows.add("max-retries=-1 window=100ms", "child fails 3 times at once",
           [](Stage& s) { fail_quietly(s, s.parent(OneForOne{.within = 100ms}, {c}), 3, 30ms); });
  rows.add("all-for-one counts", "max 1 retry; c fails, then d fails", [](Stage& s) {
    const ActorRef p = s.parent(AllForOne{.max_retries = 1, .within = 10s}, {c, d});
    fail_quietly(s, p, 1);
    s.kit.run_until_idle();
    p.tell(To{"d", "fail"});
  });
}

Script with_g(Script parent) {
  parent.in_pre_start = [](Player& p) { p.make("g", g); };
  return parent;
}

void add_grandchildren(Rows& rows) {
  rows.add_loose("grandchildren stop on restart", "c has child g; c fails", "g.postStop",
                 "c.ctor#2", [](Stage& s) {
                   const ActorRef p = s.parent(always(Directive::Restart), {with_g(c)});
                   s.settle();
                   fail_quietly(s, p, 1);
                 });
  rows.add("grandchildren kept when preRestart not calling base",
           "c has child g made once; c fails", [](Stage& s) {
             Script keeper = c;
             keeper.base_pre_restart = false;
             keeper.in_pre_start = [](Player& p) {
               if (p.number() > 1) p.say(fmt::format("children={}", p.child_count()));
               if (!p.child("g")) p.make("g", g);
             };
             const ActorRef p = s.parent(always(Directive::Restart), {keeper});
             s.settle();
             fail_quietly(s, p, 1);
           });
  rows.add("grandchildren on resume", "c has child g; c fails, resume; g gets x", [](Stage& s) {
    ActorRef grandchild;
    Script parent = c;
    parent.in_pre_start = [&](Player& p) { grandchild = p.make("g", g); };
    const ActorRef p = s.parent(always(Directive::Resume), {parent});
    s.settle();
    fail_quietly(s, p, 1);
    s.kit.run_until_idle();
    grandchild.tell(std::string{"x"});
    s.kit.run_until_idle();
  });
  rows.add("grandchild suspended while parent failed", "c sends x to g then throws; g busy",
           [](Stage& s) {
             Script parent = with_g(c);
             parent.on_message = [](Player& p, const std::string&) {
               p.child("g").tell(std::string{"x1"});
               throw Boom{};
             };
             const ActorRef p = s.parent(always(Directive::Resume), {parent});
             s.settle();
             p.tell(To{"c", "go"});
           });
  rows.add_loose("restart waits for slow children",
                 "g's postStop sleeps 150ms; c gets q right after fail", "g.postStop", "c.ctor#2",
                 [](Stage& s) {
                   Script parent = c;
                   parent.in_pre_start = [](Player& p) {
                     if (p.number() > 1) return;
                     Script slow = g;
                     slow.in_post_stop = [](Player& q) { q.block(150ms); };
                     p.make("g", slow);
                   };
                   const ActorRef top = s.play("c", parent);
                   s.settle();
                   top.tell(std::string{"fail"});
                   top.tell(std::string{"q"});
                 });
}

/// A child that fails by its own hooks, under a strategy that says what it is asked.
void ask_about(Stage& s, Script child, bool shows_inner,
               const std::function<Directive(const std::string&)>& decide, const char* message) {
  const ActorRef p = s.parent(OneForOne{}.otherwise(asked(s, shows_inner, decide)), {child});
  if (message != nullptr) p.tell(To{"c", message});
  s.kit.run_until_idle();
}

Directive stop(const std::string&) { return Directive::Stop; }
Directive restart_for_boom(const std::string& error) {
  return error == "Boom" ? Directive::Restart : Directive::Stop;
}

void add_failing_starts(Rows& rows) {
  rows.add("ctor throws", "child constructor throws; default strategy", [](Stage& s) {
    s.log_dead();
    Script child = c;
    child.in_constructor = boom();
    s.play("p", {.prefix = "p",
                 .in_pre_start =
                     [child](Player& p) {
                       const ActorRef made = p.make("c", child);
                       p.watch(made);
                       made.tell(std::string{"x"});
                     },
                 .on_message = [](Player& p, const std::string& m) { p.say(m); }});
  });
  rows.add("ctor throws, strategy decides on",
           "decider prints the exception type and cause; then stop", [](Stage& s) {
             Script child = c;
             child.in_constructor = boom();
             ask_about(s, child, true, stop, nullptr);
             s.lines.back() += '/';  // the inner error has none inside
           });
  rows.add("ctor throws once, restart directive", "constructor throws on first instance only",
           [](Stage& s) {
             Script child = c;
             child.in_constructor = boom(1);
             const ActorRef p = s.parent(always(Directive::Restart), {child});
             s.kit.run_until_idle();
             p.tell(To{"c", "x"});
           });
  rows.add("preStart throws", "decider prints type", [](Stage& s) {
    Script child = c;
    child.in_pre_start = boom();
    ask_about(s, child, true, stop, nullptr);
  });
  rows.add("preStart throws once, restart directive", "preStart throws on first instance",
           [](Stage& s) {
             Script child = c;
             child.in_pre_start = boom(1);
             const ActorRef p = s.parent(always(Directive::Restart), {child});
             s.kit.run_until_idle();
             p.tell(To{"c", "x"});
           });
}

void add_failing_hooks(Rows& rows) {
  rows.add("postRestart base not called", "c fails; postRestart override skips base", [](Stage& s) {
    Script child = c;
    child.base_post_restart = false;
    const ActorRef p = s.parent(always(Directive::Restart), {child});
    s.settle();
    fail_quietly(s, p, 1);
  });
  rows.add("postStop throws on stop", "watcher sees", [](Stage& s) {
    Script child = c;
    child.in_post_stop = boom();
    s.play("p", {.prefix = "p",
                 .strategy = OneForOne{}.otherwise(asked(s, false, stop)),
                 .in_pre_start =
                     [child](Player& p) {
                       const ActorRef made = p.make("c", child);
                       p.watch(made);
                       made.tell(PoisonPill{});
                     },
                 .on_message = [](Player& p, const std::string& m) { p.say(m); }});
  });
  rows.add("preRestart throws", "c fails; preRestart throws; decider prints", [](Stage& s) {
    Script child = c;
    child.in_pre_restart = boom(0, "2");
    ask_about(s, child, true, restart_for_boom, "fail");
  });
  rows.add("postRestart throws", "c fails; postRestart throws; decider prints", [](Stage& s) {
    Script child = c;
    child.in_post_restart = boom(0, "2");
    ask_about(s, child, true, restart_for_boom, "fail");
  });
  rows.add("ctor throws during restart", "second instance ctor throws; decider prints",
           [](Stage& s) {
             Script child = c;
             child.in_constructor = boom(2);
             ask_about(s, child, false, restart_for_boom, "fail");
           });
  rows.add_loose(
      "decider throws", "c fails; decider throws", "c.postStop", "p.ctor#2", [](Stage& s) {
        ask_about(
            s, c, false, [](const std::string&) -> Directive { throw Boom{"d"}; }, "fail");
      });
}

std::string named(Directive directive) {
  std::string word{to_string(directive)};
  word[0] = static_cast<char>(word[0] - 'a' + 'A');
  return word;
}

template <class E>
std::string by_default(const E& error) {
  return named(SupervisorStrategy{}.decide(std::make_exception_ptr(error)));
}

void add_ready_made(Scenarios& rows) {
  const auto add = [&rows](const char* kase, const char* input, std::function<std::string()> run) {
    rows.add(kase, input, [run = std::move(run)](const Row&) { return run(); });
  };
  add("default decider", "ActorKilledException", [] { return by_default(ActorKilled{}); });
  add("default decider", "ActorInitializationException", [] {
    return by_default(InitializationFailed{"", nullptr});
  });
  add("default decider", "DeathPactException", [] { return by_default(DeathPact{ActorPath{}}); });
  add("default decider", "Boom", [] { return by_default(Boom{}); });
  add("default decider", "OperationCanceledException",
      [] { return by_default(std::runtime_error{"cancelled"}); });
  add("default decider", "TimeoutException", [] { return by_default(5); });
  add("stopping strategy", "Boom",
      [] { return named(SupervisorStrategy::stopping().decide(std::make_exception_ptr(Boom{}))); });
  add("default strategy", "max retries / window ms", [] {
    const SupervisorStrategy strategy;
    return fmt::format("{} / {}", strategy.max_retries(), strategy.within() ? "some" : "-1");
  });
  add("top level failure, guardian stopping strategy",
      "same, guardian-supervisor-strategy=StoppingSupervisorStrategy", [] {
        Stage s{
            "akka.actor.guardian-supervisor-strategy = "
            "\"Akka.Actor.StoppingSupervisorStrategy\""};
        s.log_dead();
        const ActorRef top = s.play("c", c);
        top.tell(std::string{"fail"});
        s.kit.run_until_idle();
        top.tell(std::string{"b"});
        return s.seen();
      });
}

void add_top_level(Rows& rows) {
  rows.add("top level failure", "actor directly under /user throws Boom", [](Stage& s) {
    const ActorRef top = s.play("c", c);
    for (const char* m : {"fail", "b"}) top.tell(std::string{m});
  });
  rows.add("path and uid on restart", "compare Self before and after", [](Stage& s) {
    auto kept = std::make_shared<ActorRef>();
    const ActorRef a = s.play(
        "a", {.prefix = "", .hooks = false, .on_message = [kept](Player& p, const std::string& m) {
                if (m == "fail") {
                  *kept = p.self();
                  throw Boom{};
                }
                p.say(fmt::format("same ref={} same uid={}", is(*kept == ActorRef{p.self()}),
                                  is(kept->path().uid() == p.self().path().uid())));
              }});
    for (const char* m : {"fail", "q"}) a.tell(std::string{m});
    s.kit.run_until_idle();
    *kept = {};  // the actor's own script holds it
  });
  rows.add("sender in preRestart", "what Sender is inside preRestart", [](Stage& s) {
    const ActorRef probe = s.play("probe", {.prefix = "probe", .hooks = false});
    const auto say_sender = [](const char* where) {
      return [where](Player& p) {
        p.say(fmt::format("{}sender={}", where, p.sender().path().name()));
      };
    };
    s.play("a", {.prefix = "",
                 .hooks = false,
                 .in_pre_restart = say_sender(""),
                 .in_post_restart = say_sender("postRestart "),
                 .on_message = [](Player&, const std::string&) { throw Boom{}; }})
        .tell(std::string{"x"}, probe);
  });
  rows.add("messages told to self before failing", "handler tells self y, then throws",
           [](Stage& s) {
             s.play("a", {.prefix = "",
                          .hooks = false,
                          .on_message =
                              [](Player& p, const std::string& m) {
                                p.say("got " + m);
                                if (m != "x") return;
                                p.self().tell(std::string{"y"});
                                throw Boom{};
                              }})
                 .tell(std::string{"x"});
           });
  rows.add("watch survives watcher restart", "w watches t, w restarts, t stops", [](Stage& s) {
    const ActorRef t = s.play("t", {.prefix = "t", .hooks = false});
    const ActorRef w = s.play("w", {.prefix = "",
                                    .hooks = false,
                                    .in_constructor =
                                        [t](Player& p) {
                                          if (p.number() == 1) p.watch(t);
                                        },
                                    .on_message =
                                        [](Player& p, const std::string& m) {
                                          p.say(m);
                                          if (m == "fail") throw Boom{};
                                        }});
    w.tell(std::string{"fail"});
    s.kit.run_until_idle();
    s.kit.system().stop(t);
  });
  rows.add("watching a child that fails and restarts", "no Terminated expected", [](Stage& s) {
    s.play("p", {.prefix = "p",
                 .hooks = false,
                 .in_pre_start =
                     [](Player& p) {
                       const ActorRef made = p.make("c", c);
                       p.watch(made);
                       made.tell(std::string{"fail"});
                     },
                 .on_message = [](Player& p, const std::string& m) { p.say(m); }});
  });
  rows.add("same child name in new instance", "c's preStart makes child g each time; c restarts",
           [](Stage& s) {
             auto uids = std::make_shared<std::vector<std::uint32_t>>();
             s.play("c", {.prefix = "c",
                          .hooks = false,
                          .in_pre_start =
                              [uids](Player& p) {
                                const ActorRef made = p.make("g", {.prefix = "g", .hooks = false});
                                uids->push_back(made.path().uid());
                              },
                          .on_message = [](Player&, const std::string&) { throw Boom{}; }})
                 .tell(std::string{"x"});
             s.kit.run_until_idle();
             const std::set<std::uint32_t> different{uids->begin(), uids->end()};
             s.say(fmt::format("children made={} uids differ={}", uids->size(),
                               is(different.size() == uids->size())));
           });
  rows.add("failure while stopping", "actor gets Context.Stop(self) then throws in same handler",
           [](Stage& s) {
             Script child = c;
             child.on_message = [](Player& p, const std::string&) {
               p.stop();
               throw Boom{};
             };
             const ActorRef p = s.parent(always(Directive::Restart), {child});
             s.settle();
             p.tell(To{"c", "x"});
           });
}

TEST(SupervisionTable, EveryRowHolds) {
  Rows rows;
  add_directives(rows);
  add_limits(rows);
  add_grandchildren(rows);
  add_failing_starts(rows);
  add_failing_hooks(rows);
  add_ready_made(rows.scenarios);
  add_top_level(rows);

  for (const std::string& p : test::check_table(KEBNE_TEST_DATA, "supervision", rows.scenarios)) {
    ADD_FAILURE() << p;
  }
}

}  // namespace
}  // namespace kebne::cast
