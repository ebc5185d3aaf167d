#pragma once

#include "kebne/actor/internal/dispatch/injector.hpp"
#include "kebne/base/executor.hpp"
#include "kebne/config/dispatcher_settings.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

namespace kebne::detail {

struct Local;

/// Runs what its executors schedule on a shared pool: at most `parallelism` at a time, what is
/// urgent first. One for each system; it and the pool live until nothing is scheduled any more.
///
/// There is a queue for each priority, first come, first served. Who has become free takes from the
/// highest that holds anything. So that none starves, every `others_every`-th time it looks first
/// into one of the lower ones, in turn: background, low, normal.
///
/// Any thread may schedule. Nothing is allocated but by the constructor.
class ChannelScheduler {
 public:
  static constexpr std::uint32_t max_parallelism =
      ChannelSettings::most_parallelism;  ///< as many bits as `idle_` has
  static constexpr std::uint32_t others_every = 16;

  ChannelScheduler(Executor& pool, const ChannelSettings& settings);

  void schedule(DispatcherSettings::Priority priority, Runnable& runnable) noexcept;
  [[nodiscard]] Executor& pool() const noexcept { return pool_; }

 private:
  static constexpr std::size_t priorities = 4;

  /// Takes from the lanes and runs, for a stretch, whenever the pool runs it.
  struct alignas(64) Drainer {
    Runnable runnable;
    ChannelScheduler* scheduler = nullptr;
    std::uint32_t index = 0;
    std::uint32_t picks = 0;
    std::size_t favoured = priorities - 1;  ///< the lane that goes first the next time
  };
  struct Pick {
    Runnable* runnable = nullptr;
    Injector* lane = nullptr;
    bool met_others = false;  ///< a lane was being emptied by another drainer
  };

  bool drain(Drainer& drainer, Local& l) noexcept;
  Pick pick(Drainer& drainer, Local& l) noexcept;
  bool pick_from(Injector& lane, Local& l, Pick& pick) noexcept;
  [[nodiscard]] bool goes_idle(std::uint64_t bit) noexcept;
  void wake_one(Local& l) noexcept;

  Executor& pool_;
  const std::uint32_t work_max_;
  std::unique_ptr<Drainer[]> drainers_;
  std::array<Injector, priorities> lanes_;
  alignas(64) std::atomic<std::uint64_t> idle_;  ///< drainers that are in no queue of the pool
};

/// One priority of a scheduler, as an executor. The pool is started and shut down by its owner.
class ChannelExecutor final : public Executor {
 public:
  ChannelExecutor(ChannelScheduler& scheduler, DispatcherSettings::Priority priority) noexcept
      : scheduler_{scheduler}, priority_{priority} {}

  void start() override { pool().start(); }
  void attach() noexcept override { pool().attach(); }
  void detach() noexcept override { pool().detach(); }
  void schedule(Runnable& runnable) noexcept override { scheduler_.schedule(priority_, runnable); }
  void shut_down() noexcept override {}
  [[nodiscard]] bool owns_this_thread() const noexcept override {
    return pool().owns_this_thread();
  }
  bool run_one() override { return pool().run_one(); }
  [[nodiscard]] bool runs_in_caller() const noexcept override { return pool().runs_in_caller(); }

 private:
  [[nodiscard]] Executor& pool() const noexcept { return scheduler_.pool(); }

  ChannelScheduler& scheduler_;
  const DispatcherSettings::Priority priority_;
};

}  // namespace kebne::detail
