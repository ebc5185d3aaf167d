// Telling and doing things later, and how a test lets hours pass at once.
#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <chrono>
#include <cstdio>

namespace {

using namespace std::chrono_literals;

struct Tick {};
struct Close {};

// [actor]
class Shop final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Shop>& on) { on.handle<&Shop::tick>().handle<&Shop::close>(); }
  void pre_start() override {
    const kebne::Scheduler& scheduler = system().scheduler();
    ticks_ = scheduler.schedule_tell_repeatedly(1h, 1h, self(), Tick{});
    scheduler.schedule_tell_once(3h + 30min, self(), Close{});
  }
  void post_stop() override { ticks_.cancel(); }

 private:
  void tick(const Tick&) { std::printf("open for %d h\n", ++hours_); }
  void close(const Close&) {
    std::puts("closed");
    stop();
  }
  kebne::Cancelable ticks_;
  int hours_ = 0;
};
// [/actor]

}  // namespace

int main() {
  // [advance]
  kebne::TestKit kit;
  kit.spawn<Shop>("shop");
  kit.advance(24h);
  // [/advance]

  // [cancel]
  const kebne::Scheduler& scheduler = kit.system().scheduler();
  const kebne::Cancelable evening{scheduler};
  scheduler.schedule_once(
      1h, [] { std::puts("first guest"); }, evening);
  scheduler.schedule_repeatedly(
      2h, 10min, [] { std::puts("music"); }, evening);
  evening.on_cancel([] { std::puts("good night"); });
  evening.cancel_after(2h + 15min);
  // [/cancel]
  kit.advance(24h);
}
