#pragma once

#include "kebne/actor/internal/dispatch/injector.hpp"
#include "kebne/base/executor.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace kebne::detail {

class Worker;

/// A work-stealing pool whose threads start with the first need, and sleep for good while there is
/// nothing to do.
class PoolExecutor final : public Executor {
 public:
  static constexpr std::uint32_t max_workers = 32;  ///< as many bits as the board has for sleepers

  /// `threads`: the first part of the threads' names.
  PoolExecutor(std::string threads, std::uint32_t workers);
  ~PoolExecutor() override;

  void start() override;
  void schedule(Runnable& runnable) noexcept override;
  void shut_down() noexcept override;
  [[nodiscard]] bool owns_this_thread() const noexcept override;

  [[nodiscard]] bool is_started() const noexcept {
    return started_.load(std::memory_order_acquire);
  }

 private:
  friend class Worker;

  /// Who sleeps and who looks for work, in one word, so that one load answers "need I wake
  /// anyone?": sleeping workers (low 32 bits), how many search (16 bits), how many linger (16
  /// bits).
  struct Board {
    static constexpr std::uint64_t one_searching = std::uint64_t{1} << 32;
    static constexpr std::uint64_t one_lingering = std::uint64_t{1} << 48;

    std::uint64_t word;
    [[nodiscard]] std::uint32_t sleeping() const noexcept {
      return static_cast<std::uint32_t>(word);
    }
    [[nodiscard]] std::uint32_t searching() const noexcept { return word >> 32 & 0xffff; }
    [[nodiscard]] bool lingering() const noexcept { return word >> 48 != 0; }
    [[nodiscard]] bool watched() const noexcept { return word >> 32 != 0; }
  };
  [[nodiscard]] Board board() const noexcept { return {board_.load(std::memory_order_seq_cst)}; }

  void wake_one() noexcept;
  [[nodiscard]] bool anything_waits() const noexcept;
  void run_leftovers() noexcept;

  const std::string threads_name_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::thread> threads_;
  std::mutex start_lock_;
  std::atomic<bool> started_{false};
  std::atomic<bool> stopping_{false};
  std::atomic<bool> stopped_{false};
  alignas(64) std::atomic<std::uint64_t> board_{0};
  std::atomic<std::uint32_t> active_{0};  ///< workers that run something
  alignas(64) Injector injector_;
};

}  // namespace kebne::detail
