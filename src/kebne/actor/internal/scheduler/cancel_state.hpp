#pragma once

#include "kebne/actor/detail/action.hpp"
#include "kebne/base/intrusive_ptr.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace kebne::detail {

class TimerService;
struct Timer;

/// Callables, first come, first served. Joining two lists allocates nothing.
class ActionList {
 public:
  void push(std::unique_ptr<Action> action) noexcept;
  void append(ActionList&& other) noexcept;
  [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }

  /// Runs all; then rethrows the first exception, if there was one.
  void run();

 private:
  std::unique_ptr<Action> first_;
  Action* last_ = nullptr;  // while there is a first
};

/// What a `Cancelable` points to. Counts its references.
///
/// It knows those that it cancels (its children, not counted) and those that cancel it (its
/// sources, counted). A list of children is under the lock of the service of whoever owns it.
class CancelState {
 public:
  /// Null: one that is cancelled from the start.
  explicit CancelState(TimerService* service) noexcept;

  /// One with so many references, which does not count the service until that arms it.
  CancelState(TimerService& service, std::uint32_t refs) noexcept
      : refs_{refs}, cancelled_{false}, service_{&service} {}
  CancelState(const CancelState&) = delete;
  CancelState& operator=(const CancelState&) = delete;
  virtual ~CancelState();

  /// Counts the service, unless it does already. Before anybody else knows of it.
  void count_service() noexcept;

  void add_ref() noexcept { refs_.fetch_add(1, std::memory_order_relaxed); }
  void release() noexcept {
    // acquire, acq_rel: the last one sees what the others did. Without sources nobody has a pointer
    // that does not count, so the last reference stays the last.
    const bool is_last = refs_.load(std::memory_order_acquire) == 1 && !is_attached_;
    if (is_last || refs_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

  [[nodiscard]] bool is_cancelled() const noexcept {
    // acquire: what the canceller did before.
    return cancelled_.load(std::memory_order_acquire);
  }

  /// Cancels this and all that hangs on it, and returns the callbacks that are to be run.
  [[nodiscard]] ActionList cancel() noexcept;

  /// Makes `sources` cancel this one. Once, before anybody else knows of it.
  void attach_to(std::span<const IntrusivePtr<CancelState>> sources);

  /// They do not any more. Once it is over, by one thread.
  void detach() noexcept;

  /// Keeps the callback; gives it back when this is cancelled already.
  [[nodiscard]] std::unique_ptr<Action> add_callback(std::unique_ptr<Action> callback);

  /// Null: cancelled from the start. Alive until this is cancelled, at least.
  [[nodiscard]] TimerService* service() const noexcept { return service_; }

 private:
  friend class TimerService;

  /// Stands in the list of a source while `is_listed`.
  struct Link {
    CancelState* child = nullptr;
    IntrusivePtr<CancelState> source;
    Link* next = nullptr;
    Link* previous = nullptr;
    bool is_listed = false;
  };
  /// What few have.
  struct Links {
    Link* children = nullptr;
    std::unique_ptr<Link[]> sources;
    std::size_t source_count = 0;
    ActionList callbacks;
  };

  [[nodiscard]] virtual Timer* as_timer() noexcept { return nullptr; }
  [[nodiscard]] bool try_add_ref() noexcept;
  [[nodiscard]] Links& links();
  [[nodiscard]] bool list(Link& link);
  static void unlist(Link& link) noexcept;
  [[nodiscard]] IntrusivePtr<CancelState> take_child() noexcept;

  std::atomic<std::uint32_t> refs_{1};
  std::atomic<bool> cancelled_;
  bool is_attached_ = false;
  bool counts_service_ = false;
  std::unique_ptr<Links> links_;  // made under the service's lock
  TimerService* const service_;
};

}  // namespace kebne::detail
