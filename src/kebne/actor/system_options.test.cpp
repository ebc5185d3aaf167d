#include "kebne/actor/system_options.hpp"

#include "kebne/actor.hpp"
#include "kebne/config/config.hpp"
#include "kebne/testkit/step_executor.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace kebne {
namespace {

TEST(SystemOptions, FromTheReferenceAreTheDefaults) {
  const SystemOptions said = SystemOptions::from(Config::text(""));
  const SystemOptions defaults;

  EXPECT_EQ(said.throughput, defaults.throughput);
  EXPECT_EQ(said.workers, defaults.workers);
  EXPECT_EQ(said.logging.level, defaults.logging.level);
  EXPECT_EQ(said.logging.stdout_level, defaults.logging.stdout_level);
  EXPECT_EQ(said.logging.loggers, defaults.logging.loggers);
  EXPECT_EQ(said.logging.startup_timeout, defaults.logging.startup_timeout);
  EXPECT_EQ(said.logging.dead_letters, defaults.logging.dead_letters);
  EXPECT_EQ(said.logging.dead_letters_during_shutdown,
            defaults.logging.dead_letters_during_shutdown);
  EXPECT_EQ(said.logging.dead_letters_suspend, defaults.logging.dead_letters_suspend);
  EXPECT_EQ(said.logging.config_on_start, defaults.logging.config_on_start);
  EXPECT_EQ(said.extensions, defaults.extensions);
  EXPECT_TRUE(said.warnings.empty());
}

TEST(SystemOptions, FollowAConfiguration) {
  const SystemOptions said = SystemOptions::from(Config::text(R"(
    akka {
      loglevel = DEBUG
      stdout-loglevel = OFF
      log-dead-letters = on
      log-dead-letters-during-shutdown = on
      log-dead-letters-suspend-duration = infinite
      actor.default-dispatcher.throughput = 7
      actor.debug { receive = on, lifecycle = on }
    }
    kebne.default-pool.workers = 3)"));

  EXPECT_EQ(said.throughput, 7u);
  EXPECT_EQ(said.workers, 3u);
  EXPECT_EQ(said.logging.level, LogLevel::Debug);
  EXPECT_EQ(said.logging.stdout_level, LogLevel::Off);
  EXPECT_EQ(said.logging.dead_letters, std::nullopt);
  EXPECT_TRUE(said.logging.dead_letters_during_shutdown);
  EXPECT_EQ(said.logging.dead_letters_suspend, std::nullopt);
  EXPECT_TRUE(said.logging.debug.receive);
  EXPECT_TRUE(said.logging.debug.lifecycle);
  EXPECT_FALSE(said.logging.debug.unhandled);
}

TEST(SystemOptions, SayWhereAMistakeIs) {
  try {
    (void)SystemOptions::from(Config::text("akka {\n  loglevel = LOUD\n}", "app.conf"));
    FAIL() << "expected a ConfigError";
  } catch (const ConfigError& e) {
    EXPECT_EQ(e.key, "akka.loglevel");
    EXPECT_NE(std::string{e.what()}.find("app.conf:2:"), std::string::npos) << e.what();
    EXPECT_NE(std::string{e.what()}.find("LOUD"), std::string::npos) << e.what();
  }
}

/// Keeps the records of a system.
class KeptLog final : public LogSink {
 public:
  void write(const LogRecord& record) override {
    const std::lock_guard guard{lock_};
    texts_.push_back(record.message());
  }
  [[nodiscard]] std::string joined() const {
    const std::lock_guard guard{lock_};
    std::string all;
    for (const std::string& text : texts_) all += text + "\n";
    return all;
  }

 private:
  mutable std::mutex lock_;
  std::vector<std::string> texts_;
};

TEST(SystemOptions, WarnAboutUnknownKeysWithTheNearestKnownOne) {
  SystemOptions options = SystemOptions::from(Config::text("akka.loglvel = DEBUG", "app.conf"));
  const auto log = std::make_shared<KeptLog>();
  options.logging.sinks = {log};
  { const ActorSystem system{"demo", options}; }

  EXPECT_NE(log->joined().find("app.conf:1:"), std::string::npos) << log->joined();
  EXPECT_NE(log->joined().find("akka.loglevel"), std::string::npos) << log->joined();
}

TEST(SystemOptions, MayComeAsAConfiguration) {
  const ActorSystem system{"demo", Config::text("akka.actor.default-dispatcher.throughput = 5")};

  EXPECT_EQ(system.settings().throughput, 5u);
  EXPECT_THROW((ActorSystem{"demo", Config::text("akka.actor.default-dispatcher.throughput = 0")}),
               ConfigError);
}

}  // namespace
}  // namespace kebne
