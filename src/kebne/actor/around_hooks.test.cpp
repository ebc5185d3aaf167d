#include "kebne/actor/around_hooks.hpp"

#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kebne {
namespace {

using Log = std::vector<std::string>;

/// Writes down what it stands around.
class Traced : public Actor, public AroundHooks {
 public:
  explicit Traced(Log* log) : log_{log} {}

  bool around_receive(Actor& actor, Envelope& message) override {
    if (message.holds<int>()) return true;  // keeps numbers to itself
    log_->push_back("(receive");
    const bool handled = AroundHooks::around_receive(actor, message);
    log_->push_back(handled ? "handled)" : "unhandled)");
    return handled;
  }
  void around_pre_start(Actor& actor) override {
    log_->push_back("(start");
    AroundHooks::around_pre_start(actor);
  }
  void around_post_stop(Actor& actor) override {
    log_->push_back("(stop");
    AroundHooks::around_post_stop(actor);
  }
  void around_pre_restart(Actor& actor, const std::exception_ptr& cause,
                          const Envelope* message) override {
    log_->push_back("(pre_restart");
    AroundHooks::around_pre_restart(actor, cause, message);
  }
  void around_post_restart(Actor& actor, const std::exception_ptr& cause) override {
    log_->push_back("(post_restart");
    AroundHooks::around_post_restart(actor, cause);
  }

 protected:
  Log* log_;
};

class Worker final : public Traced {
 public:
  static void behavior(On<Worker>& on) { on.handle<&Worker::text>(); }
  using Traced::Traced;
  void pre_start() override { log_->push_back("pre_start"); }
  void post_stop() override { log_->push_back("post_stop"); }

 private:
  void text(const std::string& t) {
    log_->push_back(t);
    if (t == "fail") throw std::runtime_error{t};
  }
};

TEST(AroundHooks, StandAroundHandlersAndHooks) {
  Log log;
  TestKit kit;
  const ActorRef worker = kit.spawn<Worker>("worker", &log);
  worker.tell(std::string{"hello"});
  worker.tell(1);
  worker.tell(2.0);
  kit.run_until_idle();
  EXPECT_EQ(std::exchange(log, {}), (Log{"(start", "pre_start", "(receive", "hello", "handled)",
                                         "(receive", "unhandled)"}));
  EXPECT_EQ(kit.observer().unhandled().size(), 1u);

  worker.tell(std::string{"fail"});
  kit.run_until_idle();
  // The default of pre_restart calls post_stop itself, and that of post_restart pre_start.
  EXPECT_EQ(std::exchange(log, {}),
            (Log{"(receive", "fail", "(pre_restart", "post_stop", "(post_restart", "pre_start"}));

  kit.system().stop(worker);
  kit.run_until_idle();
  EXPECT_EQ(log, (Log{"(stop", "post_stop"}));
}

TEST(AroundHooks, FailAsWhatTheyStandAround) {
  class Barred final : public Actor, public AroundHooks {
   public:
    void around_pre_start(Actor&) override { throw std::runtime_error{"barred"}; }
  };
  TestKit kit;
  kit.spawn<Barred>("barred");
  kit.run_until_idle();

  ASSERT_EQ(kit.observer().failures().size(), 1u);
  EXPECT_EQ(kit.observer().failures()[0].point, FailurePoint::PreStart);
  EXPECT_EQ(kit.observer().failures()[0].outcome, "stop");
}

}  // namespace
}  // namespace kebne
