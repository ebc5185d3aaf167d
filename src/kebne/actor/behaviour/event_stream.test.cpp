#include "kebne/actor.hpp"
#include "kebne/testkit/test_kit.hpp"
#include "tests/support/table.hpp"
#include "tests/support/words.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace kebne {
namespace {

using test::Row;
using test::Scenarios;
using test::word;

struct A {};
struct B {
  using Bases = bases<A>;
};
struct IThing {
  virtual ~IThing() = default;
  virtual int thing() const = 0;
};
struct C3 {
  using Bases = bases<B, IThing>;
};

using Lines = std::vector<std::string>;

/// Writes down what it hears: the class, or the text.
class Hears final : public Actor {
 public:
  static void behavior(On<Hears>& on) {
    on.handle<&Hears::a>().handle<&Hears::b>().handle<&Hears::c>().handle<&Hears::text>();
  }
  explicit Hears(Lines* lines) : lines_{lines} {}

 private:
  void a(const A&) { lines_->push_back("A"); }
  void b(const B&) { lines_->push_back("B"); }
  void c(const C3&) { lines_->push_back("C3"); }
  void text(const std::string& t) { lines_->push_back(t); }
  Lines* lines_;
};

/// A fresh subscriber in the system that all rows share.
struct Stage {
  explicit Stage(TestKit& shared)
      : kit{shared}, events{kit.system().event_stream()}, actor{kit.spawn<Hears>("", &lines)} {}
  ~Stage() {
    events.unsubscribe(actor);
    kit.system().stop(actor);
    kit.run_until_idle();
  }

  /// First what was returned, then what was delivered.
  std::string seen(const std::string& returned = {}) {
    kit.run_until_idle();
    std::string out = returned;
    for (const std::string& line : lines) out += (out.empty() ? "" : "; ") + line;
    return out.empty() ? "(nothing)" : out;
  }

  Lines lines;
  TestKit& kit;
  EventStream& events;
  ActorRef actor;
};

std::string both(bool first, bool second) {
  return std::string{word(first)} + "," + std::string{word(second)};
}

TEST(EventStreamTable, EveryRowHolds) {
  TestKit kit{"s"};  // one system for all rows
  Scenarios rows;
  const auto add = [&](const char* kase, const char* input, std::string (*run)(Stage&)) {
    rows.add(kase, input, [&kit, run](const Row&) {
      Stage stage{kit};
      return run(stage);
    });
  };
  add("exact type", "sub A, pub A", [](Stage& s) {
    s.events.subscribe<A>(s.actor);
    s.events.publish(A{});
    return s.seen();
  });
  add("subclass delivered to base subscription", "sub A, pub B", [](Stage& s) {
    s.events.subscribe<A>(s.actor);
    s.events.publish(B{});
    return s.seen();
  });
  add("base not delivered to subclass subscription", "sub B, pub A", [](Stage& s) {
    s.events.subscribe<B>(s.actor);
    s.events.publish(A{});
    return s.seen();
  });
  add("interface subscription", "sub IThing, pub C", [](Stage& s) {
    s.events.subscribe<IThing>(s.actor);
    s.events.publish(C3{});
    return s.seen();
  });
  add("object subscription", "sub object, pub string", [](Stage& s) {
    s.events.subscribe<AnyMessage>(s.actor);
    s.events.publish(std::string{"x"});
    return s.seen();
  });
  add("subscribed to base and subclass", "sub A and B, pub B", [](Stage& s) {
    s.events.subscribe<A>(s.actor);
    s.events.subscribe<B>(s.actor);
    s.events.publish(B{});
    return s.seen();
  });
  add("subscribe twice", "return values; deliveries", [](Stage& s) {
    const bool first = s.events.subscribe<A>(s.actor);
    const bool second = s.events.subscribe<A>(s.actor);
    s.events.publish(A{});
    return s.seen(both(first, second));
  });
  add("subscribe subclass after base", "return value", [](Stage& s) {
    const bool first = s.events.subscribe<A>(s.actor);
    const bool second = s.events.subscribe<B>(s.actor);
    return s.seen(both(first, second));
  });
  add("unsubscribe type", "sub A, unsub A", [](Stage& s) {
    s.events.subscribe<A>(s.actor);
    const bool was_there = s.events.unsubscribe<A>(s.actor);
    s.events.publish(A{});
    return s.seen(std::string{word(was_there)});
  });
  add("unsubscribe subclass only", "sub A, unsub B, pub B and A", [](Stage& s) {
    s.events.subscribe<A>(s.actor);
    const bool was_there = s.events.unsubscribe<B>(s.actor);
    s.events.publish(B{});
    s.events.publish(A{});
    return s.seen(std::string{word(was_there)});
  });
  add("unsubscribe all", "sub A and string, unsub(actor)", [](Stage& s) {
    s.events.subscribe<A>(s.actor);
    s.events.subscribe<std::string>(s.actor);
    const bool was_there = s.events.unsubscribe(s.actor);
    s.events.publish(A{});
    s.events.publish(std::string{"s"});
    return s.seen(std::string{word(was_there)});
  });
  add("unsubscribe unknown", "never subscribed",
      [](Stage& s) { return s.seen(std::string{word(s.events.unsubscribe<A>(s.actor))}); });
  add("dead subscriber removed", "stop subscriber; publish; dead letter?", [](Stage& s) {
    s.events.subscribe<A>(s.actor);
    s.kit.system().stop(s.actor);
    s.kit.run_until_idle();
    s.events.publish(A{});
    s.kit.run_until_idle();
    for (const auto& letter : s.kit.observer().dead_letters()) {
      s.lines.push_back("dead(" + letter.message + ")");
    }
    return s.seen();
  });

  for (const std::string& problem : test::check_table(KEBNE_TEST_DATA, "event-stream", rows)) {
    ADD_FAILURE() << problem;
  }
}

}  // namespace
}  // namespace kebne
