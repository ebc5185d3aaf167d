// A system with static lifetime ends after main, when static objects that were made later, such as
// those of function-local statics, are gone already. Its actors run, spawn and restart until then.
#include "kebne/actor.hpp"

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <thread>

namespace {

class Silent final : public kebne::Observer {
  void on_failure(const kebne::FailureReport&) override {}
  void on_dead_letter(const kebne::DeadLetterReport&) override {}
  void on_unhandled(const kebne::UnhandledReport&) override {}
  void on_misuse(std::string_view) override {}
};

kebne::ActorSystem system_of_all{"static", {.workers = 2, .observer = std::make_shared<Silent>()}};
std::atomic<int> ticks{0};

struct Tick {
  int n;
};

class Brief final : public kebne::Actor {
 public:
  void pre_start() override { stop(); }
};

class Loop final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Loop>& on) { on.handle<&Loop::tick>(); }

 private:
  void tick(const Tick& t) {
    self().tell(Tick{t.n + 1});
    ticks.store(t.n, std::memory_order_relaxed);
    if (t.n % 16 == 0) spawn<Brief>("");
    if (t.n % 256 == 0) throw std::runtime_error{"a restart builds it anew"};
  }
};

}  // namespace

int main() {
  system_of_all.spawn<Loop>("loop").tell(Tick{1});
  while (ticks.load(std::memory_order_relaxed) < 1'000) std::this_thread::yield();
}
