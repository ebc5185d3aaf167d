// Test kit: a system that a test steps by hand. Here without a test framework; in gtest the same
// lines stand in a TEST.
#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>

struct Deposit {
  int cents;
};
struct GetBalance {
  using Reply = int;
};

namespace {

class Account final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Account>& on) {
    on.handle<&Account::deposit>();
    on.handle<&Account::balance>();
  }

 private:
  void deposit(const Deposit& m) {
    if (m.cents <= 0) throw std::invalid_argument{"nothing to deposit"};
    cents_ += m.cents;
  }
  int balance(const GetBalance&) { return cents_; }

  int cents_ = 0;
};

}  // namespace

int main() {
  // [test]
  kebne::TestKit kit;
  const kebne::ActorRef account = kit.spawn<Account>("account");
  kit.tell(account, Deposit{500});
  kit.tell(account, GetBalance{});
  std::printf("balance %d\n", kit.expect<int>());  // steps until the answer is there
  kit.expect_none();                               // steps until nothing is left to do
  // [/test]

  // [failure]
  kit.tell(account, Deposit{-1});
  kit.run_until_idle();
  const auto failure = kit.observer().failures().at(0);
  std::printf("%s on %s: %s\n", failure.actor.c_str(), failure.message.c_str(),
              failure.outcome.c_str());
  // [/failure]

  // [probe]
  kebne::Probe probe = kit.probe("probe");
  probe.watch(account);
  kit.system().stop(account);
  probe.expect_terminated(account);
  probe.send(account, Deposit{1});
  std::printf("dead letters %zu\n", kit.observer().dead_letters().size());
  try {
    probe.expect<int>();
  } catch (const kebne::ExpectationFailed& e) {
    std::puts(e.what());
  }
  // [/probe]

  // [clock]
  kit.clock().advance(std::chrono::hours{24});
  std::printf("up for %d hours\n", static_cast<int>(kit.system().uptime() / std::chrono::hours{1}));
  // [/clock]
}
