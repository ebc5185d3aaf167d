// How a system's loggers live: names, start, sinks, drops, the library's own debug lines.
#include "kebne/actor.hpp"
#include "kebne/actor/logging/log_sink.hpp"
#include "kebne/testkit.hpp"
#include "tests/support/process.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <latch>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace kebne {
namespace {

using namespace std::chrono_literals;
using Messages = std::vector<std::string>;

/// A kit that logs into `sink`.
struct Stage {
  explicit Stage(LoggingOptions options = {}) {
    options.sinks = {sink};
    kit = std::make_unique<TestKit>(TestKit::Options{.name = "s", .logging = std::move(options)});
  }
  Messages messages() {
    kit->run_until_idle();
    return sink->take_messages();
  }
  /// `source: message` of what the given source says.
  Messages from(const std::string& source) {
    kit->run_until_idle();
    Messages out;
    for (const LogEvent& event : sink->take()) {
      if (event->source() == source) out.push_back(event->message());
    }
    return out;
  }
  std::shared_ptr<RecordingSink> sink = std::make_shared<RecordingSink>();
  std::unique_ptr<TestKit> kit;
};

std::string config_error(LoggingOptions options) {
  try {
    const TestKit kit{TestKit::Options{.logging = std::move(options)}};
    return "no error";
  } catch (const ConfigError& e) {
    return e.what();
  }
}

TEST(Loggers, AreKnownByAkkasNames) {
  for (const char* name : {"Akka.Event.DefaultLogger", "Akka.Event.DefaultLogger, Akka",
                           "Akka.Event.DefaultLogger,Akka", "DefaultLogger"}) {
    Stage stage{{.loggers = {name}}};
    stage.kit->system().log("src").info("hi");
    EXPECT_EQ(stage.messages(), Messages{"hi"}) << name;
  }
}

TEST(Loggers, OfAnUnknownNameAreRefused) {
  EXPECT_EQ(config_error({.loggers = {"Akka.Logger.Serilog.SerilogLogger"}}),
            "akka.loggers: found \"Akka.Logger.Serilog.SerilogLogger\", wanted "
            "Akka.Event.DefaultLogger, Akka.Event.StandardOutLogger or a name from logger_types");
}

TEST(Loggers, RefuseOptionsOutsideTheirLimits) {
  EXPECT_EQ(config_error({.ring_size = 100}),
            "logging.ring_size: found 100, wanted a power of two from 2");
  EXPECT_EQ(config_error({.startup_timeout = -1ns}),
            "logging.startup_timeout: found -1 ns, wanted 0 or more");
  EXPECT_EQ(config_error({.sinks = {nullptr}}),
            "logging.sinks: found a null pointer, wanted a sink");
}

TEST(Loggers, AreActorsOfTheSystem) {
  Stage stage;
  stage.kit->system().log("src").info("hi");
  stage.kit->run_until_idle();
  const auto made = stage.kit->system().settings().logging.loggers;
  EXPECT_EQ(made, Messages{"Akka.Event.DefaultLogger"});
  EXPECT_EQ(stage.messages(), Messages{"hi"});
}

/// A logger of the user's.
class Own final : public Actor {
 public:
  static void behavior(On<Own>& on) { on.handle<&Own::start>().handle<&Own::warning>(); }
  explicit Own(Messages* seen, bool answers) : seen_{seen}, answers_{answers} {}

 private:
  void start(const InitializeLogger&) {
    seen_->push_back("start " + self().path().to_string());
    if (answers_) reply(LoggerInitialized{});
  }
  void warning(const LogWarning& event) { seen_->push_back(event->message()); }
  Messages* seen_;
  bool answers_;
};

LoggingOptions with_own(Messages* seen, bool answers) {
  return {.loggers = {"My.Own"},
          .logger_types = {{"My.Own", std::make_shared<const Props>(props<Own>(seen, answers))}}};
}

TEST(Loggers, OfTheUserStartWithTheSystem) {
  Messages seen;
  TestKit kit{TestKit::Options{.name = "s", .logging = with_own(&seen, true)}};
  EXPECT_EQ(seen, Messages{"start akka://s/system/log1-Own"});

  kit.system().log("src").warning("hi");
  kit.run_until_idle();
  EXPECT_EQ(seen.back(), "hi");
}

TEST(Loggers, ThatDoNotAnswerAreReportedAndStayed) {
  Messages seen;
  TestKit kit{TestKit::Options{.name = "s", .logging = with_own(&seen, false)}};
  kit.run_until_idle();
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_TRUE(seen[1].starts_with(
      "Logger [My.Own] did not respond within 5000 ms to InitializeLogger(bus)"))
      << seen[1];
}

TEST(Loggers, StartNoThreadBeforeTheFirstRecord) {
  const std::size_t before = test::threads();
  ActorSystem system{"demo"};
  system.log("src").debug("off");
  EXPECT_EQ(test::threads(), before);
}

struct Fail {};
struct Unknown {};
class Traced final : public Actor, public LogReceive {
 public:
  static void behavior(On<Traced>& on) { on.handle<&Traced::fail>().handle<&Traced::text>(); }

 private:
  void fail(const Fail&) { throw std::runtime_error{"boom"}; }
  void text(const std::string&) {}
};
class Untraced final : public Actor {};

TEST(DebugLog, SaysWhatAnActorReceives) {
  Stage stage{{.level = LogLevel::Debug, .debug = {.receive = true}}};
  const ActorRef a = stage.kit->spawn<Traced>("a");
  const ActorRef sender = stage.kit->spawn<Untraced>("sender");
  a.tell(std::string{"x"}, sender);
  a.tell(Unknown{});
  sender.tell(Unknown{});
  EXPECT_EQ(stage.messages(),
            (Messages{"received handled message std::string from akka://s/user/sender",
                      "received unhandled message kebne::(anonymous namespace)::Unknown from "
                      "akka://s/deadLetters"}));
}

TEST(DebugLog, GoesOnAfterARestartAndHandlesAllMail) {
  Stage stage{{.level = LogLevel::Debug, .debug = {.receive = true}}};
  const ActorRef a = stage.kit->spawn<Traced>("a");
  a.tell(Fail{});
  for (int i = 0; i < 100; ++i) a.tell(std::string{"x"});
  EXPECT_EQ(stage.messages().size(), 101u);  // the failure is logged too
  EXPECT_EQ(stage.kit->observer().failures().size(), 1u);
  stage.kit->system().stop(a);
  stage.kit->run_until_idle();
}

TEST(DebugLog, SaysNothingOfOthersWithoutIt) {
  Stage stage{{.level = LogLevel::Debug}};
  const ActorRef a = stage.kit->spawn<Traced>("a");
  a.tell(std::string{"x"});
  a.tell(PoisonPill{});
  EXPECT_EQ(stage.messages(), Messages{});
}

TEST(DebugLog, SaysWhatTheLibraryHandlesItself) {
  Stage stage{{.level = LogLevel::Debug, .debug = {.autoreceive = true}}};
  stage.kit->spawn<Untraced>("a").tell(PoisonPill{});
  EXPECT_EQ(stage.messages(),
            Messages{"received AutoReceiveMessage kebne::PoisonPill from akka://s/deadLetters"});
}

TEST(DebugLog, SaysWhatNobodyHandled) {
  Stage stage{{.level = LogLevel::Debug, .debug = {.unhandled = true}}};
  stage.kit->spawn<Untraced>("a").tell(std::string{"x"});
  EXPECT_EQ(stage.from("akka://s/user/a"),
            Messages{"Unhandled message from akka://s/deadLetters : std::string"});
}

TEST(DebugLog, TellsTheLifeOfAnActor) {
  Stage stage{{.level = LogLevel::Debug, .debug = {.lifecycle = true}}};
  Probe probe = stage.kit->probe("probe");
  const ActorRef a = stage.kit->spawn<Traced>("a");
  probe.watch(a);
  a.tell(Fail{});
  stage.kit->run_until_idle();
  stage.kit->system().stop(a);
  EXPECT_EQ(
      stage.from("akka://s/user/a"),
      (Messages{"Started (kebne::(anonymous namespace)::Traced)",
                "now watched by akka://s/user/probe",
                "boom [handler threw on kebne::(anonymous namespace)::Fail: restart]", "Restarting",
                "Restarted (kebne::(anonymous namespace)::Traced)", "Stopping", "Stopped"}));
}

TEST(DebugLog, SaysWhoSupervisesWhom) {
  Stage stage{{.level = LogLevel::Debug, .debug = {.lifecycle = true}}};
  stage.kit->spawn<Untraced>("a");
  EXPECT_EQ(stage.from("akka://s/user"), Messages{"now supervising akka://s/user/a"});
}

TEST(DebugLog, SaysWhoSubscribesToWhat) {
  Stage stage{{.level = LogLevel::Debug, .debug = {.event_stream = true}}};
  const ActorRef a = stage.kit->spawn<Untraced>("a");
  stage.kit->system().event_stream().subscribe<std::string>(a);
  stage.kit->system().event_stream().unsubscribe<std::string>(a);
  stage.kit->system().event_stream().subscribe<std::string>(a);
  stage.kit->system().event_stream().unsubscribe(a);
  const Messages seen = stage.from("akka://s/user/a");
  ASSERT_EQ(seen.size(), 4u);
  EXPECT_EQ(seen[0], "subscribing akka://s/user/a to channel std::string");
  EXPECT_EQ(seen[1], "unsubscribing akka://s/user/a from channel std::string");
  EXPECT_EQ(seen[3], "unsubscribing akka://s/user/a from all channels");
}

TEST(DefaultObserver, LogsFailures) {
  const auto sink = std::make_shared<RecordingSink>();
  const auto executor = std::make_shared<StepExecutor>();
  ActorSystem system{"s", {.executor = executor, .logging = {.sinks = {sink}}}};
  system.spawn<Traced>("a").tell(Fail{});
  executor->run_until_idle();

  const auto events = sink->take();
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0]->level(), LogLevel::Error);
  EXPECT_EQ(events[0]->source(), "akka://s/user/a");
  EXPECT_EQ(events[0]->message(),
            "boom [handler threw on kebne::(anonymous namespace)::Fail: restart]");
  EXPECT_EQ(describe_exception(events[0]->cause()), "std::runtime_error: boom");
}

TEST(SettingsTest, AreLoggedOnStartIfAskedFor) {
  Stage stage{{.config_on_start = true}};
  const Messages seen = stage.messages();
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_NE(seen[0].find("akka.actor.default-dispatcher.throughput = 30\n"), std::string::npos);
  EXPECT_NE(seen[0].find("\nakka.loglevel = INFO\n"), std::string::npos);
  EXPECT_NE(seen[0].find("\nakka.log-dead-letters-suspend-duration = 300 s\n"), std::string::npos);
  EXPECT_EQ(seen[0], stage.kit->system().settings().to_string());
}

/// Blocks in its first write until it is let go.
class Stalling final : public LogSink {
 public:
  void write(const LogRecord& record) override {
    if (lines_.empty()) {
      inside_.count_down();
      go_.wait();
    }
    lines_.push_back(record.message());
    if (lines_.size() == 1) written_.count_down();
  }
  void wait_until_inside() { inside_.wait(); }
  void wait_until_written() { written_.wait(); }
  void let_go() { go_.count_down(); }
  /// When nobody writes any more.
  [[nodiscard]] const Messages& lines() const { return lines_; }

 private:
  std::latch inside_{1};
  std::latch go_{1};
  std::latch written_{1};
  Messages lines_;
};

TEST(SinkThreads, NeverKeepACallerWaitingAndCountWhatIsDropped) {
  const auto sink = std::make_shared<Stalling>();
  std::uint64_t dropped = 0;
  {
    ActorSystem system{"s", {.workers = 1, .logging = {.sinks = {sink}, .ring_size = 4}}};
    const Log log = system.log("src");
    log.info("first");
    sink->wait_until_inside();
    for (int i = 0; i < 10; ++i) log.info("{}", i);
    dropped = system.dropped_log_records();
    sink->let_go();
  }
  EXPECT_EQ(dropped, 6u);
  EXPECT_EQ(sink->lines(), (Messages{"first", "6 log records dropped: the sinks did not keep up",
                                     "0", "1", "2", "3"}));
}

TEST(SinkThreads, AreLeftBehindWhenASinkNeverReturns) {
  const auto sink = std::make_shared<Stalling>();
  testing::internal::CaptureStderr();
  {
    ActorSystem system{"s", {.workers = 1, .logging = {.sinks = {sink}, .flush_timeout = 1ms}}};
    system.log("src").info("first");
    sink->wait_until_inside();
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "kebne: a log sink does not take what it is given; what was left is lost\n");
  sink->let_go();
  sink->wait_until_written();
  while (sink.use_count() != 1) std::this_thread::yield();  // the thread has let go of it
  EXPECT_EQ(sink->lines(), Messages{"first"});
}

class Throwing final : public LogSink {
 public:
  void write(const LogRecord&) override { throw std::runtime_error{"disk full"}; }
};

TEST(SinkThreads, SurviveASinkThatThrows) {
  testing::internal::CaptureStderr();
  {
    ActorSystem system{"s", {.workers = 1, .logging = {.sinks = {std::make_shared<Throwing>()}}}};
    system.log("src").info("a");
    system.log("src").info("b");
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "kebne: a log sink threw std::runtime_error: disk full; what else it throws is not "
            "printed\n");
}

TEST(Sinks, WriteEverythingBeforeTheSystemIsGone) {
  testing::internal::CaptureStdout();
  {
    ActorSystem system{"s", {.workers = 1}};
    for (int i = 0; i < 100; ++i) system.log("src").info("line {}", i);
  }
  const std::string out = testing::internal::GetCapturedStdout();
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 100);
  EXPECT_NE(out.find("[src (akka://s)] line 99\n"), std::string::npos);
}

/// A folder that goes with it.
struct Folder {
  std::filesystem::path path;
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "kebne-XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path); }
  [[nodiscard]] std::string file(const char* name) const { return (path / name).string(); }
};

Messages lines_of(const std::string& path) {
  std::ifstream in{path};
  Messages lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(Sinks, WriteJsonLines) {
  const Folder folder;
  const std::string path = folder.file("log.json");
  TestKit kit{TestKit::Options{
      .name = "s", .logging = {.sinks = {rotating_file_sink(path, 1 << 20, 3, LogLayout::Json)}}}};
  kit.system()
      .log("src")
      .with("n", 1)
      .with("q", "a\"b\n\x01")
      .error(std::make_exception_ptr(std::runtime_error{"why"}), "hi {}", 2);
  kit.shut_down();

  EXPECT_EQ(lines_of(path),
            Messages{"{\"time\":\"1970-01-01T00:00:00.000Z\",\"level\":\"ERROR\",\"thread\":1,"
                     "\"source\":\"src (akka://s)\",\"system\":\"akka://s\",\"message\":\"hi 2\","
                     "\"format\":\"hi {}\",\"cause\":\"std::runtime_error: why\","
                     "\"fields\":{\"n\":1,\"q\":\"a\\\"b\\n\\u0001\"}}"});
}

TEST(Sinks, PutFullFilesAside) {
  const Folder folder;
  const std::string path = folder.file("a.log");
  TestKit kit{
      TestKit::Options{.name = "s", .logging = {.sinks = {rotating_file_sink(path, 200, 2)}}}};
  for (int i = 0; i < 20; ++i) kit.system().log("src").info("line {}", i);
  kit.shut_down();

  EXPECT_TRUE(std::filesystem::exists(folder.file("a.1.log")));
  EXPECT_TRUE(std::filesystem::exists(folder.file("a.2.log")));
  EXPECT_FALSE(std::filesystem::exists(folder.file("a.3.log")));
  EXPECT_LE(std::filesystem::file_size(path), 200u);
}

TEST(Sinks, SayWhichFileCannotBeOpened) {
  try {
    (void)rotating_file_sink("/proc/no/such/file", 1, 1);
    FAIL() << "wanted a ConfigError";
  } catch (const ConfigError& e) {
    EXPECT_TRUE(
        std::string_view{e.what()}.starts_with("log file \"/proc/no/such/file\": cannot be "
                                               "opened: "))
        << e.what();
  }
  EXPECT_THROW((void)rotating_file_sink("x", 0, 1), ConfigError);
}

TEST(Sinks, TakeASystemLog) {
  TestKit kit{TestKit::Options{.name = "s", .logging = {.sinks = {syslog_sink("kebne-test")}}}};
  kit.system().log("src").info("from a test of Kebne");
  kit.shut_down();
}

TEST(Sinks, TakeTheJournalOrSayWhatToUseInstead) {
  std::shared_ptr<LogSink> sink;
  try {
    sink = journald_sink("kebne-test");
  } catch (const ConfigError& e) {
    EXPECT_STREQ(e.what(),
                 "log sink journald for \"kebne-test\": this build of Kebne has no libsystemd; use "
                 "the syslog sink, which systemd's journal reads too");
    return;
  }
  testing::internal::CaptureStderr();
  {
    TestKit kit{TestKit::Options{.name = "s", .logging = {.sinks = {sink}}}};
    kit.system().log("src").info("from a test of Kebne");
    kit.shut_down();
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Layouts, PutTheCauseBehindTheLine) {
  Stage stage;
  stage.kit->system().log("src").error(std::make_exception_ptr(std::runtime_error{"why"}), "hi");
  stage.kit->run_until_idle();
  const auto lines = stage.sink->take_lines();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0],
            "[ERROR][01/01/1970 00:00:00.000Z][Thread 0001][src (akka://s)] hi\n"
            "Cause: std::runtime_error: why");
}

}  // namespace
}  // namespace kebne
