// Handlers: what a handler returns answers the sender, and a question names the type of its answer.
#include "kebne/actor.hpp"

#include <cstdint>
#include <cstdio>

namespace {

// [messages]
struct Deposit {
  std::int64_t cents;
};
struct Balance {
  std::int64_t cents;
};
struct GetBalance {
  using Reply = Balance;  // a question names its answer
};
// [/messages]

// [handlers]
class Account final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Account>& on) {
    on.handle<&Account::deposit>();
    on.handle<&Account::balance>();
  }

 private:
  void deposit(const Deposit& m) { cents_ += m.cents; }
  Balance balance(const GetBalance&) { return {cents_}; }  // told to sender()

  std::int64_t cents_ = 0;
};
// [/handlers]

// [raw]
class RawAccount final : public kebne::Actor {
  bool receive(kebne::Envelope& envelope) override {
    if (const auto* m = envelope.get_if<Deposit>()) {
      cents_ += m->cents;
      return true;
    }
    if (envelope.holds<GetBalance>()) {
      reply(Balance{cents_});
      return true;
    }
    return false;  // unhandled
  }

  std::int64_t cents_ = 0;
};
// [/raw]

}  // namespace

int main() {
  kebne::ActorSystem system{"bank"};
  // [use]
  const kebne::ActorRef alice = system.spawn<Account>("alice");
  alice.tell(Deposit{500});
  alice.tell(Deposit{250});
  const Balance balance = system.ask<GetBalance>(alice).get();
  std::printf("alice has %d\n", static_cast<int>(balance.cents));
  // [/use]
  const kebne::ActorRef bob = system.spawn<RawAccount>("bob");
  bob.tell(Deposit{100});
  std::printf("bob has %d\n", static_cast<int>(system.ask<GetBalance>(bob).get().cents));
}
