#include "tests/support/cast.hpp"

#include <gtest/gtest.h>

namespace kebne::cast {
namespace {

using test::Row;
using test::Scenarios;
using namespace std::string_literals;

/// Writes down its messages.
Script writer() {
  return {.prefix = "", .hooks = false, .on_message = [](Player& p, const std::string& m) {
            p.say(m);
          }};
}

TEST(OrderingTable, EveryRowHolds) {
  Scenarios rows;
  const auto add = [&rows](const char* kase, const char* input, std::function<void(Stage&)> run) {
    rows.add(kase, input, [run = std::move(run)](const Row&) {
      Stage stage;
      run(stage);
      return stage.seen();
    });
  };
  add("one sender", "1000 messages to one actor", [](Stage& s) {
    const ActorRef a = s.play("a", writer());
    std::vector<std::string> wanted;
    for (int i = 1; i <= 1000; ++i) {
      a.tell(i);
      wanted.push_back(std::to_string(i));
    }
    s.kit.run_until_idle();
    s.lines = {"in order=" + is(s.lines == wanted)};
  });
  add("system before user messages", "stop overtakes queued messages", [](Stage& s) {
    Script script = writer();
    script.in_post_stop = [](Player& p) { p.say("postStop"); };
    script.on_message = [](Player& p, const std::string& m) {
      if (m != "block") return p.say(m);
      p.stage().kit.system().stop(p.self());  // from outside, while it is busy
      p.block(150ms);
    };
    const ActorRef a = s.play("a", script);
    for (const char* m : {"block", "x"}) a.tell(std::string{m});
  });
  add("message sent before ActorOf completes", "tell right after ActorOf", [](Stage& s) {
    s.play("a", {.prefix = "",
                 .in_constructor = [](Player& p) { p.block(50ms); },
                 .on_message = [](Player& p, const std::string& m) { p.say("got " + m); }})
        .tell("1"s);
  });
  add("message to child in preStart", "parent tells child, child tells parent", [](Stage& s) {
    Script parent = writer();
    parent.in_pre_start = [](Player& p) {
      Script child = writer();
      child.on_message = [](Player& c, const std::string&) { c.parent().tell("pong"s); };
      p.make("c", child).tell("ping"s);
    };
    parent.on_message = [](Player& p, const std::string& m) { p.say("parent got " + m); };
    s.play("p", parent);
  });
  add("self tell in preStart comes first?", "preStart tells self 'init'; outside tells 'x' at once",
      [](Stage& s) {
        Script script = writer();
        script.in_constructor = [](Player& p) { p.block(50ms); };
        script.in_pre_start = [](Player& p) { p.self().tell("init"s); };
        s.play("a", script).tell("x"s);
      });

  for (const std::string& p : test::check_table(KEBNE_TEST_DATA, "ordering", rows)) {
    ADD_FAILURE() << p;
  }
}

}  // namespace
}  // namespace kebne::cast
