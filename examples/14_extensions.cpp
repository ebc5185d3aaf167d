// Extensions: one object for each actor system, made when it is first asked for.
#include "kebne/actor.hpp"

#include <atomic>
#include <cstdio>
#include <string>

namespace {

// [extension]
/// Counts for the whole system. Any actor may use it, so it must be safe for many threads.
class Counter {
 public:
  explicit Counter(kebne::ActorSystem& system) : name_{system.name()} {}
  ~Counter() { std::printf("%s counted to %d\n", name_.c_str(), count_.load()); }
  int next() { return ++count_; }

 private:
  std::string name_;
  std::atomic<int> count_{0};
};
// [/extension]

struct Count {
  using Reply = int;
};

class Actor final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Actor>& on) { on.handle<&Actor::count>(); }

 private:
  // [use_extension]
  int count(const Count&) { return system().extension<Counter>().next(); }
  // [/use_extension]
};

}  // namespace

int main() {
  kebne::ActorSystem system{"demo"};
  for (const char* name : {"a", "b"}) {
    const kebne::ActorRef actor = system.spawn<Actor>(name);
    std::printf("%s: %d\n", name, system.ask<Count>(actor).get());
  }
}
