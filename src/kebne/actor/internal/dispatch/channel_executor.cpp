#include "kebne/actor/internal/dispatch/channel_executor.hpp"

#include "kebne/actor/detail/local.hpp"
#include "kebne/actor/detail/task.hpp"
#include "kebne/base/assert.hpp"
#include "kebne/base/detail/platform.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace kebne::detail {
namespace {

/// A lane is locked for a few instructions, unless its holder has lost its processor.
bool try_lock_a_while(SpinLock& lock) noexcept {
  constexpr int attempts = 32;
  for (int i = 0; i < attempts; ++i) {
    if (lock.try_lock()) return true;
    cpu_pause();
  }
  return false;
}

std::uint64_t lowest_bits(std::uint32_t n) noexcept { return ~std::uint64_t{0} >> (64 - n); }

}  // namespace

ChannelScheduler::ChannelScheduler(Executor& pool, const ChannelSettings& settings)
    : pool_{pool},
      work_max_{settings.work_max},
      drainers_{std::make_unique<Drainer[]>(settings.parallelism)},
      idle_{lowest_bits(settings.parallelism)} {
  KEBNE_ASSERT(settings.parallelism >= 1 && settings.parallelism <= max_parallelism);
  KEBNE_ASSERT(settings.work_max >= 1);
  for (std::uint32_t i = 0; i < settings.parallelism; ++i) {
    Drainer& drainer = drainers_[i];
    drainer.scheduler = this;
    drainer.index = i;
    drainer.runnable.run = [](Runnable* r, Local& l) noexcept {
      auto& self = *reinterpret_cast<Drainer*>(r);  // the runnable is its first member
      return self.scheduler->drain(self, l);
    };
  }
}

void ChannelScheduler::schedule(DispatcherSettings::Priority priority,
                                Runnable& runnable) noexcept {
  lanes_[static_cast<std::size_t>(priority)].push(runnable);
  // seq_cst on both sides: a drainer that misses the push shows as idle before that.
  if (idle_.load(std::memory_order_seq_cst) != 0) wake_one(local());
}

void ChannelScheduler::wake_one(Local& l) noexcept {
  std::uint64_t idle = idle_.load(std::memory_order_seq_cst);
  while (idle != 0) {
    const int index = std::countr_zero(idle);
    // seq_cst: acquires what the drainer left when it went idle.
    if (idle_.compare_exchange_weak(idle, idle & (idle - 1), std::memory_order_seq_cst)) {
      return schedule_on(l, pool_, drainers_[static_cast<std::size_t>(index)].runnable);
    }
  }
}

bool ChannelScheduler::drain(Drainer& drainer, Local& l) noexcept {
  const std::uint32_t mail_from = l.mail_from;  // what it runs speaks of its own mail there
  bool goes_on = true;
  for (std::uint32_t n = 0; goes_on && n < work_max_; ++n) {
    const Pick next = pick(drainer, l);
    if (next.runnable == nullptr) {
      if (next.met_others) break;
      goes_on = !goes_idle(std::uint64_t{1} << drainer.index);
    } else if (next.runnable->run(next.runnable, l)) {
      next.lane->push(*next.runnable);
    }
  }
  l.mail_from = mail_from;
  return goes_on;
}

ChannelScheduler::Pick ChannelScheduler::pick(Drainer& drainer, Local& l) noexcept {
  Pick next;
  if (++drainer.picks % others_every == 0) {
    Injector& lane = lanes_[drainer.favoured];
    drainer.favoured = drainer.favoured == 1 ? priorities - 1 : drainer.favoured - 1;
    if (pick_from(lane, l, next)) return next;
  }
  for (Injector& lane : lanes_) {
    if (pick_from(lane, l, next)) return next;
  }
  return next;
}

bool ChannelScheduler::pick_from(Injector& lane, Local& l, Pick& pick) noexcept {
  if (lane.empty()) return false;
  if (!try_lock_a_while(lane.lock)) {
    pick.met_others = true;
    return false;
  }
  pick.runnable = lane.pop();
  pick.lane = &lane;
  lane.lock.unlock();
  // seq_cst: who went idle while this lane was in our hands did not see the rest of it.
  if (idle_.load(std::memory_order_seq_cst) != 0 && !lane.empty()) wake_one(l);
  return pick.runnable != nullptr;
}

/// False: something came in meanwhile, and the drainer is the caller's still. After true it may
/// run on another thread.
bool ChannelScheduler::goes_idle(std::uint64_t bit) noexcept {
  idle_.fetch_or(bit, std::memory_order_seq_cst);
  const bool anything_waits =
      std::any_of(lanes_.begin(), lanes_.end(), [](const Injector& lane) { return !lane.empty(); });
  if (!anything_waits) return true;
  return (idle_.fetch_and(~bit, std::memory_order_seq_cst) & bit) == 0;
}

}  // namespace kebne::detail
