#include "kebne/actor/extension.hpp"

#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace kebne {
namespace {

std::vector<std::string>& events() {
  static std::vector<std::string> all;
  return all;
}

struct Base {
  Base() { events().push_back("Base"); }
  ~Base() { events().push_back("~Base"); }
};

struct Dependent {
  ActorSystem& system;
  explicit Dependent(ActorSystem& of) : system{of} {
    (void)system.extension<Base>();
    events().push_back("Dependent of " + system.name());
  }
  ~Dependent() { events().push_back("~Dependent"); }
};

struct Selfish {
  explicit Selfish(ActorSystem& system) { (void)system.extension<Selfish>(); }
};

struct FailsOnce {
  explicit FailsOnce(ActorSystem&) {
    static int times = 0;
    if (times++ == 0) throw std::runtime_error{"not yet"};
  }
};

struct ExtensionTest : testing::Test {
  ExtensionTest() { events().clear(); }
};

TEST_F(ExtensionTest, IsMadeOnceAndOnDemand) {
  TestKit kit;
  EXPECT_FALSE(kit.system().has_extension<Base>());
  Base& first = kit.system().extension<Base>();
  EXPECT_EQ(&kit.system().extension<Base>(), &first);
  EXPECT_TRUE(kit.system().has_extension<Base>());
  EXPECT_EQ(events(), std::vector<std::string>{"Base"});
}

TEST_F(ExtensionTest, GoesWithItsSystemTheLastOneFirst) {
  {
    TestKit kit{"s"};
    (void)kit.system().extension<Dependent>();
  }
  EXPECT_EQ(events(), (std::vector<std::string>{"Base", "Dependent of s", "~Dependent", "~Base"}));
}

TEST_F(ExtensionTest, IsEachSystemsOwn) {
  TestKit one;
  TestKit other;
  EXPECT_NE(&one.system().extension<Base>(), &other.system().extension<Base>());
}

TEST_F(ExtensionTest, IsTriedAgainAfterAFailure) {
  TestKit kit;
  EXPECT_THROW((void)kit.system().extension<FailsOnce>(), std::runtime_error);
  EXPECT_FALSE(kit.system().has_extension<FailsOnce>());
  (void)kit.system().extension<FailsOnce>();
  EXPECT_TRUE(kit.system().has_extension<FailsOnce>());
}

TEST_F(ExtensionTest, MayNotAskForItself) {
  TestKit kit;
  EXPECT_THROW((void)kit.system().extension<Selfish>(), std::logic_error);
}

TEST_F(ExtensionTest, IsMadeByNameWithTheSystem) {
  const auto executor = std::make_shared<StepExecutor>();
  {
    ActorSystem system{"s",
                       {.executor = executor,
                        .extensions = {"My.Dependent"},
                        .extension_types = {extension_type<Base>("My.Base"),
                                            extension_type<Dependent>("My.Dependent")}}};
    EXPECT_TRUE(system.has_extension<Dependent>());
    EXPECT_EQ(system.settings().extensions, std::vector<std::string>{"My.Dependent"});
  }
  EXPECT_EQ(events().size(), 4u);
}

TEST_F(ExtensionTest, OfAnUnknownNameIsRefused) {
  try {
    const ActorSystem system{
        "s", {.extensions = {"x"}, .extension_types = {extension_type<Base>("My.Base")}}};
    FAIL() << "wanted a ConfigError";
  } catch (const ConfigError& e) {
    EXPECT_STREQ(e.what(), "akka.extensions: found \"x\", wanted \"My.Base\"");
  }
}

TEST_F(ExtensionTest, ThatFailsByNameFailsTheSystem) {
  struct Bad {
    Bad() { throw std::runtime_error{"bad"}; }
  };
  EXPECT_THROW(
      (ActorSystem{"s", {.extensions = {"Bad"}, .extension_types = {extension_type<Bad>("Bad")}}}),
      std::runtime_error);
}

}  // namespace
}  // namespace kebne
