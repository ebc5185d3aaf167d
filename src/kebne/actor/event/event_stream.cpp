#include "kebne/actor/event/event_stream.hpp"

#include "kebne/actor/internal/event/subscriptions.hpp"

#include <stdexcept>

namespace kebne {

EventStream::EventStream() : EventStream{nullptr} {}
EventStream::EventStream(detail::SubscriptionHook* hook)
    : all_{std::make_unique<detail::Subscriptions>(*this, hook)} {}
EventStream::~EventStream() = default;

bool EventStream::subscribe_cell(detail::RefCell* actor, std::uint32_t channel) {
  if (actor == nullptr) {
    throw std::invalid_argument{"event stream: an empty reference cannot be a subscriber"};
  }
  return all_->add({actor, nullptr}, channel);
}

bool EventStream::unsubscribe_cell(detail::RefCell* actor, std::uint32_t channel) {
  return all_->remove({actor, nullptr}, channel);
}

bool EventStream::unsubscribe(const ActorRef& subscriber) {
  return all_->remove_all(subscriber.cell());
}

bool EventStream::subscribe_in_place(detail::InPlaceSubscriber& subscriber, std::uint32_t channel) {
  return all_->add({nullptr, &subscriber}, channel);
}

bool EventStream::unsubscribe_in_place(detail::InPlaceSubscriber& subscriber,
                                       std::uint32_t channel) {
  return all_->remove({nullptr, &subscriber}, channel);
}

const detail::Listeners& EventStream::first_listeners(std::uint32_t type) const {
  return all_->list_of(type);
}

void EventStream::close() noexcept { all_->close(); }

}  // namespace kebne
