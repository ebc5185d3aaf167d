#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kebne {
namespace {

struct Number {
  int value;
};
struct Text {
  std::string text;
};
struct Flag {};
struct Other {};
struct Unique {
  std::unique_ptr<int> value;
};

/// What the actor answers to `message`.
template <class R = std::string, class M>
R answer(TestKit& kit, const ActorRef& actor, M&& message) {
  kit.tell(actor, std::forward<M>(message));
  return kit.expect<R>();
}

class Forms final : public Actor {
 public:
  static void behavior(On<Forms>& on) {
    on.handle<&Forms::by_reference>()
        .handle<&Forms::by_value>()
        .handle<&Forms::by_rvalue>()
        .handle<[](Forms& self, const Other&) { self.reply(std::string{"lambda"}); }>();
  }
  static void second(On<Forms>& on) {
    on.handle<&Forms::const_noexcept>()
        .handle<&Forms::plain_noexcept>()
        .handle<[](Forms&, Text t) noexcept { return "noexcept lambda " + t.text; }>();
  }

 private:
  void by_reference(const Number& n) { reply("number " + std::to_string(n.value)); }
  std::string by_value(Text t) { return "text " + t.text; }
  void by_rvalue(Flag&&) { become<&Forms::second>(); }
  std::string const_noexcept(const Number& n) const noexcept { return std::to_string(n.value); }
  void plain_noexcept(Flag) noexcept { reply(std::string{"flag"}); }
};

TEST(Behavior, TakesHandlersOfEveryForm) {
  TestKit kit;
  const ActorRef forms = kit.spawn<Forms>("forms");

  EXPECT_EQ(answer(kit, forms, Number{3}), "number 3");
  EXPECT_EQ(answer(kit, forms, Text{"x"}), "text x");
  EXPECT_EQ(answer(kit, forms, Other{}), "lambda");
  kit.tell(forms, Flag{});
  EXPECT_EQ(answer(kit, forms, Number{4}), "4");
  EXPECT_EQ(answer(kit, forms, Text{"y"}), "noexcept lambda y");
  EXPECT_EQ(answer(kit, forms, Flag{}), "flag");
  kit.expect_none();
}

class Door final : public Actor {
 public:
  static void behavior(On<Door>& on) { on.handle<&Door::open_it>(); }
  static void open(On<Door>& on) { on.handle<&Door::close_it>(); }

 private:
  void open_it(const Flag&) {
    become<&Door::open>();
    reply(std::string{"opened"});
  }
  void close_it(const Other&) {
    become<&Door::behavior>();
    reply(std::string{"closed"});
  }
};

TEST(Behavior, ChangesFromTheNextMessageOn) {
  TestKit kit;
  const ActorRef door = kit.spawn<Door>("door");

  kit.tell(door, Flag{});
  kit.tell(door, Flag{});  // an open door has no handler for it
  kit.tell(door, Other{});

  EXPECT_EQ(kit.expect<std::string>(), "opened");
  EXPECT_EQ(kit.expect<std::string>(), "closed");
  EXPECT_EQ(kit.observer().unhandled().size(), 1u);
}

TEST(Behavior, IsEachActorsOwn) {
  TestKit kit;
  const ActorRef one = kit.spawn<Door>("one");
  const ActorRef two = kit.spawn<Door>("two");

  EXPECT_EQ(answer(kit, one, Flag{}), "opened");
  EXPECT_EQ(answer(kit, two, Flag{}), "opened");
  EXPECT_EQ(answer(kit, one, Other{}), "closed");
}

class Sorter final : public Actor {
 public:
  static void behavior(On<Sorter>& on) {
    on.handle<&Sorter::first>()
        .when<&Sorter::is_negative>()
        .handle<&Sorter::second>()
        .when<[](Sorter&, const Number& n) { return n.value == 0; }>()
        .handle<&Sorter::third>()
        .when<&Sorter::is_enabled>()
        .handle<&Sorter::text>()
        .handle<&Sorter::never>()
        .otherwise<&Sorter::any>();
  }

 private:
  bool is_negative(const Number& n) { return n.value < 0; }
  bool is_enabled(const Number&) const { return enabled_; }
  std::string first(const Number&) { return "negative"; }
  std::string second(Number) {
    enabled_ = true;
    return "zero";
  }
  std::string third(const Number&) { return "enabled"; }
  std::string text(const Text&) { return "text"; }
  std::string never(const Text&) { return "the second handler of a type"; }
  void any(Envelope& e) { reply("any " + e.type_name()); }

  bool enabled_ = false;
};

TEST(Behavior, TakesTheFirstHandlerWhosePredicateHolds) {
  TestKit kit;
  const ActorRef sorter = kit.spawn<Sorter>("sorter");
  const std::string any_number = "any kebne::(anonymous namespace)::Number";

  EXPECT_EQ(answer(kit, sorter, Number{-1}), "negative");
  EXPECT_EQ(answer(kit, sorter, Number{1}), any_number);
  EXPECT_EQ(answer(kit, sorter, Number{0}), "zero");
  EXPECT_EQ(answer(kit, sorter, Number{1}), "enabled");
  EXPECT_EQ(answer(kit, sorter, Text{}), "text");
  EXPECT_EQ(answer(kit, sorter, Other{}), "any kebne::(anonymous namespace)::Other");
}

class Picky final : public Actor {
 public:
  static void behavior(On<Picky>& on) { on.otherwise<&Picky::any>(); }

 private:
  bool any(Envelope& e) {
    if (!e.holds<Flag>()) return false;
    reply(std::string{"flag"});
    return true;
  }
};

TEST(Behavior, LeavesToUnhandledWhatOtherwiseRefuses) {
  TestKit kit;
  const ActorRef picky = kit.spawn<Picky>("picky");

  EXPECT_EQ(answer(kit, picky, Flag{}), "flag");
  kit.tell(picky, Other{});
  kit.expect_none();

  ASSERT_EQ(kit.observer().unhandled().size(), 1u);
  EXPECT_EQ(kit.observer().unhandled()[0].message, "kebne::(anonymous namespace)::Other");
}

struct Unreachable final : Actor {
  static void behavior(On<Unreachable>& on) {
    on.otherwise<&Unreachable::any>().handle<&Unreachable::flag>();
  }
  void any(Envelope&) {}
  void flag(const Flag&) {}
};
struct TwoOtherwise final : Actor {
  static void behavior(On<TwoOtherwise>& on) {
    on.otherwise<&TwoOtherwise::any>().otherwise<&TwoOtherwise::any>();
  }
  void any(Envelope&) {}
};
struct LonelyWhen final : Actor {
  static void behavior(On<LonelyWhen>& on) { on.when<&LonelyWhen::test>(); }
  bool test(const Flag&) { return true; }
};
struct ForeignWhen final : Actor {
  static void behavior(On<ForeignWhen>& on) {
    on.handle<&ForeignWhen::flag>().when<&ForeignWhen::test>();
  }
  void flag(const Flag&) {}
  bool test(const Other&) { return true; }
};

/// How an actor of class `A` fails to start, without the path.
template <class A>
std::string start_failure() {
  TestKit kit;
  for (int i = 0; i < 2; ++i) kit.spawn<A>("a" + std::to_string(i));  // the second fails as well
  kit.run_until_idle();
  const auto failures = kit.observer().failures();
  EXPECT_EQ(failures.size(), 2u);
  if (failures.empty()) return {};
  EXPECT_EQ(failures[0].outcome, "stop");
  const std::string text = describe_exception(failures[0].cause);
  const std::string before =
      "kebne::InitializationFailed: akka://test/user/a0: constructor threw std::logic_error: ";
  EXPECT_EQ(text.substr(0, before.size()), before);
  return text.substr(before.size());
}

TEST(Behavior, FailsTheStartWhenItIsDeclaredWrongly) {
  EXPECT_EQ(start_failure<Unreachable>(),
            "behavior: handle<>() behind otherwise<>() can never be reached");
  EXPECT_EQ(start_failure<TwoOtherwise>(),
            "behavior: otherwise<>() behind otherwise<>() can never be reached");
  EXPECT_EQ(start_failure<LonelyWhen>(),
            "behavior: when<>() must stand behind the handle<>() it belongs to");
  EXPECT_EQ(start_failure<ForeignWhen>(),
            "behavior: when<>() takes another message type than its handler");
}

struct Deaf final : Actor {
  static void behavior(On<Deaf>&) {}
};

TEST(Behavior, MayBeEmpty) {
  TestKit kit;
  kit.spawn<Deaf>("deaf").tell(Flag{});
  kit.run_until_idle();

  EXPECT_EQ(kit.observer().unhandled().size(), 1u);
}

class Vault final : public Actor {
 public:
  static void behavior(On<Vault>& on) { on.handle<&Vault::keep>().handle<&Vault::look>(); }

 private:
  void keep(Unique u) { kept_ = std::move(u.value); }
  Unique look(const Flag&) { return Unique{std::make_unique<int>(*kept_ + 1)}; }

  std::unique_ptr<int> kept_;
};

TEST(Behavior, TakesAndAnswersWithWhatCanOnlyBeMoved) {
  TestKit kit;
  const ActorRef vault = kit.spawn<Vault>("vault");

  kit.tell(vault, Unique{std::make_unique<int>(41)});

  EXPECT_EQ(*answer<Unique>(kit, vault, Flag{}).value, 42);
}

template <int N>
struct Kind {
  int value;
};

/// One handler for each of many message types.
class Wide final : public Actor {
 public:
  static void behavior(On<Wide>& on) { declare(on, std::make_integer_sequence<int, 100>{}); }

 private:
  template <int... N>
  static void declare(On<Wide>& on, std::integer_sequence<int, N...>) {
    (on.handle<&Wide::get<N>>(), ...);
  }
  template <int N>
  int get(const Kind<N>& k) {
    return N * 1000 + k.value;
  }
};

template <int... N>
void ask_all(TestKit& kit, const ActorRef& wide, std::integer_sequence<int, N...>) {
  const std::vector<int> answers{answer<int>(kit, wide, Kind<N>{7})...};
  EXPECT_EQ(answers, (std::vector<int>{(N * 1000 + 7)...}));
}

TEST(Behavior, FindsEachOfManyHandlers) {
  TestKit kit;
  const ActorRef wide = kit.spawn<Wide>("wide");

  ask_all(kit, wide, std::make_integer_sequence<int, 100>{});
  kit.tell(wide, Kind<100>{});
  kit.expect_none();

  EXPECT_EQ(kit.observer().unhandled().size(), 1u);
}

}  // namespace
}  // namespace kebne
