#pragma once

#include "kebne/actor.hpp"
#include "kebne/actor/detail/local.hpp"
#include "kebne/actor/dispatch/synchronization_context.hpp"
#include "kebne/config/config.hpp"
#include "kebne/testkit/calling_thread_executor.hpp"
#include "tests/support/stress.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace kebne::test {

inline constexpr std::uint32_t dispatcher_throughput = 5;

/// As a user might write one: a thread and a queue under a lock.
class OneThread final : public Executor {
 public:
  void schedule(Runnable& runnable) noexcept override {
    {
      const std::lock_guard guard{lock_};
      if (!is_over_) {
        queue_.push_back(&runnable);
        changed_.notify_one();
        return;
      }
    }
    while (runnable.run(&runnable, detail::local())) {
    }
  }
  void shut_down() noexcept override {
    {
      const std::lock_guard guard{lock_};
      is_over_ = true;
    }
    changed_.notify_one();
    if (thread_.joinable()) thread_.join();
  }
  [[nodiscard]] bool owns_this_thread() const noexcept override {
    return std::this_thread::get_id() == id_;
  }

 private:
  void main() {
    std::unique_lock guard{lock_};
    for (;;) {
      changed_.wait(guard, [this] { return is_over_ || !queue_.empty(); });
      if (queue_.empty()) return;
      Runnable* next = queue_.front();
      queue_.pop_front();
      guard.unlock();
      const bool again = next->run(next, detail::local());
      guard.lock();
      if (again) queue_.push_back(next);
    }
  }

  std::mutex lock_;
  std::condition_variable changed_;
  std::deque<Runnable*> queue_;
  bool is_over_ = false;
  std::thread thread_{[this] { main(); }};
  const std::thread::id id_ = thread_.get_id();
};

/// A loop of the user's that pumps a context.
class Loop {
 public:
  Loop() : thread_{[this] { main(); }} {}
  ~Loop() {
    is_over_ = true;
    post();
    thread_.join();
    context->run_until_idle();  // what came after its last round
  }

  const std::shared_ptr<SynchronizationContext> context =
      std::make_shared<SynchronizationContext>([this] { post(); });

 private:
  void post() {
    posted_ = 1;
    posted_.notify_one();
  }
  void main() {
    while (!is_over_) {
      posted_.wait(0);
      posted_ = 0;
      context->run_until_idle();
    }
  }

  std::atomic<std::uint32_t> posted_{0};
  std::atomic<bool> is_over_{false};
  std::thread thread_;
};

struct DispatcherKind {
  std::string_view name;
  std::string_view section;       ///< of the dispatcher; a text: an alias
  bool shares_one_thread = true;  ///< its actors do, where a pool has one worker
};

/// A system whose actors live on a dispatcher of this kind.
class DispatcherWorld {
 public:
  DispatcherWorld(const DispatcherKind& kind, std::uint32_t threads) {
    if (kind.name == "Synchronized") loop_.emplace();
    SystemOptions options = SystemOptions::from(Config::text(
        "akka.actor.default-dispatcher { throughput = " + std::to_string(dispatcher_throughput) +
        " }\nthreads { dedicated-thread-pool.thread-count = " + std::to_string(threads) +
        " }\nd = " + std::string{kind.section}));
    options.workers = threads;
    options.logging = {.loggers = {}, .dead_letters = 0};
    options.observer = observer;
    if (loop_) options.synchronization_context = loop_->context;
    options.executor_types = {calling_thread_dispatcher(), {"My.Executor", [](const Config&) {
                                                              return std::make_shared<OneThread>();
                                                            }}};
    system_.emplace("world", std::move(options));
  }

  DispatcherWorld(const DispatcherWorld&) = delete;
  DispatcherWorld& operator=(const DispatcherWorld&) = delete;
  ~DispatcherWorld() { end(); }

  ActorSystem& system() { return *system_; }
  template <class A, class... Args>
  ActorRef spawn(Args&&... args) {
    return system_->spawn(props<A>(std::forward<Args>(args)...).with_dispatcher("d"));
  }
  MessageDispatcher dispatcher() { return system_->dispatchers().lookup("d"); }

  /// Waits until nothing is left.
  void end() {
    // While the loop runs: the destructor would run in its place what is ready, and it may not.
    if (system_) system_->terminate().get();
    system_.reset();
    loop_.reset();
  }

  const std::shared_ptr<CountingObserver> observer = std::make_shared<CountingObserver>();

 private:
  std::optional<Loop> loop_;
  std::optional<ActorSystem> system_;
};

inline constexpr DispatcherKind dispatcher_kinds[] = {
    {"Default", "akka.actor.default-dispatcher"},
    {"ThreadPool", "{ executor = thread-pool-executor }"},
    {"ForkJoin", "${threads} { type = ForkJoinDispatcher }"},
    {"RetiringForkJoin", "${threads} { executor = fork-join-executor, shutdown-timeout = 1ms }"},
    {"Task", "{ type = TaskDispatcher }"},
    {"ChannelHigh", "{ executor = channel-executor, channel-executor.priority = high }"},
    {"ChannelNormal", "{ executor = channel-executor, channel-executor.priority = normal }"},
    {"ChannelLow", "{ executor = channel-executor, channel-executor.priority = low }"},
    {"ChannelBackground",
     "{ executor = channel-executor, channel-executor.priority = background }"},
    {"Pinned", "{ type = PinnedDispatcher }", false},
    {"Synchronized", "{ type = SynchronizedDispatcher }"},
    {"CallingThread", "{ type = Akka.TestKit.CallingThreadDispatcherConfigurator }"},
    {"Custom", "{ executor = My.Executor }"},
    {"Deadline", "{ throughput-deadline-time = 1us }"},
    {"Coalescing", "{ coalesce-sends = on }"},
};

}  // namespace kebne::test
