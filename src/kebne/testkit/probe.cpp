#include "kebne/testkit/probe.hpp"

#include "kebne/actor/actor_system.hpp"
#include "kebne/base/detail/type_name.hpp"
#include "kebne/testkit/internal/bench.hpp"
#include "kebne/testkit/internal/inbox.hpp"
#include "kebne/testkit/virtual_clock.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace kebne {
namespace {

using detail::Bench;

std::string in_seconds(std::chrono::nanoseconds time) {
  return fmt::format("{} s", static_cast<double>(time.count()) / 1e9);
}

bool fits(const detail::Wanted& want, const Envelope& e) {
  if (want.kind.type != e.type) return false;
  return want.equals == nullptr || want.equals(want.value, const_cast<Envelope&>(e).data());
}

bool is_kind_of(std::uint32_t type, std::uint32_t channel) {
  if (type == channel) return true;
  const auto add_bases = detail::message_type(type).add_bases;
  std::vector<std::uint32_t> bases;
  if (add_bases != nullptr) add_bases(bases);
  return std::any_of(bases.begin(), bases.end(),
                     [channel](std::uint32_t base) { return is_kind_of(base, channel); });
}

}  // namespace

Probe::Probe(ActorSystem& system, StepExecutor& executor, std::string_view name)
    : Probe{system,
            std::make_shared<detail::VirtualBench>(TestSettings{}, executor,
                                                   dynamic_cast<VirtualClock*>(&system.clock()),
                                                   std::numeric_limits<std::uint64_t>::max()),
            name} {}

Probe::Probe(ActorSystem& system, std::string_view name)
    : Probe{system, std::make_shared<detail::RealBench>(TestSettings{}), name} {}

Probe::Probe(ActorSystem& system, std::shared_ptr<Bench> bench, std::string_view name)
    : bench_{std::move(bench)},
      inbox_{std::make_shared<detail::Inbox>(bench_)},
      ref_{system.spawn<detail::ProbeActor>(name, inbox_, bench_)} {}

Probe::Probe(Probe&&) noexcept = default;
Probe::~Probe() {
  if (inbox_ != nullptr) inbox_->close();
}

void Probe::learn(const detail::Kind& kind) const { bench_->learn(kind.type, kind.show); }

std::string Probe::shown(const detail::Received& received) const {
  std::string text = bench_->describe(*received.envelope);
  if (received.sender) text += " from " + received.sender.path().to_string();
  return text;
}

std::string Probe::shown(std::span<const detail::Wanted> wants, std::string_view last_link) const {
  std::string text;
  for (std::size_t i = 0; i < wants.size(); ++i) {
    if (i != 0) text += i + 1 == wants.size() ? last_link : ", ";
    text += detail::demangle(wants[i].kind.info->name());
    if (wants[i].value == nullptr) continue;
    const detail::Show show = wants[i].kind.show;
    text += show != nullptr ? ' ' + show(wants[i].value) : " of a certain value";
  }
  return text;
}

void Probe::fail_with(const std::string& text) const {
  throw ExpectationFailed{ref_.path().to_string() + ": " + text + bench_->log.last_records()};
}

void Probe::fail(const std::string& wanted, const std::string& got) const {
  fail_with("wanted " + wanted + ", got " + got);
}

Probe::Time Probe::wait_at_most(Limit max, Time otherwise) const {
  if (!end_of_within_) return bench_->settings.dilated(max.value_or(otherwise));
  const Time left = remaining();
  return max ? std::min(bench_->settings.dilated(*max), left) : left;
}

bool Probe::wait_for_mail(Time until) {
  while (!inbox_->has_mail()) {
    if (!bench_->step(until)) return inbox_->has_mail();
  }
  return true;
}

detail::Received Probe::next(Time until) {
  waited_for_nothing_ = false;
  return wait_for_mail(until) ? inbox_->take() : detail::Received{};
}

std::pair<std::size_t, detail::Received> Probe::take_any_of(std::span<const detail::Wanted> wants,
                                                            Limit max) {
  for (const detail::Wanted& want : wants) learn(want.kind);
  const Time time = wait_at_most(max, bench_->settings.expect);
  detail::Received received = next(bench_->deadline(time));
  if (received.envelope == nullptr) {
    fail(shown(wants, " or "), "nothing in " + in_seconds(time));
  }
  for (std::size_t i = 0; i < wants.size(); ++i) {
    if (fits(wants[i], *received.envelope)) return {i, std::move(received)};
  }
  fail(shown(wants, " or "), shown(received));
}

std::vector<detail::Received> Probe::take_all_of(std::span<const detail::Wanted> wants, Limit max) {
  for (const detail::Wanted& want : wants) learn(want.kind);
  const Time time = wait_at_most(max, bench_->settings.expect);
  const Time until = bench_->deadline(time);
  std::vector<detail::Received> all(wants.size());
  std::string got;
  for (std::size_t n = 0; n < wants.size(); ++n) {
    detail::Received received = next(until);
    if (received.envelope == nullptr) {
      got = got.empty() ? "nothing" : "only " + got;
      fail(shown(wants, " and "), got + " in " + in_seconds(time));
    }
    got += (n == 0 ? "" : ", ") + shown(received);
    std::size_t i = 0;
    while (i < wants.size() &&
           (all[i].envelope != nullptr || !fits(wants[i], *received.envelope))) {
      ++i;
    }
    if (i == wants.size()) fail(shown(wants, " and "), got);
    all[i] = std::move(received);
  }
  return all;
}

detail::Received Probe::take_first(const detail::Kind& kind, const Check& is_wanted, Limit max) {
  learn(kind);
  const Time time = wait_at_most(max, bench_->settings.expect);
  const Time until = bench_->deadline(time);
  std::string passed;
  for (;;) {
    detail::Received received = next(until);
    if (received.envelope == nullptr) {
      if (!passed.empty()) passed = ", but only " + passed;
      fail("a certain " + detail::demangle(kind.info->name()),
           "none in " + in_seconds(time) + passed);
    }
    if (is_wanted(*received.envelope)) return received;
    passed += (passed.empty() ? "" : ", ") + shown(received);
  }
}

void Probe::take_while(const Check& is_wanted, ReceiveLimits limits,
                       const std::function<void(detail::Received)>& give) {
  const Time until = bench_->deadline(wait_at_most(limits.max, bench_->settings.timeout));
  for (std::size_t n = 0; n < limits.messages; ++n) {
    const Time idle =
        limits.idle ? bench_->deadline(bench_->settings.dilated(*limits.idle)) : until;
    if (!wait_for_mail(std::min(until, idle))) break;
    if (!is_wanted(*inbox_->peek()->envelope)) break;
    give(inbox_->take());
  }
  waited_for_nothing_ = true;
}

AnyPayload Probe::take_kind_of(std::uint32_t channel, const std::type_info& wanted, Limit max) {
  const Time time = wait_at_most(max, bench_->settings.expect);
  detail::Received received = next(bench_->deadline(time));
  const std::string what = "a kind of " + detail::demangle(wanted.name());
  if (received.envelope == nullptr) fail(what, "nothing in " + in_seconds(time));
  if (!is_kind_of(received.envelope->type, channel)) fail(what, shown(received));
  last_sender_ = received.sender;
  return AnyPayload::adopt(std::exchange(received.envelope, nullptr));
}

AnyPayload Probe::receive_one(Limit max) {
  detail::Received received = next(bench_->deadline(wait_at_most(max, bench_->settings.expect)));
  if (received.envelope == nullptr) return {};
  last_sender_ = received.sender;
  return AnyPayload::adopt(std::exchange(received.envelope, nullptr));
}

std::vector<AnyPayload> Probe::receive_n(std::size_t n, Limit max) {
  const Time time = wait_at_most(max, bench_->settings.expect);
  const Time until = bench_->deadline(time);
  std::vector<AnyPayload> all;
  while (all.size() < n) {
    detail::Received received = next(until);
    if (received.envelope == nullptr) {
      fail(fmt::format("{} messages", n), fmt::format("{} in {}", all.size(), in_seconds(time)));
    }
    last_sender_ = received.sender;
    all.push_back(AnyPayload::adopt(std::exchange(received.envelope, nullptr)));
  }
  return all;
}

void Probe::expect_none() {
  if (!bench_->is_virtual()) return expect_none(bench_->settings.expect_none);
  bench_->settle();
  expect_none(Time{0});
}

void Probe::expect_none(std::chrono::nanoseconds time) {
  const detail::Received received = next(bench_->deadline(bench_->settings.dilated(time)));
  waited_for_nothing_ = true;
  if (received.envelope != nullptr) fail("nothing", shown(received));
}

void Probe::ignore(std::function<bool(const Envelope&)> is_ignored) {
  inbox_->set_ignored(std::move(is_ignored));
}

void Probe::set_auto_pilot(AutoPilot pilot) { inbox_->set_pilot(std::move(pilot)); }

std::chrono::nanoseconds Probe::remaining() const {
  if (!end_of_within_) throw std::logic_error{"remaining: wanted a within around it, found none"};
  return std::max(*end_of_within_ - bench_->now(), Time{0});
}

void Probe::within(std::chrono::nanoseconds min, std::chrono::nanoseconds max,
                   const std::function<void()>& body) {
  min = bench_->settings.dilated(min);
  max = bench_->settings.dilated(max);
  if (end_of_within_) max = std::min(max, remaining());
  if (min > max) {
    fail_with(
        fmt::format("wanted at least {}, but only {} are left", in_seconds(min), in_seconds(max)));
  }
  const Time begin = bench_->now();
  waited_for_nothing_ = false;
  const auto outer = std::exchange(end_of_within_, bench_->deadline(max));
  try {
    body();
  } catch (...) {
    end_of_within_ = outer;
    throw;
  }
  end_of_within_ = outer;
  const Time took = bench_->now() - begin;
  if (took < min) {
    fail_with(fmt::format("wanted at least {}, took {}", in_seconds(min), in_seconds(took)));
  }
  // Who waits for nothing to come takes all the time there is, and in real time a bit more.
  const bool may_be_late = waited_for_nothing_ && !bench_->is_virtual();
  if (took > max && !may_be_late) {
    fail_with(fmt::format("wanted at most {}, took {}", in_seconds(max), in_seconds(took)));
  }
}

void Probe::await_condition(const std::function<bool()>& condition, Limit max) {
  const Time time = wait_at_most(max, bench_->settings.timeout);
  const Time until = bench_->deadline(time);
  while (!condition()) {
    if (bench_->step(until)) continue;
    if (condition()) return;
    fail_with("wanted a condition to become true, it did not in " + in_seconds(time));
  }
}

void Probe::await_assert(const std::function<void()>& assertion, Limit max) {
  const Time until = bench_->deadline(wait_at_most(max, bench_->settings.timeout));
  for (bool is_last = false;; is_last = !bench_->step(until)) {
    try {
      return assertion();
    } catch (...) {
      if (is_last) throw;
    }
  }
}

bool Probe::has_messages() const { return inbox_->has_mail(); }

void Probe::run_inside(std::function<void(Actor&)> inside) {
  const auto work = std::make_shared<detail::InnerWork>();
  work->run = std::move(inside);  // with copies: it may run when nobody waits any more
  ref_.tell(detail::RunInside{work});
  const Time wait =
      bench_->is_virtual() ? Time{0} : bench_->settings.dilated(bench_->settings.timeout);
  const Time until = bench_->deadline(wait);
  // acquire: with the flag comes what the work has done.
  while (!work->done.load(std::memory_order_acquire)) {
    if (!bench_->step(until)) fail_with("wanted its actor to do something, but it does not run");
  }
  if (work->problem != nullptr) std::rethrow_exception(work->problem);
}

void Probe::watch(const ActorRef& other) {
  run_inside([other](Actor& actor) { actor.watch(other); });
}

void Probe::unwatch(const ActorRef& other) {
  run_inside([other](Actor& actor) { actor.unwatch(other); });
}

Terminated Probe::expect_terminated(const ActorRef& other, Limit max) {
  const auto notice = expect<Terminated>(max);
  if (notice.actor == other) return notice;
  fail("Terminated of " + other.path().to_string(), "it of " + notice.actor.path().to_string());
}

ActorRef Probe::child_actor_of(const Props& props, std::string_view name) {
  const auto child = std::make_shared<ActorRef>();
  run_inside([child, props, name = std::string{name}](Actor& actor) {
    *child = actor.spawn(props, name);
  });
  return *child;
}

}  // namespace kebne
