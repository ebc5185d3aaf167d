// Watching: a message of one's own when an actor ends, and a stop that says whether it came to
// pass.
#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <chrono>
#include <cstdio>
#include <string>

namespace {

using namespace std::chrono_literals;

struct Hire {
  using Reply = kebne::ActorRef;
  std::string name;
};
// [watch_with]
struct Left {
  std::string name;
};

class Office final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Office>& on) {
    on.handle<&Office::hire>().handle<&Office::left>();
  }

 private:
  struct Clerk final : kebne::Actor {};

  kebne::ActorRef hire(const Hire& m) {
    const kebne::ActorRef clerk = spawn<Clerk>(m.name);
    watch_with(clerk, Left{m.name});
    return clerk;
  }
  void left(const Left& m) { std::printf("%s has left\n", m.name.c_str()); }
};
// [/watch_with]

}  // namespace

int main() {
  kebne::TestKit kit{"office"};  // steps its system in this thread, so the order is always the same
  const kebne::ActorRef office = kit.spawn<Office>("office");
  const kebne::ActorRef ann = kit.system().ask<Hire>(office, "ann").get();
  // [graceful]
  kebne::Future<bool> ended = kebne::graceful_stop(ann, 5s);
  kit.run_until_idle();
  std::printf("ann has stopped in time: %s\n", ended.get() ? "yes" : "no");
  // [/graceful]
}
