#include "kebne/testkit/internal/log_tap.hpp"

#include "kebne/actor/event/dead_letters.hpp"
#include "kebne/actor/logging/log_sink.hpp"
#include "kebne/testkit/internal/bench.hpp"

#include <algorithm>
#include <utility>

namespace kebne::detail {

LogTap::LogTap(Bench& bench) noexcept : InPlaceSubscriber{}, bench_{bench} {
  call = [](InPlaceSubscriber& self, std::uint32_t type, const void* event) noexcept {
    static_cast<LogTap&>(self).see(type, event);
  };
}

void LogTap::install(std::shared_ptr<EventWatcher> watcher) {
  const std::lock_guard guard{lock_};
  watchers_.push_back(std::move(watcher));
}

void LogTap::remove(const EventWatcher& watcher) noexcept {
  const std::lock_guard guard{lock_};
  std::erase_if(watchers_, [&](const auto& w) { return w.get() == &watcher; });
}

void LogTap::see_lost(EventStream& events, bool on) {
  {
    const std::lock_guard guard{lock_};
    see_lost_ = on ? see_lost_ + 1 : see_lost_ - 1;
    if (see_lost_ != (on ? 1 : 0)) return;
  }
  for (const std::uint32_t channel : {message_id<DeadLetter>(), message_id<UnhandledMessage>()}) {
    if (on) {
      events.subscribe_in_place(*this, channel);
    } else {
      events.unsubscribe_in_place(*this, channel);
    }
  }
}

bool LogTap::is_taken(const TestEvent& event) {
  std::vector<std::shared_ptr<EventWatcher>> watchers;
  {
    const std::lock_guard guard{lock_};
    watchers = watchers_;  // called without the lock: they may log
  }
  const bool taken =
      std::any_of(watchers.begin(), watchers.end(), [&](const auto& w) { return w->takes(event); });
  if (taken) bench_.signal();
  return taken;
}

void LogTap::see(std::uint32_t type, const void* event) {
  if (type == message_id<DeadLetter>()) {
    is_taken({.dead_letter = &static_cast<const DeadLetter*>(event)->message});
  } else if (type == message_id<UnhandledMessage>()) {
    is_taken({.unhandled = &static_cast<const UnhandledMessage*>(event)->message});
  } else {
    const LogEvent& log = *static_cast<const LogEvent*>(event);
    if (is_taken({.record = &*log})) return;
    const std::lock_guard guard{lock_};
    last_.push_back(log);
    if (last_.size() > kept_records) last_.pop_front();
  }
}

std::string LogTap::last_records() const {
  const std::lock_guard guard{lock_};
  std::string lines = last_.empty() ? "" : "\nlast log records:";
  for (const LogEvent& record : last_) lines += '\n' + to_line(*record);
  for (std::size_t at = 0; (at = lines.find('\n', at + 1)) != std::string::npos;) {
    lines.insert(at + 1, "  ");
  }
  return lines;
}

void LogTap::end() noexcept {
  forget_records();
  has_ended_ = true;
}

void LogTap::forget_records() noexcept {
  const std::lock_guard guard{lock_};
  last_.clear();
}

}  // namespace kebne::detail
