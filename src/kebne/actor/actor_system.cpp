#include "kebne/actor/actor_system.hpp"

#include "kebne/actor/internal/system_core.hpp"

#include <fmt/core.h>

#include <stdexcept>

namespace kebne {

using detail::local;

ActorSystem::ActorSystem(std::string name, SystemOptions options)
    : core_{new detail::SystemCore{std::move(name), options}}, is_owner_{true} {
  try {
    core_->start(options);
  } catch (...) {
    core_->terminate();
    core_->finish();
    throw;
  }
}

ActorSystem::~ActorSystem() {
  if (!is_owner_) return;
  core_->terminate();
  if (!core_->runs_on_this_thread()) {
    core_->finish();
    return;
  }
  const detail::ActorCell* inside = local().current;
  core_->observe([&](Observer& observer) {
    observer.on_misuse(fmt::format(
        "system {} is destroyed by {}, which it would have to wait for: it terminates without "
        "being waited for",
        core_->name, inside != nullptr ? detail::path_text(inside) : "one of its own threads"));
  });
  core_->finish_later();
}

const std::string& ActorSystem::name() const noexcept { return core_->name; }
const Address& ActorSystem::address() const noexcept { return core_->address; }

std::chrono::nanoseconds ActorSystem::uptime() const noexcept {
  return core_->clock->now() - core_->started;
}

ActorRef ActorSystem::spawn(const Props& props, std::string_view name) {
  core_->internal_dispatcher.executor
      ->start();  // /user supervises there: better to fail here than later
  return ActorRef::adopt(core_->user->spawn(local(), props.rep(), name, nullptr));
}

void ActorSystem::stop(const ActorRef& actor) const { detail::stop_cell(actor.cell()); }

Future<Done> ActorSystem::terminate() const {
  Future<Done> end = when_terminated();
  core_->terminate();
  return end;
}

Future<Done> ActorSystem::when_terminated() const {
  return Future<Done>{core_->make_end_promise()};
}

bool ActorSystem::is_terminated() const noexcept { return core_->has_ended(); }

void ActorSystem::register_on_termination(std::function<void()> callback) const {
  core_->add_callback(std::move(callback));
}

ActorRef ActorSystem::dead_letters() const noexcept { return ActorRef::share(core_->dead_letters); }
ActorRef ActorSystem::root_guardian() const noexcept { return ActorRef::share(core_->root); }
ActorRef ActorSystem::user_guardian() const noexcept { return ActorRef::share(core_->user); }
ActorRef ActorSystem::system_guardian() const noexcept {
  return ActorRef::share(core_->system_guardian);
}

EventStream& ActorSystem::event_stream() const noexcept { return core_->events; }
Scheduler& ActorSystem::scheduler() const noexcept { return core_->scheduler; }

Log ActorSystem::log(std::string source) const {
  auto origin = std::make_unique<detail::LogOrigin>();
  origin->name = std::move(source);
  origin->cell = core_->root;
  detail::add_ref(origin->cell);
  return Log{core_->logging.bus, origin.release()};
}

Log ActorSystem::log(const ActorRef& source) const {
  auto origin = std::make_unique<detail::LogOrigin>();
  origin->cell = source ? source.cell() : core_->dead_letters;
  detail::add_ref(origin->cell);
  return Log{core_->logging.bus, origin.release()};
}

std::uint64_t ActorSystem::dropped_log_records() const noexcept { return core_->logging.dropped(); }

void* ActorSystem::extension_of(std::type_index type, detail::MakeExtension make) const {
  return core_->extensions.get(core_->view, type, make);
}

bool ActorSystem::has_extension_of(std::type_index type) const {
  return core_->extensions.has(type);
}

std::chrono::nanoseconds ActorSystem::ask_limit() const noexcept {
  return core_->settings.ask_timeout.value_or(std::chrono::nanoseconds{0});
}

std::chrono::nanoseconds ActorSystem::checked_limit(std::chrono::nanoseconds timeout) const {
  if (timeout < std::chrono::nanoseconds{0}) {
    throw std::invalid_argument{
        fmt::format("ask: timeout: found {} ns, wanted 0 (none) or more", timeout.count())};
  }
  return timeout;
}

const Settings& ActorSystem::settings() const noexcept { return core_->settings; }

Observer& ActorSystem::observer() const noexcept { return *core_->observer; }
Clock& ActorSystem::clock() const noexcept { return *core_->clock; }

}  // namespace kebne
