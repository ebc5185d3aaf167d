// Behaviours: a door that is locked refuses what an open one does.
#include "kebne/actor.hpp"

#include <cstdio>
#include <string>

namespace {

struct Unlock {
  using Reply = std::string;
  int key;
};
struct Pass {
  using Reply = std::string;
};
struct Lock {
  using Reply = std::string;
};

// [become]
class Door final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Door>& on) {  // locked: what the door starts with
    on.handle<&Door::unlock>().when<&Door::fits>();
    on.otherwise<&Door::refuse>();
  }
  static void open(kebne::On<Door>& on) {
    on.handle<&Door::pass>();
    on.handle<&Door::lock>();
  }

 private:
  bool fits(const Unlock& m) { return m.key == 42; }
  std::string unlock(const Unlock&) {
    become<&Door::open>();  // from the next message on
    return "open";
  }
  std::string pass(const Pass&) { return "number " + std::to_string(++passed_); }
  std::string lock(const Lock&) {
    become<&Door::behavior>();
    return "locked";
  }
  void refuse(kebne::Envelope&) { reply(std::string{"no"}); }

  int passed_ = 0;
};
// [/become]

}  // namespace

int main() {
  kebne::ActorSystem system{"house"};
  const kebne::ActorRef door = system.spawn<Door>("door");
  std::puts(system.ask<Pass>(door).get().c_str());
  std::puts(system.ask<Unlock>(door, 7).get().c_str());
  std::puts(system.ask<Unlock>(door, 42).get().c_str());
  std::puts(system.ask<Pass>(door).get().c_str());
  std::puts(system.ask<Lock>(door).get().c_str());
  std::puts(system.ask<Pass>(door).get().c_str());
}
