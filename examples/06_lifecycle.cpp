// Lifecycle: hooks, a child that fails and is restarted, a child that stops and is missed.
#include "kebne/actor.hpp"

#include <cstdio>
#include <exception>
#include <stdexcept>

namespace {

struct Fail {};
struct Leave {};
struct Begin {
  using Reply = kebne::Done;
};

class Worker final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Worker>& on) {
    on.handle<&Worker::fail>();
    on.handle<&Worker::leave>();
  }
  // [hooks]
  void pre_start() override { std::puts("worker: pre_start"); }
  void post_stop() override { std::puts("worker: post_stop"); }
  void pre_restart(const std::exception_ptr& cause, const kebne::Envelope* message) override {
    std::printf("worker: pre_restart after %s\n", kebne::describe_exception(cause).c_str());
    kebne::Actor::pre_restart(cause, message);  // stops the children, calls post_stop
  }
  void post_restart(const std::exception_ptr& cause) override {
    std::puts("worker: post_restart");
    kebne::Actor::post_restart(cause);  // calls pre_start
  }
  // [/hooks]

 private:
  void fail(const Fail&) { throw std::runtime_error{"no more paper"}; }
  void leave(const Leave&) { stop(); }
};

// [watch]
class Office final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Office>& on) {
    on.handle<&Office::begin>();
    on.handle<&Office::terminated>();
  }

 private:
  void begin(const Begin&) {
    asker_ = sender();  // kept, to be answered later
    const kebne::ActorRef worker = spawn<Worker>("worker");
    watch(worker);
    worker.tell(Fail{});   // its supervisor, this actor, restarts it
    worker.tell(Leave{});  // waits in the mailbox meanwhile
  }
  void terminated(const kebne::Terminated& m) {
    std::printf("office: %s has stopped\n", m.actor.path().to_string().c_str());
    asker_.tell(kebne::Done{});
  }

  kebne::ActorRef asker_;
};
// [/watch]

}  // namespace

int main() {
  kebne::ActorSystem system{"office", {.logging = {.level = kebne::LogLevel::Off}}};
  system.ask<Begin>(system.spawn<Office>("office")).get();
  // [end]
  system.register_on_termination([] { std::puts("the last actor has stopped"); });
  system.terminate().get();
  // [/end]
}
