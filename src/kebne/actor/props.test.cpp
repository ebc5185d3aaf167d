#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace kebne {
namespace {

/// An argument that counts its copies.
struct Counted {
  explicit Counted(int* to) : copies{to} {}
  Counted(const Counted& other) : copies{other.copies} { ++*copies; }
  Counted(Counted&& other) noexcept = default;
  int* copies;
};

struct Keeper final : Actor {
  Keeper(const Counted&, std::shared_ptr<std::string> text) : text_{std::move(text)} {}
  bool receive(Envelope& e) override {
    if (e.holds<int>()) throw std::runtime_error{"restart"};
    reply(*text_);
    return true;
  }

 private:
  std::shared_ptr<std::string> text_;
};

TEST(Props, CopiesItsArgumentsOnce) {
  TestKit kit;
  int copies = 0;
  const Counted counted{&copies};
  const Props recipe = props<Keeper>(counted, std::make_shared<std::string>("x"));
  const Props again = recipe;
  EXPECT_EQ(copies, 1);

  kit.system().spawn(recipe, "a");
  kit.system().spawn(again);
  kit.run_until_idle();

  EXPECT_EQ(copies, 1);
}

TEST(Props, MovesArgumentsThatItIsGiven) {
  int copies = 0;
  Counted counted{&copies};
  const Props recipe = props<Keeper>(std::move(counted), std::make_shared<std::string>("x"));
  EXPECT_EQ(copies, 0);
}

TEST(Props, BuildsTheActorAgainAtARestart) {
  TestKit kit;
  int copies = 0;
  const ActorRef keeper =
      kit.spawn<Keeper>("keeper", Counted{&copies}, std::make_shared<std::string>("still there"));

  kit.tell(keeper, 1);
  kit.tell(keeper, std::string{});

  EXPECT_EQ(kit.expect<std::string>(), "still there");
  EXPECT_EQ(kit.observer().failures().size(), 1u);
}

TEST(Props, LivesAsLongAsItsActors) {
  TestKit kit;
  const auto text = std::make_shared<std::string>("x");
  int copies = 0;
  ActorRef keeper;
  {
    const Props recipe = props<Keeper>(Counted{&copies}, text);
    keeper = kit.system().spawn(recipe, "keeper");
    EXPECT_EQ(text.use_count(), 2);
  }
  kit.run_until_idle();
  EXPECT_EQ(text.use_count(), 3);

  kit.system().stop(keeper);
  kit.run_until_idle();
  EXPECT_EQ(text.use_count(), 2);  // the recipe goes with the last reference to the actor
  keeper = ActorRef{};

  EXPECT_EQ(text.use_count(), 1);
}

TEST(Props, TakesTextByValue) {
  struct Named final : Actor {
    explicit Named(const std::string& name) { EXPECT_EQ(name, "text"); }
  };
  TestKit kit;
  {
    std::string text = "text";
    kit.spawn<Named>("a", text);
    text = "other";
  }
  kit.run_until_idle();

  EXPECT_TRUE(kit.observer().failures().empty());
}

TEST(Props, WithoutArgumentsIsAConstantOfItsClass) {
  struct Plain final : Actor {};
  EXPECT_EQ(&props<Plain>().rep(), &props<Plain>().rep());
}

}  // namespace
}  // namespace kebne
