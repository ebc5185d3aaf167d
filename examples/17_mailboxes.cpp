// Mailboxes: with a capacity, by priority, control messages first, and as an actor requires it.
#include "kebne/actor.hpp"

#include <cstdint>
#include <cstdio>
#include <latch>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

// [mailboxes]
const char* const text = R"(
small {
  mailbox-type = Akka.Dispatch.BoundedMailbox
  mailbox-capacity = 2
  mailbox-push-timeout-time = 0s  # a sender does not wait
}
by-urgency { mailbox-type = urgency }
control-first { mailbox-type = Akka.Dispatch.UnboundedControlAwareMailbox }
)";
// [/mailboxes]

namespace {

struct Job {
  std::string name;
  int urgency;
};

// [control]
struct Pause {
  using ControlMessage = void;
};
// [/control]

struct Hold {
  std::latch* holds;
  std::latch* may_go_on;
};

class Desk final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Desk>& on) {
    on.handle<&Desk::hold>().handle<&Desk::job>().handle<&Desk::pause>();
  }
  explicit Desk(std::latch* done) : done_{done} {}

 private:
  void hold(const Hold& m) {
    m.holds->count_down();
    m.may_go_on->wait();
  }
  void job(const Job& m) { say(m.name.c_str()); }
  void pause(const Pause&) { say("pause"); }
  void say(const char* what) {
    std::printf("  %s\n", what);
    done_->count_down();
  }
  std::latch* done_;
};

// [priority]
std::int32_t urgency(const kebne::Envelope& e) {
  const Job* job = e.get_if<Job>();
  return job != nullptr ? -job->urgency : 0;  // the lowest number comes first
}
// [/priority]

// [requires]
class Careful final : public kebne::Actor {
 public:
  using RequiresMessageQueue = kebne::BoundedMessageQueueSemantics;
};
// [/requires]

class Printer final : public kebne::Observer {
 public:
  void on_failure(const kebne::FailureReport&) override {}
  void on_dead_letter(const kebne::DeadLetterReport& r) override {
    std::printf("  dead letter: %s\n", std::string{kebne::to_string(r.reason)}.c_str());
  }
  void on_unhandled(const kebne::UnhandledReport&) override {}
  void on_misuse(std::string_view) override {}
};

/// What a desk with this mailbox makes of three jobs that have come while it was busy.
template <class Third>
void run(kebne::ActorSystem& system, const char* mailbox, Third third, int handled) {
  std::printf("%s\n", mailbox);
  std::latch done{handled};
  const auto desk = system.spawn(kebne::props<Desk>(&done).with_mailbox(mailbox));
  std::latch holds{1};
  std::latch may_go_on{1};
  desk.tell(Hold{&holds, &may_go_on});
  holds.wait();
  desk.tell(Job{"letters", 1});
  desk.tell(Job{"parcels", 2});
  desk.tell(std::move(third));
  may_go_on.count_down();
  done.wait();
}

}  // namespace

int main() {
  // [mailbox_types]
  auto options = kebne::SystemOptions::from(kebne::Config::text(text, "demo.conf"));
  options.mailbox_types = {kebne::unbounded_stable_priority_mailbox("urgency", &urgency)};
  // [/mailbox_types]
  options.observer = std::make_shared<Printer>();
  options.logging.dead_letters = 0;
  kebne::ActorSystem system{"demo", options};

  run(system, "small", Job{"fire", 9}, 2);
  run(system, "by-urgency", Job{"fire", 9}, 3);
  run(system, "control-first", Pause{}, 3);

  // [refused]
  system.spawn<Careful>("careful");  // gets what akka.actor.mailbox.requirements says
  try {
    system.spawn(kebne::props<Careful>().with_mailbox("control-first"), "careless");
  } catch (const kebne::ConfigError& error) {
    std::printf("%s\n", error.what());
  }
  // [/refused]
}
