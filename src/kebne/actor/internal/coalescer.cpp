#include "kebne/actor/detail/coalescer.hpp"

#include "kebne/actor/detail/deliver.hpp"

#include <utility>

namespace kebne::detail {

void Coalescer::publish(Local& l) noexcept {
  RefCell* const to = std::exchange(target, nullptr);
  if (to == nullptr) return;
  length = 0;
  if (!to->head.push_chain(newest, oldest)) {
    // It is not busy any more: one by one, in order.
    for (Node* e = reverse(newest); e != nullptr;) {
      Node* const following = e->next;
      push_mail(l, to, static_cast<Envelope*>(e));
      e = following;
    }
  }
  release_unit(l, to);
}

void Coalescing::begin() noexcept {
  collects_ = true;
  l_.coalescer.publish(l_);
  outer_ = std::exchange(l_.coalescer.owner, &cell_);
  outer_credits_ = std::exchange(l_.coalescer.credits, std::exchange(cell_.credits, 0));
}

void Coalescing::end() noexcept {
  collects_ = false;
  // First: what is published may destroy something that tells somebody.
  cell_.credits = std::exchange(l_.coalescer.credits, outer_credits_);
  l_.coalescer.owner = outer_;
  l_.coalescer.publish(l_);
}

namespace {

void take_credits(ActorCell& cell, std::uint32_t& credits) noexcept {
  // relaxed: the running cell holds its own reference; the count cannot reach zero meanwhile.
  cell.refs.fetch_add(credit_batch, std::memory_order_relaxed);
  credits = credit_batch;
}

void coalesce(Local& l, RefCell* target, Envelope* e) {
  Coalescer& c = l.coalescer;
  if (target != nullptr && target == c.target) {
    e->next = c.newest;
    c.newest = e;
    if (++c.length == Coalescer::most) c.publish(l);
    return;
  }
  c.publish(l);
  // To oneself at once: it may be more urgent than what has come already.
  if (target == nullptr || target == l.current || !target->head.is_busy()) {
    return push_mail(l, target, e);
  }
  acquire_unit(l, target);  // the sender may drop its reference before the chain goes out
  c.target = target;
  c.newest = c.oldest = e;
  c.length = 1;
}

}  // namespace

void send_without_credit(Local& l, RefCell* target, Envelope* e) {
  ActorCell& self = *l.current;
  Coalescer& c = l.coalescer;
  const bool collects = c.owner == &self;
  std::uint32_t& credits = collects ? c.credits : self.credits;
  if (credits == 0) take_credits(self, credits);
  --credits;
  if (collects) return coalesce(l, target, e);
  push_mail(l, target, e);
}

}  // namespace kebne::detail
