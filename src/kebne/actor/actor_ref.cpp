#include "kebne/actor/actor_ref.hpp"

#include "kebne/actor/internal/system_core.hpp"

#include <fmt/core.h>

namespace kebne {

ActorRef ActorRef::nobody() noexcept {
  // One for the process, never freed: references to it may be the last thing a thread drops.
  static detail::RefCell& cell = [&]() -> detail::RefCell& {
    detail::RefCell& c = *new detail::RefCell{detail::MailboxWord::Closed, 1};
    c.kind = detail::RefCell::IsNobody;
    c.uid = 0;
    c.name_length = 0;
    c.parent = nullptr;
    c.dispatcher = nullptr;
    return c;
  }();
  return share(&cell);
}

ActorPath ActorRef::path() const {
  if (cell_ == nullptr) return {};
  const detail::SystemCore* core = cell_->system();
  if (core == nullptr) return ActorPath{Address{"akka", "all-systems"}};
  return ActorPath{core->address, cell_->path_elements(),
                   cell_->parent != nullptr ? static_cast<std::uint32_t>(cell_->uid) : 0};
}

std::string ActorRef::to_string() const {
  return fmt::format("[{}]", path().to_serialization_format());
}

std::strong_ordering operator<=>(const ActorRef& a, const ActorRef& b) {
  if (a.cell_ == b.cell_) return std::strong_ordering::equal;
  if (a.cell_ == nullptr) return std::strong_ordering::less;
  if (b.cell_ == nullptr) return std::strong_ordering::greater;
  if (const auto by_path = a.path() <=> b.path(); by_path != 0) return by_path;
  if (const auto by_uid = a.cell_->uid <=> b.cell_->uid; by_uid != 0) return by_uid;
  return std::compare_three_way{}(a.cell_, b.cell_);  // systems of one name in one process
}

}  // namespace kebne
