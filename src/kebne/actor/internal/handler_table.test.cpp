#include "kebne/actor/detail/handler_table.hpp"

#include "kebne/actor/actor.hpp"
#include "kebne/base/random.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace kebne::detail {
namespace {

std::uint32_t last_type = 0;
int last_handler = 0;

template <int N>
bool note(Actor&, Envelope& e) {
  last_type = e.type;
  last_handler = N;
  return true;
}
bool refuse(Actor&, Envelope&) { return false; }
bool never(Actor&, Envelope&) { return false; }
bool always(Actor&, Envelope&) { return true; }

/// The handlers here look at nothing but the envelope's type, so no actor is needed.
Actor& no_actor() {
  alignas(Actor) static std::byte memory[sizeof(Actor)];
  return *reinterpret_cast<Actor*>(memory);
}

bool handles(const HandlerTable& table, std::uint32_t type) {
  Envelope e{};
  e.type = type;
  last_type = 0;
  last_handler = 0;
  return table.handle(no_actor(), e);
}

TEST(HandlerTable, FindsEachTypeAndNoOther) {
  SeededRandom dice{1};
  for (int round = 0; round < 200; ++round) {
    std::vector<HandlerCase> declared;
    std::vector<bool> is_declared(3'000, false);
    for (std::uint64_t i = dice.next() % 40; i > 0; --i) {
      const auto type = static_cast<std::uint32_t>(1 + dice.next() % 2'999);
      declared.push_back({type, &note<1>, nullptr});
      is_declared[type] = true;
    }
    const HandlerTable table{declared};
    for (std::uint32_t type = 1; type < 3'000; ++type) {
      ASSERT_EQ(handles(table, type), is_declared[type]) << "type " << type;
      ASSERT_EQ(last_type, is_declared[type] ? type : 0);
    }
  }
}

TEST(HandlerTable, TakesTheFirstOfTwoForAType) {
  const HandlerTable table{{{5, &note<1>, nullptr}, {5, &note<2>, nullptr}}};

  EXPECT_TRUE(handles(table, 5));
  EXPECT_EQ(last_handler, 1);
}

TEST(HandlerTable, TriesHandlersWithPredicatesInOrder) {
  const HandlerTable table{{{5, &note<1>, &never},
                            {6, &note<2>, nullptr},
                            {5, &note<3>, &always},
                            {5, &note<4>, nullptr}}};

  EXPECT_TRUE(handles(table, 5));
  EXPECT_EQ(last_handler, 3);
  EXPECT_TRUE(handles(table, 6));
  EXPECT_EQ(last_handler, 2);
}

TEST(HandlerTable, GoesOnWhereAHandlerRefuses) {
  const HandlerTable table{{{5, &refuse, &always}, {5, &note<2>, &always}, {0, &note<3>, nullptr}}};

  EXPECT_TRUE(handles(table, 5));
  EXPECT_EQ(last_handler, 2);
  EXPECT_TRUE(handles(table, 77));
  EXPECT_EQ(last_handler, 3);
}

TEST(HandlerTable, HandlesNothingWhenEmpty) {
  const HandlerTable table{{}};

  for (std::uint32_t type = 1; type < 10; ++type) EXPECT_FALSE(handles(table, type));
}

}  // namespace
}  // namespace kebne::detail
