// Two actors play: a ball goes back and forth until a million messages have been handled.
#include "kebne/actor.hpp"

#include <cstdio>
#include <utility>

namespace {

struct Ball {
  int number;
};
struct Score {
  int balls;
};
struct Play {
  using Reply = Score;
  int balls;
};

// [wall]
class Wall final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Wall>& on) { on.handle<&Wall::ball>(); }

 private:
  Ball ball(const Ball& m) { return {m.number + 1}; }  // back to whoever sent it
};
// [/wall]

// [player]
class Player final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Player>& on) {
    on.handle<&Player::play>();
    on.handle<&Player::ball>();
  }

  explicit Player(kebne::ActorRef wall) : wall_{std::move(wall)} {}

 private:
  void play(const Play& m) {
    balls_ = m.balls;
    audience_ = sender();  // kept to be answered later
    wall_.tell(Ball{1});
  }

  void ball(const Ball& m) {
    if (m.number < balls_) {
      wall_.tell(Ball{m.number + 1});
    } else {
      audience_.tell(Score{m.number});
    }
  }

  kebne::ActorRef wall_;
  kebne::ActorRef audience_;
  int balls_ = 0;
};
// [/player]

}  // namespace

int main() {
  kebne::ActorSystem system{"court"};
  auto wall = system.spawn<Wall>("wall");
  auto player = system.spawn<Player>("player", wall);
  auto score = system.ask<Play>(player, 1'000'000).get();
  std::printf("%d messages\n", score.balls);
}
