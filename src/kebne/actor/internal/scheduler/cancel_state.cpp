#include "kebne/actor/internal/scheduler/cancel_state.hpp"

#include "kebne/actor/internal/scheduler/timer.hpp"
#include "kebne/actor/internal/scheduler/timer_service.hpp"

#include <exception>
#include <mutex>
#include <utility>

namespace kebne::detail {

void ActionList::push(std::unique_ptr<Action> action) noexcept {
  Action* added = action.get();
  (first_ == nullptr ? first_ : last_->next) = std::move(action);
  last_ = added;
}

void ActionList::append(ActionList&& other) noexcept {
  if (other.empty()) return;
  (first_ == nullptr ? first_ : last_->next) = std::move(other.first_);
  last_ = other.last_;
}

void ActionList::run() {
  std::exception_ptr first_cause;
  while (first_ != nullptr) {
    const std::unique_ptr<Action> action = std::move(first_);
    first_ = std::move(action->next);
    try {
      action->run();
    } catch (...) {
      if (first_cause == nullptr) first_cause = std::current_exception();
    }
  }
  if (first_cause != nullptr) std::rethrow_exception(first_cause);
}

CancelState::CancelState(TimerService* service) noexcept
    : cancelled_{service == nullptr}, service_{service} {
  if (service_ != nullptr) count_service();
}

void CancelState::count_service() noexcept {
  if (!std::exchange(counts_service_, true)) service_->add_ref();
}

CancelState::~CancelState() {
  detach();
  if (counts_service_) service_->release();
}

bool CancelState::try_add_ref() noexcept {
  std::uint32_t seen = refs_.load(std::memory_order_relaxed);
  while (seen != 0) {
    // relaxed: the lock of the list that it stands in keeps it there.
    if (refs_.compare_exchange_weak(seen, seen + 1, std::memory_order_relaxed)) return true;
  }
  return false;
}

CancelState::Links& CancelState::links() {
  if (links_ == nullptr) links_ = std::make_unique<Links>();
  return *links_;
}

/// False: the source is cancelled already.
bool CancelState::list(Link& link) {
  CancelState& source = *link.source;
  if (source.is_cancelled()) return false;
  const std::lock_guard guard{source.service()->lock()};
  if (source.is_cancelled()) return false;
  Links& there = source.links();
  link.next = there.children;
  if (link.next != nullptr) link.next->previous = &link;
  there.children = &link;
  link.is_listed = true;
  return true;
}

/// Under the lock of the source's service.
void CancelState::unlist(Link& link) noexcept {
  link.is_listed = false;
  (link.previous != nullptr ? link.previous->next : link.source->links_->children) = link.next;
  if (link.next != nullptr) link.next->previous = link.previous;
  link.next = link.previous = nullptr;
}

void CancelState::attach_to(std::span<const IntrusivePtr<CancelState>> sources) {
  Links& mine = links();
  is_attached_ = true;
  mine.sources = std::make_unique<Link[]>(sources.size());
  for (const IntrusivePtr<CancelState>& source : sources) {
    Link& link = mine.sources[mine.source_count++];
    link.child = this;
    link.source = source;
    if (list(link)) continue;
    (void)cancel();  // nobody has added a callback yet
    return;
  }
}

void CancelState::detach() noexcept {
  if (!std::exchange(is_attached_, false)) return;
  for (std::size_t i = 0; i < links_->source_count; ++i) {
    Link& link = links_->sources[i];
    if (TimerService* service = link.source->service()) {
      const std::lock_guard guard{service->lock()};
      if (link.is_listed) unlist(link);
    }
    link.source.reset();
  }
  links_->source_count = 0;
}

IntrusivePtr<CancelState> CancelState::take_child() noexcept {
  const std::lock_guard guard{service_->lock()};
  while (links_ != nullptr && links_->children != nullptr) {
    Link& link = *links_->children;
    unlist(link);
    if (link.child->try_add_ref()) return IntrusivePtr<CancelState>::adopt(link.child);
  }
  return nullptr;
}

ActionList CancelState::cancel() noexcept {
  ActionList callbacks;
  if (is_cancelled()) return callbacks;
  Timer* over = nullptr;
  bool has_links = false;
  {
    const std::lock_guard guard{service_->lock()};
    if (is_cancelled()) return callbacks;
    // release: who sees it sees what the canceller did before.
    cancelled_.store(true, std::memory_order_release);
    has_links = links_ != nullptr;
    if (has_links) callbacks = std::move(links_->callbacks);
    Timer* timer = as_timer();
    if (timer != nullptr && service_->disarm(*timer)) {
      over = timer;
      // Alone and cancelled it has no use for the service any more.
      if (!has_links) service_->take_back_count(*this);
    }
  }
  if (over != nullptr) over->end();
  if (!has_links) return callbacks;
  while (const IntrusivePtr<CancelState> child = take_child()) callbacks.append(child->cancel());
  return callbacks;
}

std::unique_ptr<Action> CancelState::add_callback(std::unique_ptr<Action> callback) {
  if (is_cancelled()) return callback;
  const std::lock_guard guard{service_->lock()};
  if (is_cancelled()) return callback;
  links().callbacks.push(std::move(callback));
  return nullptr;
}

}  // namespace kebne::detail
