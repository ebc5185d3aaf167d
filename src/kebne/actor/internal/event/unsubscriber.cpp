#include "kebne/actor/internal/event/unsubscriber.hpp"

#include "kebne/actor/errors.hpp"
#include "kebne/actor/internal/logging/debug_log.hpp"
#include "kebne/actor/internal/system_core.hpp"
#include "kebne/actor/messages.hpp"
#include "kebne/base/detail/type_name.hpp"

#include <fmt/core.h>

namespace kebne::detail {
namespace {

struct Subscribed {
  using SilentWhenDead = void;
  ActorRef actor;
};

class UnsubscriberActor final : public Actor {
 public:
  static void behavior(On<UnsubscriberActor>& on) {
    on.handle<&UnsubscriberActor::subscribed>().handle<&UnsubscriberActor::ended>();
  }

 private:
  void subscribed(const Subscribed& m) { watch(m.actor); }
  void ended(const Terminated& m) { system().event_stream().unsubscribe(m.actor); }
};

std::string channel_name(std::uint32_t channel) {
  return demangle(message_type(channel).info->name());
}

}  // namespace

void Unsubscriber::on_subscribe(RefCell* actor, std::uint32_t channel) {
  ActorRef watcher;
  {
    const std::lock_guard guard{lock_};
    if (closed_) return;
    if (!watcher_) {
      try {
        watcher_ = core_.spawn_internal(props<UnsubscriberActor>(), "eventStreamUnsubscriber");
      } catch (const SystemTerminating&) {
        return;  // subscriptions end with the system
      }
    }
    watcher = watcher_;
  }
  watcher.tell(Subscribed{ActorRef::share(actor)});
  debug_log(core_.logging.debug.event_stream, actor, [&] {
    return fmt::format("subscribing {} to channel {}", path_text(actor), channel_name(channel));
  });
}

void Unsubscriber::on_unsubscribe(RefCell* actor, std::uint32_t channel) {
  debug_log(core_.logging.debug.event_stream, actor, [&] {
    return fmt::format("unsubscribing {} from channel {}", path_text(actor), channel_name(channel));
  });
}

void Unsubscriber::on_unsubscribe_all(RefCell* actor) {
  debug_log(core_.logging.debug.event_stream, actor,
            [&] { return fmt::format("unsubscribing {} from all channels", path_text(actor)); });
}

void Unsubscriber::close() noexcept {
  ActorRef gone;
  const std::lock_guard guard{lock_};
  closed_ = true;
  std::swap(gone, watcher_);
}

}  // namespace kebne::detail
