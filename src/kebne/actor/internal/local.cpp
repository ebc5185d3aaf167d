#include "kebne/actor/detail/local.hpp"

#include "kebne/actor/detail/message_type.hpp"
#include "kebne/actor/internal/metrics/system_counts.hpp"
#include "kebne/base/assert.hpp"
#include "kebne/base/detail/platform.hpp"
#include "kebne/base/detail/type_name.hpp"

#include <cstdio>
#include <mutex>
#include <vector>

namespace kebne::detail {
namespace {

NodePoolRegistry envelope_pools;
NodePoolRegistry cell_pools;
NodePoolRegistry page_pools;

/// 256 KiB, as `envelopes` keeps.
constexpr NodePoolLimits page_limits{.batch = 1, .keep = 64};

void print_whereabouts() noexcept {
  const ActorCell* cell = local_ptr != nullptr ? local_ptr->current : nullptr;
  if (cell == nullptr) return;
  const std::string message = cell->current != nullptr ? cell->current->type_name() : "no message";
  std::fprintf(stderr, "kebne: while %s was handling %s\n", path_text(cell).c_str(),
               message.c_str());
}

/// The locals of all threads, living and gone.
class Locals {
 public:
  Locals() { set_whereabouts(&print_whereabouts); }

  Local* adopt() {
    const std::lock_guard guard{mutex_};
    if (!idle_.empty()) {
      Local* l = idle_.back();
      idle_.pop_back();
      return l;
    }
    const auto id = static_cast<std::uint32_t>(all_.size());
    if (id >= NodePoolRegistry::max_owners) {
      assertion_failed(__FILE__, __LINE__, "fewer than 65536 threads at a time");
    }
    idle_.reserve(all_.size() + 1);
    all_.reserve(all_.size() + 1);
    auto* l = new Local{static_cast<std::uint16_t>(id)};
    all_.push_back(l);
    envelope_pools.pools[id].store(&l->envelopes, std::memory_order_release);
    cell_pools.pools[id].store(&l->cells, std::memory_order_release);
    page_pools.pools[id].store(&l->page_pool, std::memory_order_release);
    return l;
  }

  void give_back(Local* l) noexcept {
    const std::lock_guard guard{mutex_};
    idle_.push_back(l);
  }

  template <class F>
  void each(F f) {
    with_all([&f](const std::vector<Local*>& all) {
      for (Local* l : all) f(*l);
    });
  }

  /// While no thread is made, or begins or ends to count for a system.
  template <class F>
  void with_all(F f) {
    const std::lock_guard guard{mutex_};
    f(all_);
  }

 private:
  std::mutex mutex_;
  std::vector<Local*> all_;
  std::vector<Local*> idle_;
};

Locals& locals() {
  static Locals& all = *new Locals;  // threads may end after static objects are gone
  return all;
}

}  // namespace

constinit thread_local Local* local_ptr = nullptr;

Local::Local(std::uint16_t id)
    : envelopes{sizeof(Envelope), id, envelope_pools},
      cells{sizeof(ActorCell), id, cell_pools},
      page_pool{TaskPages::page_size, id, page_pools, page_limits} {}

Local& make_local() {
  local_ptr = locals().adopt();
  at_thread_end(
      [](void* mine) {
        auto* l = static_cast<Local*>(mine);
        l->quiesce();
        l->count_for(nullptr);
        local_ptr = nullptr;
        locals().give_back(l);
      },
      local_ptr);
  return *local_ptr;
}

void Local::count_for(SystemCounts* system) noexcept {
  if (system != nullptr) system->add_ref();
  SystemCounts* const before = counts_for;
  locals().with_all([&](const std::vector<Local*>&) {
    for (std::size_t i = 0; i < counted_kinds; ++i) {
      const std::uint64_t n = counts.of[i].exchange(0, std::memory_order_relaxed);
      if (before != nullptr) before->left_[i] += n;
    }
    counts_for = system;
  });
  if (before != nullptr) before->release();
}

SystemCounts::Totals SystemCounts::totals() const {
  Totals sums{};
  locals().with_all([&](const std::vector<Local*>& all) {
    sums = left_;
    for (const Local* l : all) {
      if (l->counts_for != this) continue;
      for (std::size_t i = 0; i < counted_kinds; ++i) {
        sums[i] += l->counts.of[i].load(std::memory_order_relaxed);
      }
    }
  });
  sums[static_cast<std::size_t>(Counted::Sent)] += sent_outside_.load(std::memory_order_relaxed);
  return sums;
}

void Local::quiesce() noexcept {
  settle();
  trim();
  trim_others();
}

void Local::settle() noexcept {
  deferred.flush(*this);
  envelopes.flush();
  cells.flush();
  tasks.settle();
  page_pool.flush();
}

void Local::trim() noexcept {
  envelopes.trim();
  cells.trim();
  page_pool.trim();
}

void Local::trim_others() noexcept {
  // Owners that sleep or are gone do not look after what came home.
  locals().each([this](Local& other) {
    if (&other == this) return;
    if (other.envelopes.overflows()) other.envelopes.trim_inbox();
    if (other.cells.overflows()) other.cells.trim_inbox();
    if (other.page_pool.overflows()) other.page_pool.trim_inbox();
  });
}

void Deferred::replace(Local& l, Entry& e, RefCell* cell) noexcept {
  // The entry is whole before the release: destroying `old` may come back here.
  RefCell* old = std::exchange(e.cell, cell);
  const std::int64_t n = std::exchange(e.count, cell != nullptr ? 1 : 0);
  if (old != nullptr && n != 0) release_refs(l, old, n);
}

void Deferred::flush(Local& l) noexcept {
  for (bool again = true; again;) {
    again = false;
    for (Entry& e : entries_) {
      if (e.cell == nullptr) continue;
      replace(l, e, nullptr);  // may fill entries already passed
      again = true;
    }
  }
}

std::vector<std::pair<const Local*, std::uint64_t>> readers_now() {
  std::vector<std::pair<const Local*, std::uint64_t>> out;
  locals().each([&out](const Local& l) {
    // seq_cst: pairs with `Reading`; a thread seen outside has done with what was replaced before.
    const std::uint64_t n = l.reads.load(std::memory_order_seq_cst);
    if (n % 2 != 0) out.emplace_back(&l, n);
  });
  return out;
}

std::int64_t live_cells() noexcept {
  std::int64_t n = 0;
  locals().each([&n](Local& l) { n += l.cells_made.load() - l.cells_freed.load(); });
  return n;
}

}  // namespace kebne::detail
