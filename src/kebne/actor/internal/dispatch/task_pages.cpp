#include "kebne/actor/detail/task_pages.hpp"

#include <new>
#include <utility>

namespace kebne::detail {

void TaskPages::open() {
  Node* node = pool_.take();
  const std::uint16_t owner = node->owner;
  open_ = ::new (static_cast<void*>(node)) Page{};
  open_->node.owner = owner;
  used_ = 0;
}

void TaskPages::settle() noexcept {
  Page* page = std::exchange(leaving_, nullptr);
  if (page == nullptr) return;
  const std::uint32_t n = std::exchange(left_, 0);
  // acq_rel: whoever uses the page next does so after all that was done with its lines.
  if (page->left.fetch_add(n, std::memory_order_acq_rel) + n != capacity) return;
  const std::uint16_t owner = page->node.owner;
  page->~Page();
  Node* node = ::new (static_cast<void*>(page)) Node{};
  node->owner = owner;
  pool_.give(node);
}

}  // namespace kebne::detail
