#include "kebne/actor/dispatch/dispatchers.hpp"

#include "kebne/actor/errors.hpp"
#include "kebne/actor/internal/system_core.hpp"

#include <fmt/core.h>

namespace kebne {

MessageDispatcher Dispatchers::lookup(std::string_view id) const {
  return MessageDispatcher{core_->dispatchers.lookup(id).dispatcher};
}

bool Dispatchers::has_dispatcher(std::string_view id) const {
  return core_->dispatchers.exists(id);
}

MessageDispatcher Dispatchers::default_dispatcher() const {
  return MessageDispatcher{core_->default_dispatcher};
}

MessageDispatcher::MessageDispatcher(detail::Dispatcher& dispatcher) noexcept
    : dispatcher_{&dispatcher} {
  dispatcher_->entry->core.add_ref();
}

MessageDispatcher::MessageDispatcher(const MessageDispatcher& other) noexcept
    : MessageDispatcher{*other.dispatcher_} {}

MessageDispatcher::~MessageDispatcher() { dispatcher_->entry->core.release(); }

const std::string& MessageDispatcher::id() const noexcept {
  return dispatcher_->entry->settings.id;
}

const std::string& MessageDispatcher::type() const noexcept {
  return dispatcher_->entry->settings.type;
}

std::int64_t MessageDispatcher::inhabitants() const noexcept {
  return dispatcher_->entry->inhabitants.load(std::memory_order_relaxed);
}

std::uint64_t MessageDispatcher::failed_tasks() const noexcept {
  return dispatcher_->entry->failed_tasks.load(std::memory_order_relaxed);
}

void MessageDispatcher::check_alive() const {
  const detail::SystemCore& core = dispatcher_->entry->core;
  if (!core.has_ended()) return dispatcher_->executor->start();
  throw SystemTerminating{
      fmt::format("system {} has ended: its dispatcher {} takes no more tasks", core.name, id())};
}

std::uint32_t MessageDispatcher::source() const noexcept { return dispatcher_->entry->source; }

}  // namespace kebne
