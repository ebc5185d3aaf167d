// The event stream: publish to whoever has subscribed, dead letters among the rest.
#include "kebne/actor.hpp"

#include <cstdio>
#include <string>

namespace {

// [event_types]
struct Traded {};  // what both kinds of trade are
struct Bought {
  using Bases = kebne::bases<Traded>;
  int shares;
};
struct Sold {
  using Bases = kebne::bases<Traded>;
  int shares;
};
// [/event_types]

struct Lost {
  std::string text;
};

/// Counts trades, and says what got lost.
// [subscriber]
class Clerk final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Clerk>& on) {
    on.handle<&Clerk::bought>().handle<&Clerk::sold>().handle<&Clerk::letter>();
  }
  void pre_start() override {
    system().event_stream().subscribe<Traded>(self());
    system().event_stream().subscribe<kebne::DeadLetter>(self());
  }

 private:
  void bought(const Bought& m) { std::printf("bought %d\n", m.shares); }
  void sold(const Sold& m) { std::printf("sold %d\n", m.shares); }
  void letter(const kebne::DeadLetter& m) {
    if (const Lost* lost = m.message.get_if<Lost>()) std::printf("lost: %s\n", lost->text.c_str());
  }
};
// [/subscriber]

class Idle final : public kebne::Actor {};

}  // namespace

int main() {
  kebne::ActorSystem system{"demo", {.logging = {.level = kebne::LogLevel::Off}}};
  const kebne::ActorRef clerk = system.spawn<Clerk>("clerk");
  (void)system.ask<kebne::Identify>(clerk).get();  // it has started, so it has subscribed

  // [publish]
  system.event_stream().publish(Bought{5});
  system.event_stream().publish(Sold{3});
  // [/publish]

  system.dead_letters().tell(Lost{"a letter to nobody"});
  (void)system.ask<kebne::Identify>(clerk).get();
}
