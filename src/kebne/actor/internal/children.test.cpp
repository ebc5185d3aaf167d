#include "kebne/actor/internal/children.hpp"

#include "kebne/base/random.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kebne::detail {
namespace {

struct FreesName {
  void operator()(ActorCell* cell) const noexcept {
    cell->free_name();
    delete cell;
  }
};
using OwnedCell = std::unique_ptr<ActorCell, FreesName>;

/// A cell that has a name and nothing else.
OwnedCell cell(const std::string& name) {
  OwnedCell made{new ActorCell{MailboxWord::Closed, 1}};
  made->name_length = 0;
  made->set_name(name);
  return made;
}

void insert(Children& children, ActorCell& child) {
  children.reserve_name();
  children.insert(&child);
}

std::vector<std::string> names(const Children& children) {
  std::vector<std::string> out;
  for (const ActorCell* c = children.first; c != nullptr; c = c->next_sibling) {
    out.emplace_back(c->name_view());
  }
  return out;
}

TEST(Children, FindsWhoIsThere) {
  Children children;
  const auto a = cell("a");
  const auto b = cell("$b");
  EXPECT_EQ(children.find("a"), nullptr);
  insert(children, *a);
  insert(children, *b);

  EXPECT_EQ(children.find("a"), a.get());
  EXPECT_EQ(children.find("$b"), b.get());
  EXPECT_EQ(children.find("b"), nullptr);
  EXPECT_EQ(children.find(""), nullptr);
}

TEST(Children, KeepsTheOrderOfBirth) {
  Children children;
  std::vector<OwnedCell> cells;
  for (const char* name : {"c", "$a", "a", "b"}) {
    insert(children, *cells.emplace_back(cell(name)));
  }
  EXPECT_EQ(names(children), (std::vector<std::string>{"c", "$a", "a", "b"}));

  children.erase(cells[2].get());
  children.erase(cells[0].get());
  EXPECT_EQ(names(children), (std::vector<std::string>{"$a", "b"}));
  children.erase(cells[3].get());
  children.erase(cells[1].get());

  EXPECT_EQ(children.count, 0u);
  EXPECT_EQ(children.first, nullptr);
  EXPECT_EQ(children.last, nullptr);
}

TEST(Children, CountsThoseWhoAreToldToStop) {
  Children children;
  const auto a = cell("a");
  const auto b = cell("b");
  insert(children, *a);
  insert(children, *b);

  children.mark_dying(a.get());
  children.mark_dying(a.get());
  EXPECT_EQ(children.dying, 1u);
  children.erase(b.get());
  children.mark_dying(b.get());  // a reference to one that is gone
  EXPECT_EQ(children.dying, 1u);
  children.erase(a.get());

  EXPECT_EQ(children.dying, 0u);
}

/// Inserts and erases names at random and compares with a map. Few different names, so that the
/// same ones come and go, and long runs of neighbours in the table.
void compare_with_map(std::uint64_t seed, std::uint64_t names_in_play, int steps) {
  SeededRandom dice{seed};
  Children children;
  std::map<std::string, OwnedCell> model;
  for (int i = 0; i < steps; ++i) {
    const std::uint64_t n = dice.next() % names_in_play;
    const std::string name = n % 5 == 0 ? "a-name-too-long-to-lie-in-the-cell-" + std::to_string(n)
                                        : "n" + std::to_string(n);
    const auto found = model.find(name);
    ASSERT_EQ(children.find(name), found != model.end() ? found->second.get() : nullptr)
        << "seed " << seed << ", step " << i << ", " << name;
    if (found == model.end()) {
      insert(children, *model.emplace(name, cell(name)).first->second);
    } else {
      children.erase(found->second.get());
      model.erase(found);
    }
    ASSERT_EQ(children.count, model.size());
  }
  for (const auto& [name, made] : model) EXPECT_EQ(children.find(name), made.get()) << name;
}

TEST(Children, FindsTheSameAsAMap) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    compare_with_map(seed, 20, 1'000);
    compare_with_map(seed, 300, 3'000);
  }
}

}  // namespace
}  // namespace kebne::detail
