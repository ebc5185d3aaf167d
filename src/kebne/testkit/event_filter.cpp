#include "kebne/testkit/event_filter.hpp"

#include "kebne/testkit/expectation_failed.hpp"
#include "kebne/testkit/internal/bench.hpp"
#include "kebne/testkit/internal/installed_filter.hpp"

#include <fmt/core.h>

#include <regex>
#include <stdexcept>

namespace kebne {

using detail::Bench;
using detail::EventConditions;
using detail::InstalledFilter;

namespace {

/// Capital letters of ASCII made small.
std::string lowered(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

}  // namespace

void MutedEvents::unmute() noexcept {
  if (filter_ != nullptr) filter_->remove();
}

std::size_t MutedEvents::count() const noexcept { return filter_->count(); }

EventFilter::EventFilter(ActorSystem& system, std::shared_ptr<Bench> bench)
    : system_{system},
      bench_{std::move(bench)},
      pattern_{std::make_shared<detail::EventPattern>()} {}

EventFilter& EventFilter::level(LogLevel level) {
  pattern_->kinds.back().level = level;
  return *this;
}

EventFilter& EventFilter::message(const std::string& text) {
  pattern_->kinds.back().texts.push_back(
      {fmt::format("\"{}\"", text),
       [wanted = lowered(text)](const std::string& m) { return lowered(m) == wanted; }});
  return *this;
}

EventFilter& EventFilter::start(const std::string& text) {
  pattern_->kinds.back().texts.push_back(
      {fmt::format("\"{}...\"", text),
       [wanted = lowered(text)](const std::string& m) { return lowered(m).starts_with(wanted); }});
  return *this;
}

EventFilter& EventFilter::contains(const std::string& text) {
  pattern_->kinds.back().texts.push_back(
      {fmt::format("\"...{}...\"", text), [wanted = lowered(text)](const std::string& m) {
         return lowered(m).find(wanted) != std::string::npos;
       }});
  return *this;
}

EventFilter& EventFilter::pattern(const std::string& regex) {
  std::regex compiled;
  try {
    compiled.assign(regex);
  } catch (const std::regex_error& e) {
    throw std::invalid_argument{
        fmt::format("event filter: found the pattern \"{}\", wanted a regular expression: {}",
                    regex, e.what())};
  }
  pattern_->kinds.back().texts.push_back(
      {fmt::format("/{}/", regex),
       [compiled](const std::string& m) { return std::regex_search(m, compiled); }});
  return *this;
}

EventFilter& EventFilter::source(std::string shown) {
  pattern_->kinds.back().source = std::move(shown);
  return *this;
}

EventFilter& EventFilter::source(const ActorRef& actor) { return source(actor.path().to_string()); }

EventFilter& EventFilter::exception_of(const std::type_info& type,
                                       bool (*is_it)(const std::exception_ptr&)) {
  pattern_->kinds.back().exception = &type;
  pattern_->kinds.back().is_exception = is_it;
  return *this;
}

EventFilter& EventFilter::custom(std::function<bool(const LogRecord&)> is_it) {
  pattern_->kinds.back().custom = std::move(is_it);
  return *this;
}

EventFilter& EventFilter::lost(bool is_dead_letter, const std::type_info* type,
                               bool (*is_it)(const AnyPayload&)) {
  EventConditions& kind = pattern_->kinds.back();
  kind.of = is_dead_letter ? EventConditions::Of::DeadLetters : EventConditions::Of::Unhandled;
  kind.message = type;
  kind.is_message = is_it;
  return *this;
}

EventFilter& EventFilter::also() {
  pattern_->kinds.emplace_back();
  return *this;
}

std::shared_ptr<InstalledFilter> EventFilter::install() const {
  return InstalledFilter::install(system_, bench_, *pattern_);
}

void EventFilter::expect(std::size_t n, const std::function<void()>& body,
                         std::optional<std::chrono::nanoseconds> max) {
  const MutedEvents filter{install()};
  body();
  const TestSettings& settings = bench_->settings;
  const auto until = bench_->deadline(settings.dilated(max.value_or(settings.filter_leeway)));
  // Nothing says that threads have come to rest: what is not to come is waited for.
  const std::size_t waited_for = n == 0 && !bench_->is_virtual() ? 1 : n;
  while (filter.count() < waited_for && bench_->step(until)) {
  }
  bench_->settle();
  if (const auto problem = filter.filter_->problem()) std::rethrow_exception(problem);
  if (filter.count() == n) return;
  std::string text =
      fmt::format("wanted {} of {}, got {}", n, pattern_->describe(), filter.count());
  for (const std::string& other : filter.filter_->others()) text += "\n  not: " + other;
  throw ExpectationFailed{text};
}

MutedEvents EventFilter::mute() { return MutedEvents{install()}; }

void EventFilter::mute(const std::function<void()>& body) {
  const MutedEvents filter{install()};
  body();
  if (bench_->is_virtual()) bench_->settle();
}

}  // namespace kebne
