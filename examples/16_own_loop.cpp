// A loop of one's own: a small game, whose actors move between two frames, on the game's thread.
#include "kebne/actor.hpp"
#include "kebne/actor/dispatch/synchronization_context.hpp"

#include <cstdio>
#include <memory>
#include <string>

namespace {

/// Belongs to the thread of the game: no locks.
struct Screen {
  std::string row = std::string(12, '.');
};

struct Thrust {
  int columns;
};

// [ship]
class Ship final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Ship>& on) { on.handle<&Ship::thrust>(); }
  explicit Ship(Screen* screen) : screen_{screen} {}
  void pre_start() override { draw('>'); }

 private:
  void thrust(const Thrust& m) {
    draw('.');
    column_ = (column_ + static_cast<std::size_t>(m.columns)) % screen_->row.size();
    draw('>');
  }
  void draw(char c) { screen_->row[column_] = c; }

  Screen* screen_;
  std::size_t column_ = 0;
};
// [/ship]

/// Lives on the default pool, as other actors do, and steers the ship.
class Pilot final : public kebne::Actor {
 public:
  struct Plan {
    using Reply = kebne::Done;
    int columns;
  };
  static void behavior(kebne::On<Pilot>& on) { on.handle<&Pilot::plan>(); }
  explicit Pilot(const kebne::ActorRef& ship) : ship_{ship} {}

 private:
  kebne::Done plan(const Plan& m) {
    ship_.tell(Thrust{m.columns});
    return {};
  }
  kebne::ActorRef ship_;
};

}  // namespace

int main() {
  // [own_loop]
  const auto context = std::make_shared<kebne::SynchronizationContext>();
  auto options = kebne::SystemOptions::from(
      kebne::Config::text("game { type = SynchronizedDispatcher, throughput = 1 }"));
  options.synchronization_context = context;
  Screen screen;
  kebne::ActorSystem system{"game", options};
  const auto ship = system.spawn(kebne::props<Ship>(&screen).with_dispatcher("game"), "ship");
  // [/own_loop]
  const kebne::ActorRef pilot = system.spawn<Pilot>("pilot", ship);

  // [frames]
  for (int frame = 1; frame <= 4; ++frame) {
    (void)system.ask<Pilot::Plan>(pilot, frame).get();
    context->run_at_most(100);  // a bound, so that a frame is drawn in any case
    std::printf("frame %d  %s\n", frame, screen.row.c_str());
  }
  // [/frames]
}  // while it waits for the end, the destructor runs what the loop would run
