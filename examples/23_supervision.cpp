// Supervision: a parent decides by the kind of failure what becomes of its child.
#include "kebne/actor.hpp"

#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>

namespace {

using namespace std::chrono_literals;

struct Overdrawn : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Withdraw {
  using Reply = kebne::Done;
  int amount;
};
struct Balance {
  using Reply = int;
};

class Account final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Account>& on) {
    on.handle<&Account::withdraw>().handle<&Account::balance>();
  }

 private:
  void withdraw(const Withdraw& m) {
    if (m.amount < 0) throw std::logic_error{"a negative amount"};
    if (m.amount > balance_) throw Overdrawn{"not enough money"};
    balance_ -= m.amount;
  }
  int balance(const Balance&) { return balance_; }
  int balance_ = 100;
};

// [strategy]
class Branch final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Branch>& on) { on.otherwise<&Branch::pass_on>(); }
  void pre_start() override { account_ = spawn<Account>("alice"); }

  kebne::SupervisorStrategy supervision() const override {
    return kebne::OneForOne{.max_retries = 3, .within = 1min}
        .on<Overdrawn>(kebne::Directive::Resume)          // the account stays as it is
        .on<std::logic_error>(kebne::Directive::Restart)  // a new one takes its place
        .otherwise(kebne::Directive::Escalate);           // for the branch's own supervisor
  }

 private:
  void pass_on(kebne::Envelope&) { forward(account_); }
  kebne::ActorRef account_;
};
// [/strategy]

}  // namespace

int main() {
  kebne::ActorSystem system{"bank", {.logging = {.level = kebne::LogLevel::Off}}};
  const kebne::ActorRef branch = system.spawn<Branch>("branch");
  for (const int amount : {30, 500, -1}) {
    branch.tell(Withdraw{amount});
    std::printf("after %d: %d\n", amount, system.ask<Balance>(branch).get());
  }
}
