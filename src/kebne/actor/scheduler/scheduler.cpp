#include "kebne/actor/scheduler/scheduler.hpp"

#include "kebne/actor/internal/scheduler/timer.hpp"
#include "kebne/actor/internal/scheduler/timer_service.hpp"

namespace kebne {

const ActorRef& detail::no_sender() noexcept {
  static const ActorRef none;
  return none;
}

Scheduler::Scheduler(IntrusivePtr<detail::TimerService> service) noexcept
    : service_{std::move(service)} {}

Scheduler::~Scheduler() {
  service_->close();
  service_->join();
}

std::chrono::nanoseconds Scheduler::now() const noexcept { return service_->now(); }
std::size_t Scheduler::pending() const { return service_->pending(); }

Cancelable Scheduler::tell(const detail::Timetable& when, const ActorRef& target, Envelope* message,
                           const ActorRef& sender, const Cancelable& with) const {
  detail::set_sender(detail::local(), message, sender.cell());
  message->flags |= Envelope::Scheduled;
  detail::EnvelopePtr owned{message};
  const auto due = when.first(now());
  return Cancelable{service_->start(
      new detail::TellTimer{*service_, when, target ? target : service_->dead_letters(),
                            std::move(owned)},
      due, with.state())};
}

Cancelable Scheduler::run_given(const detail::Timetable& when, const detail::GivenAction& action,
                                const Cancelable& with) const {
  const auto due = when.first(now());
  return Cancelable{
      service_->start(detail::ActionTimer::make(*service_, when, action), due, with.state())};
}

}  // namespace kebne
