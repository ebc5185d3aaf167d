#include "kebne/testkit/internal/inbox.hpp"

#include "kebne/testkit/internal/bench.hpp"

#include <cstring>
#include <utility>

namespace kebne::detail {
namespace {

/// An envelope of the test's own with what was in the current one. That one stays the mailbox's,
/// which may look at it until the handler has returned.
Envelope* moved_out(Envelope& from) {
  Envelope* to = new_envelope(local());
  to->type = from.type;
  to->flags = from.flags;
  to->kind = from.kind;
  if (from.kind == Envelope::Inline) {
    message_type(from.type).copy(to->payload, from.payload);
  } else {
    std::memcpy(to->payload, from.payload, Envelope::room);
    from.kind = Envelope::Trivial;  // a box has changed hands
  }
  to->set_sender(from.sender_cell());
  from.set_sender(nullptr);
  return to;
}

}  // namespace

void Inbox::put(Envelope* e) {
  Received received{e};
  {
    const std::lock_guard guard{lock_};
    if (is_closed_) return;
    messages_.push_back(std::move(received));
  }
  bench_->signal();
}

void Inbox::put_problem(std::exception_ptr problem) {
  {
    const std::lock_guard guard{lock_};
    if (problem_ == nullptr) problem_ = std::move(problem);
  }
  bench_->signal();
}

void Inbox::throw_problem() {
  if (problem_ != nullptr) std::rethrow_exception(std::exchange(problem_, nullptr));
}

Received Inbox::take() {
  const std::lock_guard guard{lock_};
  throw_problem();
  if (messages_.empty()) return {};
  Received oldest = std::move(messages_.front());
  messages_.pop_front();
  return oldest;
}

const Received* Inbox::peek() {
  const std::lock_guard guard{lock_};
  throw_problem();
  return messages_.empty() ? nullptr : &messages_.front();
}

bool Inbox::has_mail() const {
  const std::lock_guard guard{lock_};
  return !messages_.empty() || problem_ != nullptr;
}

bool Inbox::admit(const ActorRef& sender, const Envelope& e) {
  std::optional<AutoPilot> pilot;
  Check ignored;
  {
    const std::lock_guard guard{lock_};
    if (is_closed_) return false;
    pilot = pilot_;
    ignored = ignored_;
  }
  // Without the lock: both are the user's code.
  if (pilot) {
    AutoPilot next = pilot->run_(sender, e);
    const std::lock_guard guard{lock_};
    if (next.next_ == AutoPilot::Next::Nobody) pilot_.reset();
    if (next.next_ == AutoPilot::Next::This) pilot_ = std::move(next);
  }
  return ignored == nullptr || !ignored(e);
}

void Inbox::close() noexcept {
  std::deque<Received> gone;
  const std::lock_guard guard{lock_};
  is_closed_ = true;
  gone.swap(messages_);
  ignored_ = nullptr;
  pilot_.reset();
}

void Inbox::set_ignored(Check is_ignored) {
  const std::lock_guard guard{lock_};
  ignored_ = std::move(is_ignored);
}

void Inbox::set_pilot(AutoPilot pilot) {
  const std::lock_guard guard{lock_};
  pilot_.reset();
  if (pilot.next_ == AutoPilot::Next::This) pilot_ = std::move(pilot);
}

bool ProbeActor::receive(Envelope& e) {
  if (const auto* inside = e.get_if<RunInside>()) {
    InnerWork& work = *inside->work;
    try {
      work.run(*this);
    } catch (...) {
      work.problem = std::current_exception();
    }
    // release: the test sees what the work has done.
    work.done.store(true, std::memory_order_release);
    bench_->signal();
    return true;
  }
  try {
    if (!inbox_->admit(sender(), e)) return true;
  } catch (...) {
    inbox_->put_problem(std::current_exception());
  }
  if (bench_->is_virtual()) {
    // The cell's current message becomes the inbox's: not even copied, and nobody else looks.
    inbox_->put(std::exchange(static_cast<ActorCell*>(self().cell())->current, nullptr));
  } else {
    inbox_->put(moved_out(e));
  }
  return true;
}

}  // namespace kebne::detail
