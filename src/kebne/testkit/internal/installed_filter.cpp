#include "kebne/testkit/internal/installed_filter.hpp"

#include "kebne/base/detail/type_name.hpp"
#include "kebne/testkit/internal/bench.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace kebne::detail {
namespace {

constexpr std::size_t shown_others = 5;

std::string text_of(const std::exception_ptr& cause) {
  try {
    std::rethrow_exception(cause);
  } catch (const std::exception& e) {
    return e.what();
  } catch (...) {
    return {};
  }
}

bool is_from(const LogRecord& record, const std::string& source) {
  const std::string shown = record.source();
  return shown == source || (source.starts_with('/') && shown == record.address() + source);
}

bool holds_for_log(const EventConditions& c, const LogRecord& record) {
  const auto level = c.level                  ? c.level
                     : c.exception != nullptr ? std::optional{LogLevel::Error}
                                              : std::nullopt;
  if (level && record.level() != *level) return false;
  if (c.source && !is_from(record, *c.source)) return false;
  if (c.exception != nullptr && (record.cause() == nullptr || !c.is_exception(record.cause()))) {
    return false;
  }
  const auto meets = [&c](const std::string& message) {
    return std::all_of(c.texts.begin(), c.texts.end(),
                       [&](const auto& text) { return text.holds(message); });
  };
  const bool has_text =
      meets(record.message()) || (c.exception != nullptr && meets(text_of(record.cause())));
  return has_text && (c.custom == nullptr || c.custom(record));
}

std::string shown(const TestEvent& event) {
  if (event.record != nullptr) return to_line(*event.record);
  if (event.dead_letter != nullptr) return "dead letter " + event.dead_letter->type_name();
  return "unhandled " + event.unhandled->type_name();
}

const char* level_name(LogLevel level) noexcept {
  switch (level) {
    case LogLevel::Debug: return "debug";
    case LogLevel::Info: return "info";
    case LogLevel::Warning: return "warning";
    default: return "error";
  }
}

}  // namespace

bool EventConditions::hold(const TestEvent& event) const {
  if (of == Of::Log) return event.record != nullptr && holds_for_log(*this, *event.record);
  const AnyPayload* lost = of == Of::DeadLetters ? event.dead_letter : event.unhandled;
  return lost != nullptr && (is_message == nullptr || is_message(*lost));
}

std::string EventConditions::describe() const {
  if (of != Of::Log) {
    return (of == Of::DeadLetters ? "dead letter " : "unhandled ") +
           (message != nullptr ? demangle(message->name()) : std::string{"message"});
  }
  std::string text = level ? level_name(*level) : exception != nullptr ? "error" : "log record";
  for (const Text& t : texts) text += ' ' + t.described;
  if (source) text += fmt::format(" by \"{}\"", *source);
  if (exception != nullptr) text += " with " + demangle(exception->name());
  if (custom != nullptr) text += " of a certain kind";
  return text;
}

bool EventPattern::matches(const TestEvent& event) const {
  return std::any_of(kinds.begin(), kinds.end(), [&](const auto& k) { return k.hold(event); });
}

std::string EventPattern::describe() const {
  std::string text;
  for (const EventConditions& kind : kinds) text += (text.empty() ? "" : " or ") + kind.describe();
  return text;
}

InstalledFilter::InstalledFilter(ActorSystem& system, std::shared_ptr<Bench> bench,
                                 EventPattern pattern)
    : system_{system}, bench_{std::move(bench)}, pattern_{std::move(pattern)} {}

std::shared_ptr<InstalledFilter> InstalledFilter::install(ActorSystem& system,
                                                          std::shared_ptr<Bench> bench,
                                                          EventPattern pattern) {
  auto filter = std::make_shared<InstalledFilter>(system, bench, std::move(pattern));
  bench->log.install(filter);
  bench->log.see_lost(system.event_stream(), true);
  return filter;
}

void InstalledFilter::remove() noexcept {
  if (!std::exchange(is_installed_, false)) return;
  if (!bench_->log.has_ended()) bench_->log.see_lost(system_.event_stream(), false);
  bench_->log.remove(*this);
}

bool InstalledFilter::takes(const TestEvent& event) {
  try {
    const bool is_it = pattern_.matches(event);
    const std::lock_guard guard{lock_};
    if (is_it) {
      ++count_;
    } else if (others_.size() < shown_others) {
      others_.push_back(shown(event));
    }
    return is_it;
  } catch (...) {
    const std::lock_guard guard{lock_};
    if (problem_ == nullptr) problem_ = std::current_exception();
    return false;
  }
}

std::size_t InstalledFilter::count() const {
  const std::lock_guard guard{lock_};
  return count_;
}

std::vector<std::string> InstalledFilter::others() const {
  const std::lock_guard guard{lock_};
  return others_;
}

std::exception_ptr InstalledFilter::problem() const {
  const std::lock_guard guard{lock_};
  return problem_;
}

}  // namespace kebne::detail
