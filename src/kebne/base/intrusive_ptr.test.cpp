#include "kebne/base/intrusive_ptr.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace kebne {
namespace {

struct Counted {
  int count = 0;
  void add_ref() noexcept { ++count; }
  void release() noexcept { --count; }
};

using Pointer = IntrusivePtr<Counted>;

TEST(IntrusivePtr, OwnsOneCountFromConstructionToDestruction) {
  Counted object;
  {
    const Pointer p{&object};
    EXPECT_EQ(object.count, 1);
    EXPECT_EQ(p.get(), &object);
  }
  EXPECT_EQ(object.count, 0);
}

TEST(IntrusivePtr, CountsItsCopies) {
  Counted object;
  const Pointer p{&object};

  Pointer copy{p};
  EXPECT_EQ(object.count, 2);
  copy = p;
  EXPECT_EQ(object.count, 2);
}

TEST(IntrusivePtr, MovesWithoutCounting) {
  Counted object;
  Pointer p{&object};

  Pointer moved{std::move(p)};

  EXPECT_EQ(object.count, 1);
  EXPECT_EQ(p.get(), nullptr);
  EXPECT_EQ(moved.get(), &object);
}

TEST(IntrusivePtr, GivesBackWhatAnAssignmentReplaces) {
  Counted a;
  Counted b;
  Pointer p{&a};

  p = Pointer{&b};
  EXPECT_EQ(a.count, 0);
  EXPECT_EQ(b.count, 1);
  p = nullptr;
  EXPECT_EQ(b.count, 0);
}

TEST(IntrusivePtr, SurvivesAssignmentToItself) {
  Counted object;
  Pointer p{&object};
  Pointer& same = p;

  p = same;
  EXPECT_EQ(object.count, 1);
  p = std::move(same);
  EXPECT_EQ(object.count, 1);
  EXPECT_EQ(p.get(), &object);
}

TEST(IntrusivePtr, AdoptsAndDetachesACountAsItIs) {
  Counted object;
  object.add_ref();

  Pointer p = Pointer::adopt(&object);
  EXPECT_EQ(object.count, 1);

  EXPECT_EQ(p.detach(), &object);
  EXPECT_EQ(object.count, 1);
  EXPECT_FALSE(p);
}

TEST(IntrusivePtr, ResetGivesTheCountBack) {
  Counted object;
  Pointer p{&object};

  p.reset();

  EXPECT_EQ(object.count, 0);
  EXPECT_TRUE(p == nullptr);
}

TEST(IntrusivePtr, NullOwnsNothing) {
  Counted* none = nullptr;
  const Pointer p{none};
  const Pointer copy{p};

  EXPECT_FALSE(copy);
  EXPECT_TRUE(copy == Pointer{});
}

TEST(IntrusivePtr, ComparesByIdentity) {
  Counted objects[2];
  const Pointer a{&objects[0]};
  const Pointer b{&objects[1]};

  EXPECT_TRUE(a == Pointer{&objects[0]});
  EXPECT_TRUE(a != b);
  EXPECT_TRUE(a < b);
}

}  // namespace
}  // namespace kebne
