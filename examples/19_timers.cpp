// An actor's own timers, and a receive timeout.
#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <chrono>
#include <cstdio>

namespace {

using namespace std::chrono_literals;

struct Request {
  using NotInfluenceReceiveTimeout = void;
};
struct Reply {};
struct Retry {};
struct Ping {};

// [timers]
class Client final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Client>& on) {
    on.handle<&Client::request>()
        .handle<&Client::retry>()
        .handle<&Client::reply_came>()
        .handle<&Client::ping>()
        .handle<&Client::idle>();
  }

 private:
  void pre_start() override {
    timers().repeatedly("ping", 10s, Ping{});
    timers().set_receive_timeout(25s);
  }
  void request(const Request&) {
    std::puts("request sent");
    timers().once("retry", 3s, Retry{});
  }
  void retry(const Retry&) {
    std::puts("no answer: sent again");
    timers().once("retry", 3s, Retry{});
  }
  void reply_came(const Reply&) {
    std::puts("answered");
    timers().cancel("retry");
    timers().cancel("ping");
  }
  void ping(const Ping&) { std::puts("ping"); }
  void idle(const kebne::ReceiveTimeout&) {
    std::puts("nothing to do");
    stop();  // which ends all timers
  }
};
// [/timers]

}  // namespace

int main() {
  kebne::TestKit kit;
  const kebne::ActorRef client = kit.spawn<Client>("client");
  client.tell(Request{});
  kit.advance(11s);
  client.tell(Reply{});
  kit.advance(1h);
}
