#include "kebne/actor/actor.hpp"
#include "kebne/actor/actor_path.hpp"
#include "kebne/actor/actor_system.hpp"
#include "kebne/actor/address.hpp"
#include "kebne/actor/behavior.hpp"
#include "kebne/testkit/test_kit.hpp"
#include "tests/support/table.hpp"
#include "tests/support/words.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <compare>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kebne {
namespace {

using test::Row;
using test::Scenarios;
using test::throws;
using test::word;

const Address local{"akka", "sys"};
const Address remote{"akka.tcp", "sys", "h", 1};
const ActorPath root{local};

template <class T>
std::string or_null(const std::optional<T>& value) {
  return value ? fmt::format("{}", *value) : "null";
}

std::string joined(const std::vector<std::string_view>& texts, std::string_view separator) {
  std::string out;
  for (const std::string_view text : texts) {
    if (!out.empty()) out += separator;
    out += text;
  }
  return out;
}

std::string parse_path(const Row& row) {
  const Result<ActorPath> path = ActorPath::parse(row.input);
  if (!path) return throws(path.error());
  const Address& address = path->address();
  return fmt::format(
      "address={} host={} port={} name={} uid={} elements=[{}] noaddr={} str={} serialized={} "
      "depth={}",
      address.to_string(), or_null(address.host()), or_null(address.port()), path->name(),
      path->uid(), joined(path->elements(), "|"), path->to_string_without_address(),
      path->to_string(), path->to_serialization_format(), path->depth());
}

std::string try_parse_path(const Row& row) {
  return std::string{word(ActorPath::parse(row.input).has_value())};
}

std::string parse_address(const Row& row) {
  const Result<Address> address = Address::parse(row.input);
  if (!address) return throws(address.error());
  return fmt::format("protocol={} system={} host={} port={} local={} global={} str={} hostport={}",
                     address->protocol(), address->system(), or_null(address->host()),
                     or_null(address->port()), word(address->has_local_scope()),
                     word(address->has_global_scope()), address->to_string(), address->host_port());
}

std::string sign(std::strong_ordering order) {
  if (order == 0) return "0";
  return order < 0 ? "-1" : "1";
}

void add_address_rows(Scenarios& rows) {
  rows.each("Address.Parse", parse_address);
  rows.add("Address ctor", "akka, sys, host only", [](const Row&) {
    return Address{"akka.tcp", "sys", "h", std::nullopt}.to_string();
  });
  rows.add("Address ctor", "port only", [](const Row&) {
    return Address{"akka.tcp", "sys", {}, 1}.to_string();
  });
  rows.add("Address equality is case sensitive", "sys@Host vs sys@host", [](const Row&) {
    const Address upper{"akka.tcp", "sys", "Host", 1};
    return std::string{word(upper == Address{"akka.tcp", "sys", "host", 1})};
  });
}

void add_path_rows(Scenarios& rows) {
  rows.each("ActorPath.Parse", parse_path);
  rows.each("ActorPath.TryParse", try_parse_path);
  rows.add("root format", "akka://sys", [](const Row&) {
    return fmt::format("{} | {} | name={} | depth={}", root.to_string(),
                       root.to_string_without_address(), root.name(), root.depth());
  });
  rows.add("child", "root / user / a",
           [](const Row&) { return (root / "user" / "a").to_string(); });
  rows.add("child list", "root / [user,a,b]", [](const Row&) {
    ActorPath path = root;
    for (const std::string_view name : {"user", "a", "b"}) path = path / name;
    return path.to_string();
  });
  rows.add("child with uid", "WithUid(7)", [](const Row&) {
    const ActorPath path = (root / "user" / "a").with_uid(7);
    return fmt::format("{} | ser={} | withuid={} | uid={}", path.to_string(),
                       path.to_serialization_format(), path.to_serialization_format(), path.uid());
  });
  rows.add("child name with #", "root / 'a#5'", [](const Row&) {
    const ActorPath path = root / "user" / "a#5";
    return fmt::format("{} name={} uid={}", path.to_string(), path.name(), path.uid());
  });
  rows.add("child name empty", "root / ''", [](const Row&) { return (root / "").to_string(); });
  rows.add("parent", "/user/a",
           [](const Row&) { return (root / "user" / "a").parent().to_string(); });
  rows.add("parent of root", "", [](const Row&) { return root.parent().to_string(); });
  rows.add("with address", "ToStringWithAddress(local->remote)",
           [](const Row&) { return (root / "user" / "a").to_string_with_address(remote); });
  rows.add("with address", "remote path keeps own", [](const Row&) {
    return (ActorPath{remote} / "user" / "a").to_string_with_address({"akka.tcp", "x", "y", 9});
  });
  rows.add("serialization with address", "uid 7", [](const Row&) {
    return (root / "user" / "a").with_uid(7).to_serialization_format_with_address(remote);
  });
  rows.add("undefined uid", "", [](const Row&) { return std::to_string((root / "a").uid()); });
}

void add_comparison_rows(Scenarios& rows) {
  rows.add("equality ignores uid", "uid 1 vs uid 2", [](const Row&) {
    const ActorPath a = (root / "a").with_uid(1);
    const ActorPath b = (root / "a").with_uid(2);
    const std::hash<ActorPath> hash;
    return fmt::format("{} hash equal={}", word(a == b), word(hash(a) == hash(b)));
  });
  rows.add("equality uses address", "local vs remote",
           [](const Row&) { return std::string{word(root / "a" == ActorPath{remote} / "a")}; });
  rows.add("compare", "a vs b", [](const Row&) { return sign(root / "a" <=> root / "b"); });
  rows.add("compare", "a/b vs a", [](const Row&) { return sign(root / "a" / "b" <=> root / "a"); });
  rows.add("compare", "b vs a/b", [](const Row&) { return sign(root / "b" <=> root / "a" / "b"); });
}

using Texts = std::shared_ptr<std::vector<std::string>>;

/// Writes down where it is when it starts.
class Locator final : public Actor {
 public:
  explicit Locator(Texts log) : log_{std::move(log)} {}

  void pre_start() override {
    const ActorPath path = self().path();
    const std::string text = ActorRef{self()}.to_string();
    log_->push_back(text.substr(0, text.find('#')) + "#uid");
    log_->push_back(path.to_string());
    log_->push_back(std::string{"uidNonZero="} + (path.uid() != 0 ? "True" : "False"));
    log_->push_back("parent=" + parent().path().to_string());
  }

 private:
  Texts log_;
};

struct WhoAmI {
  using Reply = std::string;
};

/// Tells an asker the path of the asker.
class Mirror final : public Actor {
 public:
  static void behavior(On<Mirror>& on) { on.handle<&Mirror::who>(); }
  void who(const WhoAmI&) { reply(sender().path().to_string_without_address()); }
};

void add_live_rows(Scenarios& rows) {
  rows.add("live ref", "Self.ToString; Path; Uid; Parent", [](const Row&) {
    TestKit kit{"s"};
    const Texts log = std::make_shared<std::vector<std::string>>();
    kit.spawn<Locator>("x", log);
    kit.run_until_idle();
    return joined({log->begin(), log->end()}, "; ");
  });
  rows.add("well known refs", "DeadLetters, Nobody, guardian, system guardian", [](const Row&) {
    TestKit kit{"s"};
    const ActorSystem& system = kit.system();
    return fmt::format(
        "{} | {} | {} | {} | {}", system.dead_letters().path().to_string(),
        ActorRef::nobody().path().to_string(), system.user_guardian().path().to_string(),
        system.system_guardian().path().to_string(), system.root_guardian().path().to_string());
  });
  rows.add("temp path", "Provider.TempPath() x3", [](const Row&) {
    TestKit kit{"s"};
    const ActorRef mirror = kit.spawn<Mirror>("mirror");
    // In the recording the first two names were taken.
    std::vector<std::string> seen;
    for (int i = 0; i < 5; ++i) seen.push_back(kit.system().ask<WhoAmI>(mirror).get());
    return joined({seen.begin() + 2, seen.end()}, " | ");
  });
}

TEST(PathsTable, EveryRowHolds) {
  Scenarios rows;
  add_address_rows(rows);
  add_path_rows(rows);
  add_comparison_rows(rows);
  add_live_rows(rows);

  for (const std::string& problem : test::check_table(KEBNE_TEST_DATA, "paths", rows)) {
    ADD_FAILURE() << problem;
  }
}

}  // namespace
}  // namespace kebne
