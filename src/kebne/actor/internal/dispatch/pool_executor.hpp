#pragma once

#include "kebne/actor/internal/dispatch/injector.hpp"
#include "kebne/actor/internal/dispatch/thread_starter.hpp"
#include "kebne/base/detail/hints.hpp"
#include "kebne/base/executor.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace kebne::detail {

class Worker;

/// How the threads of a pool are to be.
struct DedicatedThreadPoolSettings {
  std::string name = {};      ///< the threads'; debuggers see as much of it as the platform allows
  std::uint32_t threads = 1;  ///< 1 to `PoolExecutor::max_workers`
  /// When there has been nothing to run for so long and nobody is attached, the threads end, until
  /// the next need. At least a millisecond; none: they never end.
  std::optional<std::chrono::nanoseconds> shutdown_timeout = {};
  /// Thread i runs on processor `affinity[i % n]` only; empty: on any. Where the system refuses
  /// that, the thread runs on any: who has the settings checks them with `processor_exists`.
  std::vector<std::uint32_t> affinity = {};
  ThreadStarter start_thread = &detail::start_thread;
};

/// A work-stealing pool whose threads start with the first need, and sleep for good while there is
/// nothing to do; or end, if they are to.
class PoolExecutor final : public Executor {
 public:
  /// What other threads have brought since a worker looked is a list: `queued` follows it so far.
  static constexpr std::size_t counted_from_outside = 256;
  static constexpr std::uint32_t max_workers = 32;  ///< as many bits as the board has for sleepers

  explicit PoolExecutor(DedicatedThreadPoolSettings settings);
  /// `threads`: the threads' name.
  PoolExecutor(std::string threads, std::uint32_t workers)
      : PoolExecutor{{.name = std::move(threads), .threads = workers}} {}
  ~PoolExecutor() override;

  void start() override;
  void attach() noexcept override;
  void detach() noexcept override;
  void schedule(Runnable& runnable) noexcept override;
  void shut_down() noexcept override;
  [[nodiscard]] bool owns_this_thread() const noexcept override;
  [[nodiscard]] std::optional<std::size_t> queued() const noexcept override;

  /// False also for a moment in which all sleep and it is decided whether the threads end.
  [[nodiscard]] bool is_started() const noexcept {
    // seq_cst: pairs with `try_retire`; costs no more than acquire where that is a plain load.
    return started_.load(std::memory_order_seq_cst);
  }

 private:
  friend class Worker;

  /// Who sleeps and who looks for work, in one word, so that one load answers "need I wake
  /// anyone?": sleeping workers (low 32 bits), how many search (16 bits), how many linger (14
  /// bits), and two marks of a pool that retires.
  struct Board {
    static constexpr std::uint64_t one_searching = std::uint64_t{1} << 32;
    static constexpr std::uint64_t one_lingering = std::uint64_t{1} << 48;
    static constexpr std::uint64_t closing_mark = std::uint64_t{1} << 62;
    static constexpr std::uint64_t retired_mark = std::uint64_t{1} << 63;

    std::uint64_t word;
    [[nodiscard]] std::uint32_t sleeping() const noexcept {
      return static_cast<std::uint32_t>(word);
    }
    [[nodiscard]] std::uint32_t searching() const noexcept { return word >> 32 & 0xffff; }
    [[nodiscard]] bool lingering() const noexcept { return (word >> 48 & 0x3fff) != 0; }
    [[nodiscard]] bool watched() const noexcept { return word >> 32 != 0; }
    /// It is being decided whether all threads leave: nobody rises meanwhile.
    [[nodiscard]] bool closing() const noexcept { return (word & closing_mark) != 0; }
    /// All threads leave.
    [[nodiscard]] bool retired() const noexcept { return (word & retired_mark) != 0; }
  };
  [[nodiscard]] Board board() const noexcept { return {board_.load(std::memory_order_seq_cst)}; }

  void start_threads();
  void wake_one() noexcept;
  [[nodiscard]] bool anything_waits() const noexcept;
  [[nodiscard]] bool is_inhabited() const noexcept {
    return inhabitants_.load(std::memory_order_seq_cst) != 0;
  }
  [[nodiscard]] bool may_retire() const noexcept { return retire_after_ns_ >= 0; }
  void try_retire() noexcept;

  const DedicatedThreadPoolSettings settings_;
  const std::int64_t retire_after_ns_;  ///< negative: never
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::thread> threads_;
  std::mutex start_lock_;
  std::atomic<bool> started_{false};
  std::atomic<bool> stopping_{false};
  std::atomic<bool> stopped_{false};
  std::atomic<std::uint32_t> in_main_{0};      ///< threads that may still touch their worker
  std::atomic<std::uint32_t> inhabitants_{0};  ///< counted only by a pool that may retire
  alignas(64) std::atomic<std::uint64_t> board_{0};
  std::atomic<std::uint32_t> active_{0};  ///< workers that run something
  mutable Injector injector_;
};

}  // namespace kebne::detail
