#include "kebne/testkit/event_filter.hpp"

#include "kebne/actor.hpp"
#include "kebne/testkit/test_kit.hpp"
#include "tests/support/table.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>

namespace kebne {
namespace {

using namespace std::chrono_literals;
using test::Row;
using test::Scenarios;

struct Boom : std::runtime_error {
  using Bases = bases<std::exception>;
  using std::runtime_error::runtime_error;
};

/// A plain exception whose cause is another.
struct Wrapped : std::runtime_error {
  explicit Wrapped(std::exception_ptr why) : std::runtime_error{"outer"}, cause{std::move(why)} {}
  std::exception_ptr cause;
};

struct Stage {
  TestKit kit{TestKit::Options{
      .name = "tk", .logging = {.level = LogLevel::Debug, .loggers = {}, .dead_letters = 0}}};
  Log log = kit.system().log("src");
  std::exception_ptr boom = std::make_exception_ptr(Boom{"boom"});

  EventFilter filter() { return kit.event_filter(); }
  Probe& probe() { return kit.test_actor(); }
  template <class M>
  void tell(M message) {
    probe().ref().tell(std::move(message));
  }
};

class EventFilterRows {
 public:
  Scenarios rows;

  /// Whether the expectations of `body` hold.
  void add(const char* kase, const char* input, std::function<void(Stage&)> body) {
    rows.add(kase, input, [body = std::move(body)](const Row&) {
      Stage stage;
      try {
        body(stage);
      } catch (const ExpectationFailed&) {
        return "fails";
      }
      return "passes";
    });
  }

  /// Whether an info filter sees exactly one `text`.
  void add_info(const char* kase, const char* input, const char* text,
                std::function<EventFilter&(EventFilter&)> narrow) {
    add(kase, input, [=](Stage& s) {
      EventFilter filter = s.filter();
      narrow(filter.info()).expect_one([&] { s.log.text(LogLevel::Info, text); });
    });
  }
};

void add_texts(EventFilterRows& t) {
  t.add_info(
      "info exact", "filter 'a'; log 'a'", "a",
      [](EventFilter & f) -> auto& { return f.message("a"); });
  t.add_info(
      "info exact mismatch", "filter 'a'; log 'ab'", "ab",
      [](EventFilter & f) -> auto& { return f.message("a"); });
  t.add_info(
      "contains", "contains 'b'; log 'abc'", "abc",
      [](EventFilter & f) -> auto& { return f.contains("b"); });
  t.add_info(
      "start", "start 'ab'; log 'abc'", "abc",
      [](EventFilter & f) -> auto& { return f.start("ab"); });
  t.add_info(
      "start mismatch", "start 'bc'; log 'abc'", "abc",
      [](EventFilter & f) -> auto& { return f.start("bc"); });
  t.add_info(
      "pattern", "regex '^a.c$'; log 'abc'", "abc",
      [](EventFilter & f) -> auto& { return f.pattern("^a.c$"); });
  t.add_info(
      "case sensitivity", "message 'A'; log 'a'", "a",
      [](EventFilter & f) -> auto& { return f.message("A"); });
  t.add("template arguments", "message 'n=5'; log 'n={0}',5", [](Stage& s) {
    s.filter().info().message("n=5").expect_one(
        [&] { s.log.message(LogLevel::Info, "n={0}", {LogValue{5}}); });
  });
  t.add("named template", "message 'n=5'; log 'n={N}',5", [](Stage& s) {
    s.filter().info().message("n=5").expect_one(
        [&] { s.log.message(LogLevel::Info, "n={N}", {LogValue{5}}); });
  });
}

void add_levels(EventFilterRows& t) {
  t.add("level mismatch", "Info filter; Warning logged",
        [](Stage& s) { s.filter().info().message("a").expect_one([&] { s.log.warning("a"); }); });
  t.add("warning", "", [](Stage& s) {
    s.filter().warning().message("a").expect_one([&] { s.log.warning("a"); });
  });
  t.add("error", "",
        [](Stage& s) { s.filter().error().message("a").expect_one([&] { s.log.error("a"); }); });
  t.add("debug", "",
        [](Stage& s) { s.filter().debug().message("a").expect_one([&] { s.log.debug("a"); }); });
  t.add("custom", "Custom(e => Warning)", [](Stage& s) {
    s.filter()
        .custom([](const LogRecord& record) { return record.level() == LogLevel::Warning; })
        .expect_one([&] { s.log.warning("a"); });
  });
}

void add_counts(EventFilterRows& t) {
  const auto expect = [](Stage& s, std::size_t n, const std::function<void()>& body) {
    s.filter().info().message("a").expect(n, body);
  };
  t.add("too few", "Expect(2), one logged",
        [=](Stage& s) { expect(s, 2, [&] { s.log.info("a"); }); });
  t.add("too many", "Expect(1), two logged", [=](Stage& s) {
    expect(s, 1, [&] {
      s.log.info("a");
      s.log.info("a");
    });
  });
  t.add("zero expected, none logged", "Expect(0)", [=](Stage& s) { expect(s, 0, [] {}); });
  t.add("zero expected, one logged", "Expect(0)",
        [=](Stage& s) { expect(s, 0, [&] { s.log.info("a"); }); });
  t.add("other messages ignored", "Expect(1) a; logs b,a,c", [=](Stage& s) {
    expect(s, 1, [&] {
      for (const char* text : {"b", "a", "c"}) s.log.text(LogLevel::Info, text);
    });
  });
  t.add("and/or", "Info 'a' And Warning 'b' Expect(2)", [](Stage& s) {
    s.filter().info().message("a").also().warning().message("b").expect(2, [&] {
      s.log.info("a");
      s.log.warning("b");
    });
  });
  t.add("mute", "Mute then ExpectOne of same", [](Stage& s) {
    const MutedEvents muted = s.filter().info().message("a").mute();
    s.filter().info().message("a").expect_one([&] { s.log.info("a"); });
  });
}

void add_exceptions(EventFilterRows& t) {
  t.add("exception type", "Exception<Boom>; Error(Boom)", [](Stage& s) {
    s.filter().exception<Boom>().expect_one([&] { s.log.error(s.boom, "x"); });
  });
  t.add("exception subtype", "Exception<Exception>; Error(Boom)", [](Stage& s) {
    s.filter().exception<std::exception>().expect_one([&] { s.log.error(s.boom, "x"); });
  });
  t.add(
      "exception with message of exception", "Exception<Boom>('boom'); Error(Boom('boom'),'x')",
      [](Stage& s) {
        s.filter().exception<Boom>().message("boom").expect_one([&] { s.log.error(s.boom, "x"); });
      });
  t.add("exception with log message", "Exception<Boom>('x'); Error(Boom('boom'),'x')",
        [](Stage& s) {
          s.filter().exception<Boom>().message("x").expect_one([&] { s.log.error(s.boom, "x"); });
        });
  t.add("exception filter on warning", "Exception<Boom>; Warning(Boom)", [](Stage& s) {
    s.filter().exception<Boom>().expect_one([&] { s.log.warning(s.boom, "x"); });
  });
  t.add("inner exception", "Exception<Boom>; Error(Exception(inner Boom))", [](Stage& s) {
    const auto outer = std::make_exception_ptr(Wrapped{s.boom});
    s.filter().exception<Boom>().expect_one([&] { s.log.error(outer, "x"); });
  });
}

void add_sources(EventFilterRows& t) {
  const auto add = [&t](const char* kase, const char* input, const char* source) {
    t.add(kase, input, [source](Stage& s) {
      s.filter().info().message("a").source(source).expect_one([&] { s.log.info("a"); });
    });
  };
  add("source filter match", "source 'src'", "src");
  add("source filter with system suffix", "source 'src(akka://tk)'", "src(akka://tk)");
  add("source filter mismatch", "source 'other'", "other");
  add("source filter with shown source", "source 'src (akka://tk)'", "src (akka://tk)");
}

void add_dead_letters(EventFilterRows& t) {
  const auto die = [](Stage& s) {
    return [&s] { s.kit.system().dead_letters().tell(std::string{"x"}); };
  };
  t.add("dead letter", "DeadLetter(); tell dead",
        [=](Stage& s) { s.filter().dead_letter().expect_one(die(s)); });
  t.add("dead letter of type", "DeadLetter<string>(); tell string",
        [=](Stage& s) { s.filter().dead_letter<std::string>().expect_one(die(s)); });
  t.add("dead letter of wrong type", "DeadLetter<int>(); tell string",
        [=](Stage& s) { s.filter().dead_letter<int>().expect_one(die(s)); });
}

void add_probe(EventFilterRows& t) {
  t.add("ExpectMsg type", "Tell int 5; ExpectMsg<int>", [](Stage& s) {
    s.tell(5);
    s.kit.expect<int>();
  });
  t.add("ExpectMsg wrong type", "Tell int; ExpectMsg<string>", [](Stage& s) {
    s.tell(5);
    s.kit.expect<std::string>();
  });
  t.add("ExpectMsg base type", "Tell Boom; ExpectMsg<Exception>", [](Stage& s) {
    s.tell(Boom{"boom"});
    s.probe().expect_kind_of<std::exception>();
  });
  t.add("ExpectNoMsg empty", "", [](Stage& s) { s.kit.expect_none(100ms); });
  t.add("ExpectNoMsg with message", "", [](Stage& s) {
    s.tell(1);
    s.kit.expect_none(100ms);
  });
  t.add("IgnoreMessages", "ignore ints; tell 1,'a'; ExpectMsg<string>", [](Stage& s) {
    s.probe().ignore<int>();
    s.tell(1);
    s.tell(std::string{"a"});
    s.kit.expect<std::string>();
    s.probe().ignore_none();
  });
  t.add("FishForMessage", "tell 1,2,3; fish 3", [](Stage& s) {
    for (const int n : {1, 2, 3}) s.tell(n);
    s.probe().fish_for<int>([](int n) { return n == 3; });
  });
  t.add("ReceiveN", "3 told, ReceiveN(3)", [](Stage& s) {
    for (const int n : {1, 2, 3}) s.tell(n);
    s.probe().receive_n(3);
  });
  t.add("ExpectMsgAllOf any order", "tell b,a; AllOf(a,b)", [](Stage& s) {
    for (const char* text : {"b", "a"}) s.tell(std::string{text});
    s.probe().expect_all_of("a", "b");
  });
  t.add("ExpectTerminated", "watch, stop", [](Stage& s) {
    struct Idle final : Actor {};
    const ActorRef idle = s.kit.spawn<Idle>("idle");
    s.kit.watch(idle);
    s.kit.system().stop(idle);
    s.kit.expect_terminated(idle);
  });
  t.add("Within max exceeded", "Within(50ms){sleep 120}",
        [](Stage& s) { s.kit.within(50ms, [&] { s.kit.advance(120ms); }); });
  t.add("Within min not reached", "Within(min 100ms,max 1s){}",
        [](Stage& s) { s.kit.within(100ms, 1s, [] {}); });
}

TEST(EventFilterTable, EveryRowHolds) {
  EventFilterRows t;
  add_texts(t);
  add_levels(t);
  add_counts(t);
  add_exceptions(t);
  add_sources(t);
  add_dead_letters(t);
  add_probe(t);
  for (const std::string& problem : test::check_table(KEBNE_TEST_DATA, "event-filter", t.rows)) {
    ADD_FAILURE() << problem;
  }
}

}  // namespace
}  // namespace kebne
