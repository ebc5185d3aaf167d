#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace kebne::detail {

/// A user's callable of any type that can be moved.
struct Action {
  std::unique_ptr<Action> next;  ///< for lists

  virtual ~Action() = default;
  virtual void run() = 0;
};

template <class F>
[[nodiscard]] std::unique_ptr<Action> make_action(F&& f) {
  struct Holder final : Action {
    std::decay_t<F> function;
    explicit Holder(F&& given) : function(std::forward<F>(given)) {}
    void run() override { function(); }
  };
  return std::make_unique<Holder>(std::forward<F>(f));
}

}  // namespace kebne::detail
