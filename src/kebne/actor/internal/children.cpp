#include "kebne/actor/internal/children.hpp"

#include <utility>

namespace kebne::detail {
namespace {

/// FNV-1a (Fowler, Noll, Vo), with its high bits folded in.
std::uint32_t hash_name(std::string_view name) noexcept {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (const char c : name) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return static_cast<std::uint32_t>(h ^ (h >> 29));
}

bool has_given_name(const ActorCell* child) noexcept { return child->name_view()[0] != '$'; }

}  // namespace

bool ChildStats::may_restart(std::int32_t max_retries,
                             std::optional<std::chrono::nanoseconds> within,
                             std::chrono::nanoseconds now) noexcept {
  if (max_retries == 0) return false;
  if (!within) return max_retries < 0 || ++restarts <= max_retries;
  if (!window) window = now;
  if (now - *window > *within) {
    window = now;
    restarts = 0;
  }
  return ++restarts <= (max_retries > 0 ? max_retries : 1);
}

ActorCell* Children::find(std::string_view name) const noexcept {
  if (name.empty()) return nullptr;
  if (name[0] == '$') {
    for (ActorCell* child = first; child != nullptr; child = child->next_sibling) {
      if (child->name_view() == name) return child;
    }
    return nullptr;
  }
  if (table_ == nullptr) return nullptr;
  for (std::uint32_t i = hash_name(name) & mask_; table_[i] != nullptr; i = (i + 1) & mask_) {
    if (table_[i]->name_view() == name) return table_[i];
  }
  return nullptr;
}

std::uint32_t Children::home(const ActorCell* child) const noexcept {
  return hash_name(child->name_view()) & mask_;
}

void Children::place(ActorCell* child) noexcept {
  std::uint32_t i = home(child);
  while (table_[i] != nullptr) i = (i + 1) & mask_;
  table_[i] = child;
}

void Children::reserve_name() {
  const std::uint32_t size = table_ == nullptr ? 0 : mask_ + 1;
  if (size != 0 && (named_ + 1) * 4 <= size * 3) return;
  auto grown = std::make_unique<ActorCell*[]>(size == 0 ? 16 : size * 2);
  table_.swap(grown);
  mask_ = size == 0 ? 15 : size * 2 - 1;
  for (std::uint32_t i = 0; i < size; ++i) {
    if (grown[i] != nullptr) place(grown[i]);
  }
}

void Children::insert(ActorCell* child) noexcept {
  if (has_given_name(child)) {
    place(child);
    ++named_;
  }
  child->previous = last;
  (last != nullptr ? last->next_sibling : first) = child;
  last = child;
  ++count;
}

void Children::unplace(ActorCell* child) noexcept {
  std::uint32_t hole = home(child);
  while (table_[hole] != child) hole = (hole + 1) & mask_;
  // Close the gap: whoever stands behind it and not behind its own home moves up.
  for (std::uint32_t i = (hole + 1) & mask_; table_[i] != nullptr; i = (i + 1) & mask_) {
    const std::uint32_t from_home = (i - home(table_[i])) & mask_;
    const std::uint32_t from_hole = (i - hole) & mask_;
    if (from_home < from_hole) continue;
    table_[hole] = table_[i];
    hole = i;
  }
  table_[hole] = nullptr;
  --named_;
}

void Children::mark_dying(ActorCell* child) noexcept {
  if (child->child_state != Living) return;
  child->child_state = Dying;
  ++dying;
}

ChildStats& Children::stats(const ActorCell* child) {
  if (stats_ == nullptr) stats_ = std::make_unique<decltype(stats_)::element_type>();
  return (*stats_)[child];
}

bool Children::take_escalated(const ActorCell* child) noexcept {
  if (stats_ == nullptr) return false;
  const auto found = stats_->find(child);
  return found != stats_->end() && std::exchange(found->second.is_escalated, false);
}

void Children::erase(ActorCell* child) noexcept {
  if (stats_ != nullptr) stats_->erase(child);
  if (child->child_state == Dying) --dying;
  child->child_state = Erased;
  if (has_given_name(child)) unplace(child);
  (child->previous != nullptr ? child->previous->next_sibling : first) = child->next_sibling;
  (child->next_sibling != nullptr ? child->next_sibling->previous : last) = child->previous;
  --count;
}

}  // namespace kebne::detail
