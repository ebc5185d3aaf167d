#include "kebne/config/unknown_keys.hpp"

#include "kebne/config/internal/known_keys.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace kebne {
namespace {

std::string unknown(std::string_view text) {
  std::string out;
  for (const UnknownKey& key : unknown_keys(Config::text(text, "app.conf"))) {
    out += key.to_string() + "\n";
  }
  return out;
}

TEST(UnknownKeys, NamesTheNearestKnownKey) {
  EXPECT_EQ(unknown("akka {\n  loglvel = DEBUG\n}"),
            "app.conf:2:13: akka.loglvel: unknown key, perhaps akka.loglevel is meant\n");
  EXPECT_EQ(unknown("akka.actor.defualt-dispatcher.throughput = 1"),
            "app.conf:1:44: akka.actor.defualt-dispatcher.throughput: unknown key, perhaps "
            "akka.actor.default-dispatcher.throughput is meant\n");
  EXPECT_EQ(unknown("akka.nothing-like-it-at-all = 1"),
            "app.conf:1:31: akka.nothing-like-it-at-all: unknown key\n");
}

TEST(UnknownKeys, LooksAtItsOwnTreesOnly) {
  EXPECT_EQ(unknown("serilog.level = x, my-dispatcher { typo = 1 }"), "");
  EXPECT_NE(unknown("kebne.default-pool.worker = 1"), "");
}

TEST(UnknownKeys, NamesEveryLeafOnce) {
  EXPECT_EQ(unknown("akka.x { a = 1, b { c = [1], d {} } }"),
            "app.conf:1:14: akka.x.a: unknown key\n"
            "app.conf:1:25: akka.x.b.c: unknown key\n"
            "app.conf:1:32: akka.x.b.d: unknown key\n");
}

TEST(UnknownKeys, AKeyBelowAValueIsUnknown) {
  EXPECT_EQ(unknown("akka.loglevel { min = INFO }"),
            "app.conf:1:23: akka.loglevel.min: unknown key, perhaps akka.loglevel is meant\n");
}

TEST(UnknownKeys, ReferenceIsKnown) { EXPECT_TRUE(unknown_keys(Config::reference()).empty()); }

TEST(UnknownKeys, KeysThatMeanNothingHereAreKnown) {
  EXPECT_EQ(unknown("akka { suppress-json-serializer-warning = on, daemonic = off\n"
                    "io.tcp.batch-accept-limit = 10\n"
                    "remote.dot-netty.tcp.server-socket-worker-pool.pool-size-min = 2 }"),
            "");
}

TEST(UnknownKeys, NamesThatUsersChooseAreKnown) {
  EXPECT_EQ(unknown(R"(akka {
    actor.deployment {
      /gateway/worker { router = round-robin-pool, nr-of-instances = 5, resizer.enabled = on }
      "/*/x".cluster.enabled = on
    }
    actor.serializers.mine = "Shop.Serializer, Shop"
    actor.serialization-bindings."Shop.Order, Shop" = mine
    actor.my-dispatcher { type = Dispatcher, executor = fork-join-executor, throughput = 5 }
    coordinated-shutdown.phases.mine { depends-on = [service-stop], timeout = 3s }
    persistence.journal.plugin = akka.persistence.journal.sqlite
    persistence.journal.sqlite.connection-string = "x"
    cluster.role.front.min-nr-of-members = 2
  })"),
            "");
}

TEST(UnknownKeys, KeysOfDispatchersThatAkkaDoesNotHaveAreKnown) {
  EXPECT_EQ(unknown(R"(akka.actor {
    default-dispatcher.coalesce-sends = on
    default-fork-join-dispatcher.dedicated-thread-pool.affinity = [0]
    my-dispatcher { type = Dispatcher, coalesce-sends = on }
  })"),
            "");
}

TEST(UnknownKeys, SlipsInsideChosenNamesAreFound) {
  EXPECT_EQ(unknown(R"(akka.actor.deployment { /a { rooter = x } })"),
            "app.conf:1:39: akka.actor.deployment.\"/a\".rooter: unknown key, perhaps "
            "akka.actor.deployment.\"/a\".router is meant\n");
  EXPECT_EQ(unknown("akka.actor.my-dispatcher { type = Dispatcher, througput = 5 }"),
            "app.conf:1:59: akka.actor.my-dispatcher.througput: unknown key, perhaps "
            "akka.actor.my-dispatcher.throughput is meant\n");
}

TEST(EditDistance, CountsChangesUpToTheMost) {
  using detail::hocon::edit_distance;

  EXPECT_EQ(edit_distance("kitten", "sitting", 9), 3u);
  EXPECT_EQ(edit_distance("same", "same", 0), 0u);
  EXPECT_EQ(edit_distance("", "abc", 9), 3u);
  EXPECT_EQ(edit_distance("kitten", "sitting", 2), 3u);
  EXPECT_EQ(edit_distance("a", "aaaaaaaaaa", 4), 5u);
  EXPECT_EQ(edit_distance("aaab", "baaa", 2), 2u);
  EXPECT_EQ(edit_distance("abcabcabc", "cabcabcab", 2), 2u);
  EXPECT_EQ(edit_distance("abcabcabc", "cabcabcab", 1), 2u);
  EXPECT_EQ(edit_distance("aaa", "bbbcc", 5), 5u);
}

}  // namespace
}  // namespace kebne
