#pragma once

#include "kebne/actor/actor.hpp"
#include "kebne/testkit/auto_pilot.hpp"
#include "kebne/testkit/detail/received.hpp"

#include <atomic>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace kebne::detail {

class Bench;

/// What a probe and its actor share. The actor puts in, the test takes out.
class Inbox {
 public:
  using Check = std::function<bool(const Envelope&)>;

  explicit Inbox(std::shared_ptr<Bench> bench) noexcept : bench_{std::move(bench)} {}

  /// In the probe's actor, whose current message `e` is: it becomes the inbox's.
  void put(Envelope* e);
  /// What the user's code threw while a message was put in: for the test.
  void put_problem(std::exception_ptr problem);

  /// Takes the oldest; without envelope when there is none. Throws a problem first.
  [[nodiscard]] Received take();
  /// The oldest, which stays; null when there is none. Valid until `take`.
  [[nodiscard]] const Received* peek();
  [[nodiscard]] bool has_mail() const;

  /// In the probe's actor: asks the auto-pilot, then whether to ignore. False: not to be put in.
  [[nodiscard]] bool admit(const ActorRef& sender, const Envelope& e);

  /// Nobody reads any more: what is in it goes, what comes is dropped. Messages refer to actors,
  /// whose recipes may refer to this one's.
  void close() noexcept;

  void set_ignored(Check is_ignored);
  void set_pilot(AutoPilot pilot);

 private:
  void throw_problem();

  const std::shared_ptr<Bench> bench_;
  mutable std::mutex lock_;
  std::deque<Received> messages_;
  Check ignored_;
  std::optional<AutoPilot> pilot_;
  std::exception_ptr problem_;
  bool is_closed_ = false;
};

/// Work for the probe's actor, on behalf of the test that waits for it.
struct InnerWork {
  std::function<void(Actor&)> run;
  std::exception_ptr problem = nullptr;
  std::atomic<bool> done = false;
};

struct RunInside {
  using SilentWhenDead = void;
  std::shared_ptr<InnerWork> work;
};

/// The actor of a probe.
class ProbeActor final : public Actor {
 public:
  explicit ProbeActor(std::shared_ptr<Inbox> inbox, std::shared_ptr<Bench> bench)
      : inbox_{std::move(inbox)}, bench_{std::move(bench)} {}
  bool receive(Envelope& e) override;

 private:
  std::shared_ptr<Inbox> inbox_;
  std::shared_ptr<Bench> bench_;
};

}  // namespace kebne::detail
