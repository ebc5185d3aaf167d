// The mailbox by itself, and a mailbox being run.
//
// "enqueue": one thread puts `messages` (1,000,000) envelopes, each with one message and no sender,
// into a fresh mailbox that nobody reads. An envelope is the mailbox's node, so making it counts;
// freeing it does not.
// "run": a started actor that counts has `messages` in its mailbox, put there outside of the clock
// while no thread takes the actor. The clock starts, the measuring thread runs the actor once, for
// a throughput of 30, after which it goes on on the default dispatcher; the clock stops when the
// actor has counted all. A new actor for every batch.
#include "bench/micro.hpp"
#include "bench/quiet.hpp"
#include "kebne/actor.hpp"
#include "kebne/actor/detail/caller_run.hpp"
#include "kebne/actor/detail/deliver.hpp"
#include "kebne/config/config.hpp"

#include <atomic>
#include <latch>
#include <memory>
#include <optional>
#include <stdexcept>

namespace kebne::bench {
namespace {

constexpr Counted messages{.many = "messages", .one = "msg"};

struct Hit {
  const char* text;
};

void free_all(detail::Node* newest) noexcept {
  detail::Local& l = detail::local();
  while (newest != nullptr) {
    detail::Node* older = newest->next;
    detail::free_envelope(l, static_cast<Envelope*>(newest));
    newest = older;
  }
}

void enqueue(const Options& options, const Report& report) {
  std::optional<detail::MailboxWord> word;
  const auto empty = [&] {
    if (word) free_all(word->close());
  };
  micro(
      options, report, "mailbox", "enqueue",
      [&] {
        empty();
        word.emplace(0);
      },
      [&] {
        detail::Local& l = detail::local();
        for (std::int64_t i = 0; i < options.ops; ++i) {
          word->push(detail::make_envelope<Hit>(l, Hit{"hit"}));
        }
      },
      messages);
  empty();
}

/// Passes on to a pool; while it is shut it keeps the one actor that there is.
class Gate final : public Executor {
 public:
  void schedule(Runnable& runnable) noexcept override {
    if (is_shut_.load()) {
      held_ = &runnable;
    } else {
      pool_->schedule(runnable);
    }
  }
  void shut_down() noexcept override {}
  [[nodiscard]] bool owns_this_thread() const noexcept override { return false; }

  /// Before the first actor; the pool outlives it.
  void lead_to(Executor& pool) noexcept { pool_ = &pool; }

  void shut() noexcept { is_shut_.store(true); }

  /// Runs what is kept once, on the calling thread; true: there is more to do.
  bool run_once() noexcept {
    detail::Local& l = detail::local();
    const detail::CallerRun here{l};
    return held_->run(held_, l);
  }

  /// Runs what is kept once, and lets the pool do the rest.
  void open() noexcept {
    is_shut_.store(false);
    if (run_once()) pool_->schedule(*held_);
  }

 private:
  Executor* pool_ = nullptr;
  Runnable* held_ = nullptr;  ///< the measuring thread's
  std::atomic<bool> is_shut_{false};
};

/// Stops itself with the last message.
class Counter final : public Actor {
 public:
  static void behavior(On<Counter>& on) { on.handle<&Counter::count>(); }
  Counter(std::latch* done, std::int64_t goal) : done_{done}, left_{goal} {}

 private:
  void count(const Hit&) {
    if (--left_ != 0) return;
    done_->count_down();
    stop();
  }
  std::latch* done_;
  std::int64_t left_;
};

struct Idle final : Actor {};

SystemOptions gated(const Options& options, const std::shared_ptr<Gate>& gate) {
  const Config section = Config::text("bench.gate { type = Dispatcher, executor = gate }");
  return {.workers = options.workers,
          .config = std::make_shared<const Config>(section.with_fallback(Config::reference())),
          .executor_types = {{.name = "gate", .make = [gate](const Config&) { return gate; }}},
          .logging = quiet};
}

void run(const Options& options, const Report& report) {
  const auto gate = std::make_shared<Gate>();
  ActorSystem system{"mailbox", gated(options, gate)};
  const ActorRef on_default = system.spawn<Idle>("");
  gate->lead_to(*on_default.cell()->dispatcher->executor);
  std::optional<std::latch> done;
  ActorRef actor;
  micro(
      options, report, "mailbox", "run",
      [&] {
        done.emplace(1);
        gate->shut();
        actor = system.spawn(props<Counter>(&*done, options.ops).with_dispatcher("bench.gate"));
        if (gate->run_once()) throw std::runtime_error{"mailbox: an actor without mail goes on"};
        for (std::int64_t i = 0; i < options.ops; ++i) actor.tell(Hit{"hit"});
      },
      [&] {
        gate->open();
        done->wait();
      },
      messages);
}

}  // namespace

void mailbox(const Options& options, const Report& report) {
  enqueue(options, report);
  run(options, report);
}

}  // namespace kebne::bench
