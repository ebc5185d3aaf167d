#include "kebne/actor/internal/dispatch/worker.hpp"

#include "kebne/actor/detail/local.hpp"
#include "kebne/base/detail/platform.hpp"

#include <algorithm>

namespace kebne::detail {

/// How a worker without work comes to rest, over several rounds.
struct Worker::Sleep {
  bool lingers = false;     ///< wakes now and then, to look for other workers that are stuck
  bool look_again = false;  ///< something came in while falling asleep
  std::uint32_t round = 0;  ///< how often it has slept in vain
  std::uint32_t quiet = 0;  ///< for how many of these nobody ran

  void restart() noexcept { round = quiet = 0; }
};

Worker::Worker(PoolExecutor& pool, std::uint32_t index)
    : pool_{pool}, executor_{&pool}, index_{index} {}

Runnable* Worker::pop_front(Worker& victim) noexcept {
  std::uint32_t top = victim.top_.load(std::memory_order_acquire);
  for (;;) {
    if (top == victim.bottom_.load(std::memory_order_acquire)) return nullptr;
    Runnable* r = victim.ring_[top % capacity].load(std::memory_order_relaxed);
    // acq_rel: one taker an entry; its place may be used again only after this is seen.
    if (victim.top_.compare_exchange_weak(top, top + 1, std::memory_order_acq_rel,
                                          std::memory_order_acquire)) {
      return r;
    }
  }
}

Runnable* Worker::from_slot() noexcept {
  if (slot_.load(std::memory_order_relaxed) == nullptr) return nullptr;
  return slot_.exchange(nullptr, std::memory_order_acq_rel);  // a thief may have been quicker
}

Runnable* Worker::from_injector() noexcept {
  Injector& injector = pool_.injector_;
  if (injector.empty() || !injector.lock.try_lock()) return nullptr;
  const PoolExecutor::Board board = pool_.board();
  // When everybody is busy, or there is plenty, some more for the ring. From there others can steal
  // them, but the last one only when this worker has been stuck for a while.
  const bool all_busy = board.sleeping() == 0 && board.searching() == 0;
  const bool takes_more = all_busy || injector.ready() >= 2 * most_taken;
  const std::uint32_t room = capacity - 1 - std::min(ring_size(), capacity - 1);
  Runnable* r = nullptr;
  injector.pop_some(takes_more ? std::min(most_taken, 1 + room) : 1, [&](Runnable& next) {
    if (r == nullptr) {
      r = &next;
    } else {
      append(bottom_.load(std::memory_order_relaxed), &next);
    }
  });
  injector.lock.unlock();
  // Anew: who fell asleep meanwhile did not see what was in our hands.
  const PoolExecutor::Board now = pool_.board();
  if (now.sleeping() != 0 && now.searching() == 0 && (waiting() >= 2 || !injector.empty())) {
    pool_.wake_one();
  }
  return r;
}

bool Worker::move_to_sender(Runnable* r, std::uint32_t mail_from) noexcept {
  if (waiting() == 0) return false;  // it would leave this worker without work
  const auto home =
      std::find_if(pool_.workers_.begin(), pool_.workers_.end(), [mail_from](const auto& worker) {
        return worker->shown_pool_id_.load(std::memory_order_relaxed) == mail_from;
      });
  if (home == pool_.workers_.end()) return false;
  Worker& there = **home;
  Runnable* top = there.inbox_.load(std::memory_order_relaxed);
  do {
    r->next.store(top, std::memory_order_relaxed);
    // seq_cst: if we miss its sleeping bit below, it sees the inbox before it sleeps.
  } while (!there.inbox_.compare_exchange_weak(top, r, std::memory_order_seq_cst,
                                               std::memory_order_relaxed));
  if ((pool_.board().sleeping() >> there.index_ & 1) != 0) there.wake();
  return true;
}

Runnable* Worker::take_inbox() noexcept {
  if (inbox_.load(std::memory_order_relaxed) == nullptr) return nullptr;
  // acquire: the cells.
  return inbox_.exchange(nullptr, std::memory_order_acq_rel);
}

void Worker::push_back_all(Runnable* chain) noexcept {
  while (chain != nullptr) {
    Runnable* older = chain->next.load(std::memory_order_relaxed);
    push_back(chain);
    chain = older;
  }
}

Runnable* Worker::next_local() noexcept {
  if (KEBNE_UNLIKELY(inbox_.load(std::memory_order_relaxed) != nullptr))
    push_back_all(take_inbox());
  if (KEBNE_UNLIKELY(++picks_ % injector_every == 0)) {
    if (Runnable* r = from_injector()) return r;
  }
  if (streak_ < slot_streak) {
    if (Runnable* r = from_slot()) {
      ++streak_;
      return r;
    }
  }
  streak_ = 0;
  new_first_ = !new_first_;
  if (new_first_) {
    if (Runnable* r = nursery_.pop_newest()) return r;
  }
  if (Runnable* r = pop_front(*this)) return r;
  if (Runnable* r = nursery_.pop_newest()) return r;
  if (Runnable* r = from_slot()) return r;
  return from_injector();
}

Runnable* Worker::steal(std::uint64_t now, bool& anything_waits) noexcept {
  const auto n = static_cast<std::uint32_t>(pool_.workers_.size());
  for (std::uint32_t i = 1; i < n; ++i) {
    Worker& victim = *pool_.workers_[(index_ + i) % n];
    if (victim.waiting() >= 2) {
      if (Runnable* r = victim.nursery_.take_oldest()) return r;
      if (Runnable* r = pop_front(victim)) return r;
      continue;
    }
    if (!victim.has_work()) continue;
    anything_waits = true;
    Watch& watch = watch_[victim.index_];
    const std::uint64_t runs = victim.runs_.load(std::memory_order_relaxed);
    if (watch.runs != runs) {
      watch = {runs, now};
    } else if (now - watch.since >= stuck_after_ns) {
      if (Runnable* r = pop_front(victim)) return r;
      if (Runnable* r = victim.nursery_.take_oldest()) return r;
      if (Runnable* r = victim.slot_.exchange(nullptr, std::memory_order_acq_rel)) return r;
      if (Runnable* r = victim.take_inbox()) {
        push_back_all(r->next.load(std::memory_order_relaxed));
        return r;
      }
    }
  }
  return nullptr;
}

Runnable* Worker::spin() noexcept {
  const std::uint64_t begun = monotonic_ns();
  const std::uint64_t patience = search_ns >> vain_searches_;
  for (std::uint64_t now = begun; now - begun < patience; now = monotonic_ns()) {
    if (pool_.stopping_.load(std::memory_order_relaxed)) return nullptr;
    if (has_work()) {
      if (Runnable* r = next_local()) return r;
    }
    if (Runnable* r = from_injector()) return r;
    for (int i = 0; i < 8; ++i) cpu_pause();
    bool anything_waits = false;
    if (now - begun >= steal_after_ns) {
      if (Runnable* r = steal(now, anything_waits)) return r;
    }
    yield_thread();  // the core may be wanted by a thread of another pool
  }
  // One yield may have taken longer than there was patience for.
  bool anything_waits = false;
  return steal(monotonic_ns(), anything_waits);
}

void Worker::fall_asleep(Sleep& sleep) noexcept {
  wake_.store(0, std::memory_order_relaxed);
  const std::uint32_t rounds = quiet_rounds();
  std::uint64_t seen = pool_.board_.load(std::memory_order_relaxed);
  std::uint64_t wanted;
  do {
    sleep.lingers = !PoolExecutor::Board{seen}.lingering() && sleep.quiet < rounds;
    wanted = (seen - PoolExecutor::Board::one_searching) | std::uint64_t{1} << index_;
    if (sleep.lingers) wanted += PoolExecutor::Board::one_lingering;
    // seq_cst: pairs with the look of those that push work and ask whether anybody sleeps.
  } while (!pool_.board_.compare_exchange_weak(seen, wanted, std::memory_order_seq_cst));
  sleep.look_again = has_work() || !pool_.injector_.empty() ||
                     pool_.stopping_.load(std::memory_order_seq_cst) ||
                     std::any_of(pool_.workers_.begin(), pool_.workers_.end(),
                                 [](const auto& worker) { return worker->waiting() >= 2; });
  if (!sleep.lingers && !sleep.look_again && pool_.active_.load(std::memory_order_seq_cst) != 0 &&
      !pool_.board().watched()) {
    sleep.look_again = true;  // somebody runs and nobody watches: be the one
    sleep.quiet = 0;
  }
  if (sleep.look_again) return;
  if (sleep.lingers) {
    const std::uint64_t tick = linger_ns << std::min(sleep.round, 3u);
    park(wake_, 0, static_cast<std::int64_t>(tick));
    ++sleep.round;
  } else {
    sleep_for_good();
    sleep.restart();
  }
}

void Worker::sleep_for_good() noexcept {
  // acquire: what the waker did before.
  while (wake_.load(std::memory_order_acquire) == 0 && !pool_.stopping_.load() &&
         !pool_.board().retired()) {
    if (!pool_.may_retire() || pool_.is_inhabited()) {
      park(wake_, 0);
      continue;
    }
    const std::uint64_t since = monotonic_ns();
    park(wake_, 0, pool_.retire_after_ns_);
    if (monotonic_ns() - since >= static_cast<std::uint64_t>(pool_.retire_after_ns_)) {
      pool_.try_retire();
    }
  }
}

bool Worker::rise(Sleep& sleep) noexcept {
  if (sleep.lingers) {
    sleep.quiet = pool_.active_.load(std::memory_order_seq_cst) == 0 ? sleep.quiet + 1 : 0;
  }
  // Leave the sleepers, be a searcher again. A waker may have taken our bit already.
  std::uint64_t seen = pool_.board_.load(std::memory_order_relaxed);
  std::uint64_t wanted;
  do {
    while (PoolExecutor::Board{seen}.closing()) {
      yield_thread();
      seen = pool_.board_.load(std::memory_order_relaxed);
    }
    if (PoolExecutor::Board{seen}.retired()) return false;
    wanted = (seen & ~(std::uint64_t{1} << index_)) + PoolExecutor::Board::one_searching;
    if (sleep.lingers) wanted -= PoolExecutor::Board::one_lingering;
  } while (!pool_.board_.compare_exchange_weak(seen, wanted, std::memory_order_seq_cst));
  return true;
}

/// Before a sleep: nothing of others stays with this thread. Giving it back may destroy what tells
/// somebody, so there may be work afterwards.
///
/// Memory of owners who do not look after it is given back by the one that lingers, before it
/// sleeps for good: after a burst the next one often follows at once. So does a lone worker with
/// its own.
Runnable* Worker::quiesce(Local& l) noexcept {
  l.settle();
  if (pool_.workers_.size() > 1) l.trim();
  return has_work() ? next_local() : nullptr;
}

Runnable* Worker::search(Local& l) {
  PoolExecutor& pool = pool_;
  pool.active_.fetch_sub(1, std::memory_order_seq_cst);
  const PoolExecutor::Board others{
      pool.board_.fetch_add(PoolExecutor::Board::one_searching, std::memory_order_seq_cst)};
  // At most half of the workers spin: more would take the cores from those that produce.
  const bool is_crowded = others.searching() >= (pool.workers_.size() + 1) / 2;
  Runnable* r = nullptr;
  if (!is_crowded) {
    r = spin();
    vain_searches_ = r != nullptr ? 0 : std::min(vain_searches_ + 1, most_vain_searches);
  }
  if (r == nullptr) r = quiesce(l);
  Sleep sleep;
  while (r == nullptr && !pool.stopping_.load(std::memory_order_seq_cst)) {
    const std::uint64_t since = monotonic_ns();
    fall_asleep(sleep);
    if (!rise(sleep)) return nullptr;
    const bool was_called = wake_.load(std::memory_order_acquire) != 0;
    if (was_called && monotonic_ns() - since < short_sleep_ns) vain_searches_ = 0;
    if (was_called || sleep.look_again) {
      sleep.restart();
      r = spin();
      if (r == nullptr) r = quiesce(l);
    } else if ((r = next_local()) == nullptr) {
      if (sleep.quiet == quiet_rounds()) {  // it sleeps for good next
        l.trim();
        l.trim_others();
      }
      bool anything_waits = false;
      r = steal(monotonic_ns(), anything_waits);
      if (r == nullptr && anything_waits) r = spin();
    }
  }
  pool.active_.fetch_add(1, std::memory_order_seq_cst);
  pool.board_.fetch_sub(PoolExecutor::Board::one_searching, std::memory_order_seq_cst);
  if (r != nullptr) hand_over_watch(sleep);
  return r;
}

/// Whoever stops searching or lingering may leave nobody to look: not for what came in while it was
/// the reason to wake nobody, nor after workers that block. The one that lingered hands on when any
/// other runs, because what that puts in its slot just now may not be visible yet.
void Worker::hand_over_watch(const Sleep& sleep) noexcept {
  const PoolExecutor::Board board = pool_.board();
  if (board.sleeping() == 0 || board.watched()) return;
  // seq_cst: who began to run before we left the board is counted here; who did so later has seen
  // that nobody lingers.
  const bool others_run = pool_.active_.load(std::memory_order_seq_cst) > 1;
  if ((sleep.lingers && others_run) || pool_.anything_waits()) pool_.wake_one();
}

void Worker::give_away() noexcept {
  push_back_all(take_inbox());
  if (Runnable* r = from_slot()) pool_.schedule(*r);
  while (Runnable* r = pop_front(*this)) pool_.schedule(*r);
  while (Runnable* r = nursery_.take_oldest()) pool_.schedule(*r);
}

void Worker::wake() noexcept {
  // release: what the waker did before is seen by the sleeper.
  wake_.store(1, std::memory_order_release);
  unpark_one(wake_);
}

void Worker::main() {
  Local& l = local();
  l.worker = this;
  l.defers = true;
  watch_.resize(pool_.workers_.size());
  pool_id_ = l.envelopes.id();
  shown_pool_id_.store(pool_id_, std::memory_order_relaxed);
  pool_.in_main_.fetch_add(1, std::memory_order_relaxed);
  pool_.active_.fetch_add(1);
  for (;;) {
    Runnable* r = next_local();
    if (KEBNE_UNLIKELY(r == nullptr)) {
      r = search(l);
      if (r == nullptr) break;
    }
    const std::uint64_t n = runs_.load(std::memory_order_relaxed) + 1;
    runs_.store(n, std::memory_order_relaxed);
    if (KEBNE_UNLIKELY(n % flush_every == 0)) l.deferred.flush(l);
    l.mail_from = pool_id_;  // only a used-up cell knows better
    if (r->run(r, l)) requeue(r, l.mail_from);
  }
  l.quiesce();
  l.defers = false;
  l.worker = nullptr;
  // Another thread may have this one's pools soon.
  shown_pool_id_.store(nobodys_pool, std::memory_order_relaxed);
  // release: the next thread of this worker sees all of it as it is now.
  pool_.in_main_.fetch_sub(1, std::memory_order_release);
}

}  // namespace kebne::detail
