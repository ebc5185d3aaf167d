#pragma once

#include "kebne/actor/detail/deliver.hpp"
#include "kebne/actor/detail/promise_cell.hpp"
#include "kebne/base/result.hpp"

#include <chrono>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace kebne {

/// An answer that will come, for code outside of actors: from `ask`, `terminate`, `then`.
///
/// Movable, one owner, one thread at a time. Every future completes at the latest with the end of
/// its actor system. Dropping it gives the answer up, and frees what waits for it.
template <class T>
class Future {
 public:
  Future(Future&& other) noexcept : promise_{std::exchange(other.promise_, nullptr)} {}
  Future& operator=(Future other) noexcept {
    std::swap(promise_, other.promise_);
    return *this;
  }
  ~Future() {
    if (promise_ != nullptr) detail::drop_promise(promise_);
  }

  /// Blocks until the answer is there and takes it. Throws what the other side failed with, else
  /// `AskTimeout` or `AskFailed`. Inside an actor it blocks a thread that others could use.
  T get() {
    if (Result<void> waited = detail::await(promise(), std::nullopt); !waited) {
      detail::throw_failure({std::move(waited.error()), nullptr});
    }
    Outcome outcome = take(*promise_);
    detail::drop_promise(std::exchange(promise_, nullptr));
    if (!outcome) detail::throw_failure(std::move(outcome.error()));
    return std::move(*outcome);
  }

  /// The same for at most `limit`: then `Code::Timeout`, and the answer may still be waited for. On
  /// an executor that runs in the calling thread it does not wait: when nothing is left to run, the
  /// time is up. A user's exception becomes `Code::UserError` with its text.
  [[nodiscard]] Result<T> wait_for(std::chrono::nanoseconds limit) {
    if (Result<void> waited = detail::await(promise(), limit); !waited) {
      return tl::unexpected<Error>{std::move(waited.error())};
    }
    Outcome outcome = take(*promise_);
    detail::drop_promise(std::exchange(promise_, nullptr));
    return as_result(std::move(outcome));
  }

  /// False when the answer was taken, or the future moved from.
  [[nodiscard]] bool valid() const noexcept { return promise_ != nullptr; }

  [[nodiscard]] bool is_ready() const noexcept {
    // acquire: the reply.
    return promise_ != nullptr &&
           promise_->state.load(std::memory_order_acquire) == detail::PromiseCell::Ready;
  }

  /// Calls `f(Result<T>)` when the answer is there, on the default dispatcher of the system that
  /// the question went to, and gives the future of what it returns. What `f` throws fails that
  /// future; if nobody has it any more, the observer hears of it.
  template <class F>
  auto then(F f) && -> Future<std::conditional_t<std::is_void_v<std::invoke_result_t<F, Result<T>>>,
                                                 Done, std::invoke_result_t<F, Result<T>>>>;

  // For the library.
  explicit Future(detail::PromiseCell* counted) noexcept : promise_{counted} {}

 private:
  template <class>
  friend class Future;

  [[nodiscard]] detail::PromiseCell& promise() const {
    if (promise_ == nullptr)
      throw std::logic_error{"a future whose answer was taken, or that was moved from, has none"};
    return *promise_;
  }
  using Outcome = tl::expected<T, detail::PromiseFailure>;

  [[nodiscard]] static Outcome take(detail::PromiseCell& promise) {
    Envelope& reply = *promise.reply;
    if (reply.holds<T>()) return reply.take<T>();
    if (reply.holds<detail::PromiseFailure>()) {
      return tl::unexpected<detail::PromiseFailure>{reply.take<detail::PromiseFailure>()};
    }
    return tl::unexpected<detail::PromiseFailure>{detail::refuse_reply(promise)};
  }
  [[nodiscard]] static Result<T> as_result(Outcome outcome) {
    if (outcome) return std::move(*outcome);
    return tl::unexpected<Error>{std::move(outcome.error().error)};
  }

  template <class F, class U>
  struct Then final : detail::Continuation {
    F f;
    detail::PromiseCell* target;  // counted
    Then(F function, detail::PromiseCell* counted) : f{std::move(function)}, target{counted} {}
    ~Then() override { detail::release_refs(detail::local(), target, 1); }

    void run(detail::PromiseCell& promise) noexcept override {
      try {
        if constexpr (std::is_void_v<std::invoke_result_t<F, Result<T>>>) {
          f(as_result(take(promise)));
          give(Done{});
        } else {
          give(f(as_result(take(promise))));
        }
      } catch (...) {
        detail::fail_continuation(*target, std::current_exception());
      }
    }

    void give(U result) { detail::offer<U>(detail::local(), target, std::move(result)); }
  };

  detail::PromiseCell* promise_;
};

template <class T>
template <class F>
auto Future<T>::then(F f) && -> Future<std::conditional_t<
    std::is_void_v<std::invoke_result_t<F, Result<T>>>, Done, std::invoke_result_t<F, Result<T>>>> {
  using Given = std::invoke_result_t<F, Result<T>>;
  using U = std::conditional_t<std::is_void_v<Given>, Done, Given>;
  static_assert(Message<U>, "what a continuation returns must be movable");
  Future<U> result{detail::make_follower(promise())};
  auto* continuation = new Then<F, U>(std::move(f), result.promise_);
  detail::add_ref(result.promise_);  // the continuation's
  detail::continue_with(*std::exchange(promise_, nullptr), continuation);
  return result;
}

namespace detail {

/// A question to `to` in the name of a new promise. `limit` 0: it may take any time.
template <class M, class... Args>
[[nodiscard]] Future<typename M::Reply> ask_from_outside(SystemCore& core,
                                                         std::chrono::nanoseconds limit,
                                                         RefCell* to, Args&&... args) {
  Local& l = local();
  Envelope* question = make_envelope<M>(l, std::forward<Args>(args)...);
  question->set_sender(nullptr);
  PromiseCell* promise = nullptr;
  try {
    promise = make_question(core, to, question->type, limit);
  } catch (...) {
    free_envelope(l, question);
    throw;
  }
  Future<typename M::Reply> answer{promise};
  if (limit.count() != 0) {
    try {
      limit_time(*promise);
    } catch (...) {
      free_envelope(l, question);
      throw;
    }
  }
  add_ref(promise);
  question->set_sender(promise);
  count_sent(l, to);
  deliver(l, to, question);
  return answer;
}

}  // namespace detail
}  // namespace kebne
