#include "kebne/actor/internal/death_watch.hpp"

#include "kebne/actor/detail/promise_cell.hpp"
#include "kebne/actor/internal/children.hpp"
#include "kebne/actor/internal/extras.hpp"
#include "kebne/actor/internal/system_core.hpp"
#include "kebne/actor/messages.hpp"

#include <fmt/core.h>

#include <string>
#include <vector>

namespace kebne::detail {
namespace {

const RefCell* root_of(const RefCell* cell) noexcept {
  while (cell->parent != nullptr) cell = cell->parent;
  return cell;
}

void tell_target(Local& l, ActorCell& cell, RefCell* target, SystemOp op) {
  acquire_unit(l, &cell);
  push_system(l, static_cast<ActorCell*>(target), op, &cell);
}

std::string what_comes(const Envelope* message) {
  return message != nullptr ? message->type_name() : "Terminated";
}

/// The first watch stands. One that asks for something else would wait for it in vain.
void report_other_watch(ActorCell& cell, RefCell* target, const Envelope* first,
                        const Envelope* now) noexcept {
  const std::uint32_t first_type = first != nullptr ? first->type : 0;
  if (first_type == (now != nullptr ? now->type : 0)) return;
  cell.core->observe([&](Observer& observer) {
    observer.on_misuse(fmt::format(
        "{} watches {} already, for a {}: a second watch, for a {}, changes nothing; unwatch first",
        path_text(&cell), path_text(target), what_comes(first), what_comes(now)));
  });
}

}  // namespace

void watch(ActorCell& cell, RefCell* target, Envelope* message) {
  Local& l = local();
  const auto drop = [&] {
    if (message != nullptr) free_envelope(l, message);
  };
  if (target == nullptr || target == &cell) return drop();
  const bool is_actor = target->kind == RefCell::IsActor;
  if (!is_actor && target->kind != RefCell::IsPromise) return drop();
  WatchList* watching = nullptr;
  try {
    watching = &cell.more().watching;
    if (const WatchList::Entry* entry = watching->find(target)) {
      report_other_watch(cell, target, entry->message, message);
      return drop();
    }
    watching->add(target, message);
    add_ref(target);
  } catch (...) {
    drop();
    throw;
  }
  if (is_actor) return tell_target(l, cell, target, SystemOp::Watch);
  add_ref(target);  // a promise counts as stopped
  push_system(l, &cell, SystemOp::Death, target);
}

void unwatch(ActorCell& cell, RefCell* target) {
  Extras* x = cell.extras;
  if (x == nullptr || target == nullptr) return;
  Local& l = local();
  (void)forget_notice(l, cell, target);
  if (!x->watching.remove(l, target) || target->kind != RefCell::IsActor) return;
  tell_target(l, cell, target, SystemOp::Unwatch);
}

void tell_watcher(Local& l, ActorCell& dead, RefCell* watcher, std::uint64_t end) {
  if (watcher->kind == RefCell::IsPromise) return offer<bool>(l, watcher, true);
  acquire_unit(l, &dead);
  push_system(l, static_cast<ActorCell*>(watcher), SystemOp::Death, &dead, {}, end);
}

void add_watcher(Local& l, ActorCell& cell, RefCell* watcher) {
  WatchList& watchers = cell.more().watchers;
  if (watchers.contains(watcher)) return release_unit(l, watcher);
  watchers.add(watcher);
}

void remove_watcher(Local& l, ActorCell& cell, RefCell* watcher) noexcept {
  if (cell.extras != nullptr) cell.extras->watchers.remove(l, watcher);
  release_unit(l, watcher);
}

void watched_ended(Local& l, ActorCell& cell, RefCell* gone, std::uint64_t end) {
  if (cell.extras == nullptr) return;
  Extras& x = *cell.extras;
  const auto [counted, message] = x.watching.take(gone);
  if (counted == nullptr) return;
  Envelope* notice = message;
  // Watched again while its notice is on the way: that one does. Who ends has no use for any.
  if (x.terminated.contains(gone) || cell.phase >= ActorCell::Terminating) {
    if (notice != nullptr) free_envelope(l, notice);
    return release_unit(l, counted);
  }
  if (notice == nullptr) {
    notice = make_envelope<Terminated>(l, ActorRef::share(gone), (end & EndOf::Confirmed) != 0,
                                       (end & EndOf::Address) != 0);
  }
  notice->flags |= Envelope::Notice;
  x.terminated.add(counted, notice);
  set_sender(l, notice, gone);
  deliver(l, &cell, notice);
}

bool take_notice(Local& l, ActorCell& cell, const Envelope& notice) noexcept {
  if (cell.extras == nullptr) return false;
  const WatchList::Entry* wanted = cell.extras->terminated.find(notice.sender_cell());
  // Another one: this was withdrawn, and the same watched again.
  if (wanted == nullptr || wanted->message != &notice) return false;
  return forget_notice(l, cell, notice.sender_cell());
}

bool forget_notice(Local& l, ActorCell& cell, const RefCell* gone) noexcept {
  if (cell.extras == nullptr) return false;
  const WatchList::Entry on_its_way = cell.extras->terminated.take(gone);
  if (on_its_way.cell == nullptr) return false;
  release_unit(l, on_its_way.cell);  // the notice is the mailbox's
  return true;
}

void address_terminated(Local& l, ActorCell& cell, const RefCell* root) {
  if (cell.extras == nullptr) return;
  const auto from_there = [root](const WatchList& list) {
    std::vector<RefCell*> cells;
    for (const WatchList::Entry& entry : list.entries()) {
      if (root_of(entry.cell) == root) cells.push_back(entry.cell);
    }
    return cells;
  };
  for (RefCell* watcher : from_there(cell.extras->watchers)) {
    cell.extras->watchers.remove(l, watcher);
  }
  for (RefCell* gone : from_there(cell.extras->watching)) {
    watched_ended(l, cell, gone, EndOf::Confirmed | EndOf::Address);
  }
}

void end_watches(Local& l, ActorCell& cell) {
  Extras* x = cell.extras;
  if (x == nullptr) return;
  for (const auto& [watcher, none] : x->watchers.take_all()) {
    tell_watcher(l, cell, watcher, EndOf::Confirmed);
    release_unit(l, watcher);
  }
  for (const auto& [watched, message] : x->watching.take_all()) {
    if (message != nullptr) free_envelope(l, message);
    if (watched->kind == RefCell::IsActor) tell_target(l, cell, watched, SystemOp::Unwatch);
    release_unit(l, watched);
  }
  for (const auto& [gone, notice] : x->terminated.take_all()) release_unit(l, gone);
}

}  // namespace kebne::detail
