#include "kebne/actor/detail/ref_cell.hpp"

#include "kebne/actor/detail/deliver.hpp"
#include "kebne/actor/detail/local.hpp"
#include "kebne/actor/detail/promise_cell.hpp"
#include "kebne/actor/internal/children.hpp"
#include "kebne/actor/internal/extras.hpp"
#include "kebne/actor/internal/system_core.hpp"
#include "kebne/base/base64_name.hpp"

#include <cstring>
#include <new>
#include <vector>

namespace kebne::detail {
namespace {

constexpr std::string_view nobody_path = "akka://all-systems/";

/// Builds a cell over a pool node; the node's owner passes on.
template <class Cell, class... Args>
Cell* build_cell(Local& l, RefCell::Kind kind, RefCell* parent, Args&&... args) {
  Node* node = l.cells.take();
  const std::uint16_t owner = node->owner;
  auto* cell = new (static_cast<void*>(node)) Cell(std::forward<Args>(args)...);
  Local::bump(l.cells_made);
  cell->owner = owner;
  cell->kind = kind;
  cell->uid = 0;
  cell->name_length = 0;
  cell->dispatcher = nullptr;
  cell->parent = parent;
  if (parent != nullptr) acquire_unit(l, parent);
  return cell;
}

/// Destroys a cell's object and gives the node back. Returns whom it had a reference to.
template <class Cell>
RefCell* unbuild_cell(Local& l, Cell* cell) noexcept {
  RefCell* parent = cell->parent;
  const std::uint16_t owner = cell->owner;
  cell->free_name();
  cell->~Cell();
  Node* node = new (static_cast<void*>(cell)) Node{};
  node->owner = owner;
  Local::bump(l.cells_freed);
  l.cells.give(node);
  return parent;
}

RefCell* destroy_one(Local& l, RefCell* cell) noexcept {
  if (cell->kind == RefCell::IsActor) {
    auto* actor = static_cast<ActorCell*>(cell);
    actor->props->release();
    delete actor->extras;
    delete actor->children;
    SystemCore* core = actor->parent == nullptr ? actor->core : nullptr;
    RefCell* parent = unbuild_cell(l, actor);
    if (core != nullptr) core->release();
    return parent;
  }
  if (cell->kind == RefCell::IsPromise) {
    auto* promise = static_cast<PromiseCell*>(cell);
    if (promise->reply != nullptr) free_envelope(l, promise->reply);
    delete promise->continuation;
    if (promise->asked != nullptr) release_unit(l, promise->asked);
    return unbuild_cell(l, promise);
  }
  return unbuild_cell(l, cell);
}

}  // namespace

std::string_view RefCell::name_view() const noexcept {
  if (name_length != long_name_mark) return {name, name_length};
  std::uint16_t length;
  std::memcpy(&length, long_name, sizeof length);
  return {long_name + sizeof length, length};
}

void RefCell::set_name(std::string_view text) {
  if (text.size() <= inline_name) {
    std::memcpy(name, text.data(), text.size());
    name_length = static_cast<std::uint8_t>(text.size());
    return;
  }
  const auto length = static_cast<std::uint16_t>(text.size());
  long_name = static_cast<char*>(::operator new(sizeof length + text.size()));
  std::memcpy(long_name, &length, sizeof length);
  std::memcpy(long_name + sizeof length, text.data(), text.size());
  name_length = long_name_mark;
}

void RefCell::free_name() noexcept {
  if (name_length == long_name_mark) ::operator delete(long_name);
}

std::string RefCell::path_name() const {
  if (kind == IsPromise) return base64_name(static_cast<const PromiseCell*>(this)->number);
  return std::string{name_view()};
}

std::string RefCell::path_elements() const {
  if (parent == nullptr) return std::string{"/", 1};
  std::vector<const RefCell*> line;  // not by recursion: a tree may be very deep
  for (const RefCell* cell = this; cell->parent != nullptr; cell = cell->parent) {
    line.push_back(cell);
  }
  std::string path;
  for (auto cell = line.rbegin(); cell != line.rend(); ++cell) {
    path += '/';
    path += (*cell)->path_name();
  }
  return path;
}

SystemCore* RefCell::system() const noexcept {
  if (kind == IsNobody) return nullptr;
  const RefCell* cell = this;
  while (cell->kind != IsActor) cell = cell->parent;
  return static_cast<const ActorCell*>(cell)->core;
}

std::string path_text(const RefCell* cell) {
  const SystemCore* core = cell->system();
  if (core == nullptr) return std::string{nobody_path};
  return core->address.to_string() + cell->path_elements();
}

RefCell* make_plain_cell(RefCell::Kind kind, RefCell* parent, std::string_view name) {
  auto* cell = build_cell<RefCell>(local(), kind, parent, MailboxWord::Closed, 1);
  cell->set_name(name);
  return cell;
}

ActorCell* make_actor_cell(Local& l, SystemCore& core, RefCell* parent, PropsRep& recipe,
                           std::string_view name, Dispatcher& on, std::uint64_t word) {
  // Its own unit, the caller's, and the first credits.
  auto* cell = build_cell<ActorCell>(l, RefCell::IsActor, parent, word, 2 + credit_batch);
  cell->credits = credit_batch;
  cell->dispatcher = &on;
  cell->core = &core;
  if (core.counts == nullptr) {
    cell->runnable.run = [](Runnable* r, Local& on_thread) noexcept {
      return ActorCell::of(r)->run(on_thread);
    };
  } else {
    cell->runnable.run = [](Runnable* r, Local& on_thread) noexcept {
      return ActorCell::of(r)->run_counted(on_thread);
    };
  }
  cell->props = &recipe;
  recipe.add_ref();
  try {
    cell->set_name(name);
  } catch (...) {
    destroy_cell(l, cell);
    throw;
  }
  cell->uid = core.next_uid(l);
  return cell;
}

PromiseCell* make_promise_cell(SystemCore& core) {
  auto* promise = build_cell<PromiseCell>(local(), RefCell::IsPromise, core.temp,
                                          MailboxWord::Promise, 1, core.next_temp());
  promise->dispatcher = &core.default_dispatcher;
  return promise;
}

void destroy_cell(Local& l, RefCell* cell) noexcept {
  while (cell != nullptr) {  // a loop: a chain of last children must not recurse
    RefCell* up = destroy_one(l, cell);
    cell = nullptr;
    if (up == nullptr || (l.defers && l.deferred.put_if_room(up))) continue;
    // acq_rel: as in release_refs.
    if (up->refs.fetch_sub(1, std::memory_order_acq_rel) == 1) cell = up;
  }
}

}  // namespace kebne::detail
