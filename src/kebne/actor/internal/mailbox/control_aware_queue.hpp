#pragma once

#include "kebne/actor/envelope.hpp"
#include "kebne/actor/mailbox/message_queue.hpp"

#include <utility>

namespace kebne::detail {

/// Control messages first, each kind in the order of arrival. Allocates nothing.
class ControlAwareQueue final : public MessageQueue {
 public:
  void enqueue(Envelope& e) override {
    (message_type(e.type).is_control ? control_ : rest_).put(e);
  }

  [[nodiscard]] Envelope* dequeue() noexcept override {
    Envelope* e = control_.take();
    return e != nullptr ? e : rest_.take();
  }

 private:
  /// A list by the envelopes' own links.
  class Lane {
   public:
    Lane() = default;
    Lane(const Lane&) = delete;
    Lane& operator=(const Lane&) = delete;

    void put(Envelope& e) noexcept {
      e.next = nullptr;
      *end_ = &e;
      end_ = &e.next;
    }
    [[nodiscard]] Envelope* take() noexcept {
      if (first_ == nullptr) return nullptr;
      auto* e = static_cast<Envelope*>(std::exchange(first_, first_->next));
      if (first_ == nullptr) end_ = &first_;
      return e;
    }

   private:
    Node* first_ = nullptr;
    Node** end_ = &first_;
  };

  Lane control_;
  Lane rest_;
};

}  // namespace kebne::detail
