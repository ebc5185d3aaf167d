#include "kebne/actor/envelope.hpp"

#include "kebne/actor/actor_ref.hpp"
#include "kebne/base/detail/type_name.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace kebne {

std::string Envelope::type_name() const {
  return detail::demangle(detail::message_type(type).info->name());
}

BorrowedRef Envelope::sender() const noexcept { return BorrowedRef{sender_cell()}; }

std::optional<ScheduledTell> Envelope::scheduled() const noexcept {
  if ((flags & Scheduled) == 0) return std::nullopt;
  return ScheduledTell{detail::message_type(type).influences_receive_timeout};
}

void Envelope::destroy_payload() noexcept {
  if (kind == Boxed) {
    box()->release();
  } else if (kind == Inline) {
    detail::message_type(type).destroy(payload);
  }
}

std::uint64_t Envelope::timer_number() const noexcept {
  std::uint64_t number;
  std::memcpy(&number, payload + sizeof number, sizeof number);
  return number;
}

void Envelope::set_timer_number(std::uint64_t number) noexcept {
  std::memcpy(payload + sizeof number, &number, sizeof number);
}

namespace detail {

Box* Box::make(std::size_t size, std::size_t alignment, std::uint32_t type) {
  const std::size_t align = std::max(alignment, alignof(std::max_align_t));
  const std::size_t offset = (sizeof(Box) + align - 1) / align * align;
  void* memory = ::operator new (offset + size, std::align_val_t{align});
  return new (memory)
      Box{1, type, static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(align)};
}

void Box::discard(Box* box) noexcept {
  const std::align_val_t alignment{box->alignment};
  box->~Box();
  ::operator delete(box, alignment);
}

void Box::release() noexcept {
  // A sole owner needs no read-modify-write. acq_rel: the last one sees what the others did.
  if (!is_sole() && refs.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  message_type(type).destroy(data());
  discard(this);
}

}  // namespace detail
}  // namespace kebne
