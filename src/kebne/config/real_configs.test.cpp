#include "kebne/config/core_settings.hpp"
#include "kebne/config/unknown_keys.hpp"
#include "tests/support/tsv.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace kebne {
namespace {

using namespace std::chrono_literals;

// Configurations such as people write for Akka.NET.
std::string path_of(std::string_view name) {
  return fmt::format("{}/../configs/{}", KEBNE_TEST_DATA, name);
}

Config load(std::string_view name) {
  return Config::file(path_of(name)).with_fallback(Config::reference());
}

TEST(RealConfigs, LoadWithoutUnknownKeys) {
  for (const std::string_view name : {"web-shop.conf", "telemetry.conf", "auction.conf"}) {
    const Config config = load(name);
    for (const UnknownKey& key : unknown_keys(config)) ADD_FAILURE() << key.to_string();
    EXPECT_NO_THROW((void)CoreSettings::read(config)) << name;
  }
}

TEST(RealConfigs, RoutersAndRemoting) {
  const Config config = load("web-shop.conf");
  const Config deployment = config.get_config("akka.actor.deployment");

  EXPECT_EQ(deployment.get_int32("\"/orders\".resizer.upper-bound"), 16);
  EXPECT_EQ(deployment.get_int32("/orders/payments.virtual-nodes-factor"), 17);
  EXPECT_EQ(deployment.get_duration("\"/*/audit\".within"), 7s);
  EXPECT_EQ(deployment.get_string_list("\"/*/audit\".routees.paths").size(), 2u);
  EXPECT_EQ(config.get_byte_size("akka.remote.dot-netty.tcp.maximum-frame-size"), 1024000);
  EXPECT_EQ(config.get_int32("akka.remote.dot-netty.tcp.backlog"), 4096);
  EXPECT_EQ(CoreSettings::read(config).log_dead_letters, 0u);
}

TEST(RealConfigs, ClusterInTheStyleOfJson) {
  const Config config = load("telemetry.conf");

  EXPECT_EQ(config.get_string("akka.remote.dot-netty.tcp.public-hostname"), "10.0.0.5");
  EXPECT_EQ(config.get_duration("akka.remote.transport-failure-detector.heartbeat-interval"),
            250ms);
  EXPECT_EQ(config.get_string_list("akka.cluster.seed-nodes").size(), 3u);
  EXPECT_EQ(config.get_int32("akka.cluster.role.sensor.min-nr-of-members"), 3);
  EXPECT_EQ(config.origin("akka.remote.dot-netty.tcp.port")->line, 5u);
}

TEST(RealConfigs, PersistenceAndDispatchers) {
  const Config config = load("auction.conf");

  EXPECT_EQ(config.get_string("akka.persistence.journal.sql-server.connection-string"),
            "Server=db;Database=\"auction\";User Id=#reader");
  EXPECT_EQ(config.get_config("akka.actor.bidding-dispatcher").to_string(),
            "executor = fork-join-executor ; fork-join-executor.parallelism-max = 8 ; "
            "fork-join-executor.parallelism-min = 2 ; throughput = 20 ; type = Dispatcher");
  EXPECT_EQ(config.get_string_list("akka.coordinated-shutdown.phases.service-stop.depends-on"),
            (std::vector<std::string>{"close-lots"}));
}

/// The error, or the unknown keys, of a configuration after one piece of its text was replaced.
std::string with_mistake(std::string_view name, std::string_view good, std::string_view bad) {
  std::string text = test::read_file(path_of(name)).value_or("");
  const std::size_t at = text.find(good);
  if (at == std::string::npos) return "no such text";
  text.replace(at, good.size(), bad);
  try {
    const Config config = Config::text(text, name).with_fallback(Config::reference());
    (void)CoreSettings::read(config);
    (void)config.get_byte_size("akka.remote.dot-netty.tcp.maximum-frame-size");
    (void)config.get_string_list("akka.cluster.seed-nodes");
    std::string unknown;
    for (const UnknownKey& key : unknown_keys(config)) unknown += key.to_string();
    return unknown;
  } catch (const ConfigError& error) {
    return error.what();
  }
}

TEST(RealConfigs, EachOfTenMistakesIsReportedWithLineAndKey) {
  EXPECT_EQ(with_mistake("web-shop.conf", "    loglevel = DEBUG", "    loglevel = VERBOSE"),
            "web-shop.conf:4:16: akka.loglevel: found \"VERBOSE\", wanted DEBUG, INFO, WARNING, "
            "ERROR or OFF");
  EXPECT_EQ(with_mistake("web-shop.conf", "receive = on", "recieve = on"),
            "web-shop.conf:12:23: akka.actor.debug.recieve: unknown key, perhaps "
            "akka.actor.debug.receive is meant");
  EXPECT_EQ(with_mistake("web-shop.conf", "lifecycle = on", "lifecycle = 1"),
            "web-shop.conf:14:25: akka.actor.debug.lifecycle: found \"1\", wanted on, off, true, "
            "false, yes or no");
  EXPECT_EQ(with_mistake("web-shop.conf", "1024000b", "1 Mb"),
            "web-shop.conf:61:34: akka.remote.dot-netty.tcp.maximum-frame-size: found \"1 Mb\", "
            "wanted a size in bytes such as 4096, 64KiB or 1MB");
  EXPECT_EQ(with_mistake("web-shop.conf", "\"akka.tcp://backend@localhost:8090\"",
                         "akka.tcp://backend@localhost:8090"),
            "web-shop.conf:41:34: akka.actor.deployment.\"/stock\".remote: found \":\", wanted a "
            "value, a comma or a line end");
  EXPECT_EQ(with_mistake("web-shop.conf", "upper-bound = 16", "upper-bound = 16 }"),
            "web-shop.conf:65:1: found \"}\", wanted a key");
  EXPECT_EQ(with_mistake("telemetry.conf", "\"window\" :", "\"window\""),
            "telemetry.conf:10:22: telemetry.\"window 250 ms\": found the end of the line, wanted "
            "\"=\", \":\", \"+=\" or \"{\" after a key");
  EXPECT_EQ(with_mistake("telemetry.conf", "${telemetry.port}", "${telemetry.ports}"),
            "telemetry.conf:19:20: akka.remote.dot-netty.tcp.port: found ${telemetry.ports}, which "
            "has no value, wanted a key with a value in the same text");
  EXPECT_EQ(
      with_mistake("auction.conf", "ask-timeout = 15s", "ask-timeout = 15 sec"),
      "auction.conf:4:26: akka.actor.ask-timeout: found \"15 sec\", wanted a duration such as "
      "500ms or 5 s, or infinite");
  EXPECT_EQ(with_mistake("auction.conf", "seed-nodes = [\"akka.tcp://auction@node-a:4053\", ",
                         "seed-nodes = \"akka.tcp://auction@node-a:4053\" # "),
            "auction.conf:24:16: akka.cluster.seed-nodes: found "
            "\"akka.tcp://auction@node-a:4053\", wanted a list");
  EXPECT_EQ(with_mistake("auction.conf", "#reader\"\"\"", "#reader\"\""),
            "auction.conf:12:27: akka.persistence.journal.sql-server.connection-string: found the "
            "end of the text inside \"\"\", wanted a closing \"\"\"");
}

}  // namespace
}  // namespace kebne
