// Dispatchers: which threads an actor runs on, by its recipe, by its path, and for a task.
#include "kebne/actor.hpp"

#include <cstdio>
#include <latch>
#include <string>
#include <thread>

// [dispatchers]
const char* const text = R"(
files {  # for handlers that wait for disks
  executor = fork-join-executor
  dedicated-thread-pool.thread-count = 2
  throughput = 1
}
device { type = PinnedDispatcher }
akka.actor.deployment {
  /reader.dispatcher = files
}
)";
// [/dispatchers]

namespace {

struct Read {
  using Reply = std::string;
  std::latch* disk;
};
struct Count {
  using Reply = int;
};
struct IsSameThread {
  using Reply = bool;
};

class Reader final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Reader>& on) { on.handle<&Reader::read>(); }

 private:
  std::string read(const Read& m) {
    m.disk->wait();  // stands for a call that blocks
    return "a page";
  }
};

class Counter final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Counter>& on) { on.handle<&Counter::count>(); }

 private:
  int count(const Count&) { return ++n_; }
  int n_ = 0;
};

/// A library that wants to be called by one thread only.
class Device final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Device>& on) { on.handle<&Device::same_thread>(); }
  void pre_start() override { opened_by_ = std::this_thread::get_id(); }

 private:
  bool same_thread(const IsSameThread&) { return opened_by_ == std::this_thread::get_id(); }
  std::thread::id opened_by_;
};

}  // namespace

int main() {
  kebne::ActorSystem system{"demo", kebne::Config::text(text, "demo.conf")};

  // [choose]
  // By its path, in the configuration:
  const kebne::ActorRef reader = system.spawn<Reader>("reader");
  // By its recipe:
  const auto device = system.spawn(kebne::props<Device>().with_dispatcher("device"), "device");
  // Neither: on akka.actor.default-dispatcher.
  const kebne::ActorRef counter = system.spawn<Counter>("counter");
  // [/choose]

  std::latch disk{1};
  // Holds a thread of `files`, and no other.
  kebne::Future<std::string> page = system.ask<Read>(reader, &disk);
  for (int i = 0; i < 3; ++i) std::printf("counter: %d\n", system.ask<Count>(counter).get());

  // [schedule]
  const kebne::MessageDispatcher files = system.dispatchers().lookup("files");
  std::latch written{1};
  files.schedule([&written] {
    std::puts("task: done");
    written.count_down();
  });
  written.wait();
  // [/schedule]

  std::printf("%s: %d actor, throughput %u\n", files.id().c_str(),
              static_cast<int>(files.inhabitants()), files.throughput());
  std::printf("device: %s\n", system.ask<IsSameThread>(device).get() ? "same thread" : "another");
  disk.count_down();
  std::printf("reader: %s\n", page.get().c_str());
}
