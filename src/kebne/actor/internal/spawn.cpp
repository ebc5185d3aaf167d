// How an actor comes to be: its name, where it runs, how its mail waits.
#include "kebne/actor/detail/actor_cell.hpp"
#include "kebne/actor/detail/deliver.hpp"
#include "kebne/actor/errors.hpp"
#include "kebne/actor/internal/actor_life.hpp"
#include "kebne/actor/internal/children.hpp"
#include "kebne/actor/internal/deploy.hpp"
#include "kebne/actor/internal/extras.hpp"
#include "kebne/actor/internal/logging/debug_log.hpp"
#include "kebne/actor/internal/mailbox/mailbox.hpp"
#include "kebne/actor/internal/system_core.hpp"
#include "kebne/base/base64_name.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kebne::detail {
namespace {

/// Where a new actor runs, and how its mail waits.
struct Place {
  Dispatcher* dispatcher;
  std::unique_ptr<Mailbox> mailbox;  ///< null: in the word, first in, first out

  /// Nobody came to live there.
  void give_up() noexcept {
    if (dispatcher->leave != nullptr) dispatcher->leave(*dispatcher);
  }
};

/// The names below /user on the way to a child; empty for one that is not there.
std::vector<std::string_view> names_below_user(const ActorCell& parent, std::string_view child) {
  std::vector<std::string_view> names{child};
  const RefCell* cell = &parent;
  for (; cell->parent != nullptr && cell->parent->parent != nullptr; cell = cell->parent) {
    names.push_back(cell->name_view());
  }
  if (cell != parent.core->user) return {};
  std::reverse(names.begin(), names.end());
  return names;
}

/// What the configuration says of the path, what the recipe says, the dispatcher, the class of the
/// actor, the default: the first that says something decides.
Place choose_place(const ActorCell& parent, const PropsRep& recipe, std::string_view child_name) {
  SystemCore& core = *parent.core;
  const DeploymentSettings* deployed = nullptr;
  if (!core.deployments.empty()) {
    const auto path = names_below_user(parent, child_name);
    if (!path.empty()) deployed = DeploymentSettings::find(core.deployments, path);
  }
  const auto said = [&](std::string DeploymentSettings::*by_path,
                        std::string Deploy::*by_recipe) -> std::string_view {
    if (deployed != nullptr && !(deployed->*by_path).empty()) return deployed->*by_path;
    return recipe.deploy != nullptr ? std::string_view{recipe.deploy->*by_recipe}
                                    : std::string_view{};
  };
  const std::string_view dispatcher = said(&DeploymentSettings::dispatcher, &Deploy::dispatcher);
  DispatcherEntry& entry =
      dispatcher.empty() ? core.dispatchers.default_entry() : core.dispatchers.lookup(dispatcher);
  std::unique_ptr<Mailbox> mailbox = core.mailboxes.make(
      said(&DeploymentSettings::mailbox, &Deploy::mailbox), entry.settings, recipe.required);
  return {&entry.attach(), std::move(mailbox)};
}

Place place_of(const ActorCell& parent, const PropsRep& recipe, std::string_view child_name,
               Dispatcher* given) {
  SystemCore& core = *parent.core;
  if (given == nullptr && (core.places_differ || recipe.has_wishes())) {
    return choose_place(parent, recipe, child_name.empty() ? "$" : child_name);
  }
  Dispatcher& where = given != nullptr ? *given : core.default_dispatcher;
  where.executor->start();
  return {&where, nullptr};
}

void check_name(const ActorCell& parent, std::string_view name) {
  if (name.empty()) return;
  if (const Result<void> good = ActorPath::check_name(name); !good) {
    throw NameError{fmt::format("{}: {}", path_text(&parent), good.error().text)};
  }
}

/// Whether interceptors see the children: those of users' actors.
bool is_intercepted(const ActorCell& parent) noexcept {
  const SystemCore& core = *parent.core;
  if (core.interceptors.empty()) return false;
  for (const RefCell* cell = &parent; cell != nullptr; cell = cell->parent) {
    if (cell == core.system_guardian) return false;
  }
  return true;
}

/// A cell in its place, that has not run yet. Throws `std::bad_alloc`.
ActorCell* make_child(Local& l, ActorCell& parent, PropsRep& recipe, std::string_view name,
                      Place& place) {
  const std::uint64_t bits = place.mailbox != nullptr ? place.mailbox->word_bits() : 0;
  ActorCell* child = make_actor_cell(l, *parent.core, &parent, recipe, name, *place.dispatcher,
                                     MailboxWord::Scheduled | bits);
  std::uint8_t ways = place.dispatcher->ways;
  if (place.mailbox != nullptr) {
    place.mailbox->executor = place.dispatcher->entry->executor.get();
    try {
      child->more().mailbox = std::move(place.mailbox);
    } catch (...) {
      release_refs(l, child, 2 + std::int64_t{child->credits});
      throw;
    }
    ways |= ActorCell::Queued;
  }
  if (is_intercepted(parent)) ways |= ActorCell::Intercepted;
  if (ways != 0) child->go_special(ways);
  // Before anybody else knows the child. What a guardian suffers is not for any thread to read, and
  // needs no waiting for: when it fails, the system ends.
  if (!parent.is_guardian()) child->share_hold_of(parent);
  return child;
}

}  // namespace

RefCell* ActorCell::spawn(Local& l, PropsRep& recipe, std::string_view child_name, Dispatcher* on) {
  check_name(*this, child_name);
  Place place = place_of(*this, recipe, child_name, on);
  ActorCell* child = nullptr;
  try {
    const auto guard = lock_if_guardian(*this);
    if (phase >= Terminating) {
      throw SystemTerminating{
          fmt::format("{} is terminating: cannot spawn \"{}\"", path_text(this), child_name)};
    }
    if (children == nullptr) children = new Children;
    char automatic[1 + base64_name_max] = {'$'};
    if (child_name.empty()) {
      const std::size_t digits = write_base64(children->next_auto++, automatic + 1);
      child_name = {automatic, digits + 1};
    } else if (children->find(child_name) != nullptr) {
      throw NameError{
          fmt::format("{}: there is a child \"{}\" already", path_text(this), child_name)};
    } else {
      children->reserve_name();
    }
    child = make_child(l, *this, recipe, child_name, place);
    children->insert(child);
  } catch (...) {
    place.give_up();
    throw;
  }
  debug_log(core->logging.debug.lifecycle, this,
            [&] { return fmt::format("now supervising {}", path_text(child)); });
  schedule_new(l, child);
  return child;
}

}  // namespace kebne::detail
