// Probes and virtual time: a retry after ten seconds, tested in no time at all.
#include "kebne/actor.hpp"
#include "kebne/testkit.hpp"

#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>

using namespace std::chrono_literals;

struct Charge {
  int cents;
  bool operator==(const Charge&) const = default;
};
struct Declined {};
struct Accepted {};

namespace {

/// Asks the bank again ten seconds after it has declined; gives up after the second time.
class Checkout final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Checkout>& on) {
    on.handle<&Checkout::charge>().handle<&Checkout::declined>().handle<&Checkout::accepted>();
  }
  explicit Checkout(kebne::ActorRef bank) : bank_{std::move(bank)} {}

 private:
  void charge(const Charge& m) {
    charge_ = m;
    bank_.tell(m);
  }
  void declined(const Declined&) {
    log().warning("declined {} cents", charge_.cents);
    if (++failures_ == 2) throw std::runtime_error{"the bank declines"};
    system().scheduler().schedule_tell_once(10s, self(), charge_);
  }
  void accepted(const Accepted&) { log().info("paid"); }

  kebne::ActorRef bank_;
  Charge charge_{};
  int failures_ = 0;
};

}  // namespace

int main() {
  // [retry]
  kebne::TestKit kit;
  kebne::Probe bank = kit.probe("bank");
  const kebne::ActorRef checkout = kit.spawn<Checkout>("checkout", bank.ref());

  checkout.tell(Charge{500});
  bank.expect(Charge{500});
  bank.reply(Declined{});
  bank.expect_none(9s);  // virtual seconds
  bank.within(1s, [&] { bank.expect(Charge{500}); });
  std::printf("asked again after %d s\n", static_cast<int>(kit.clock().now() / 1s));
  // [/retry]

  // [filter]
  kit.event_filter().info().message("paid").source(checkout).expect_one(
      [&] { bank.reply(Accepted{}); });
  kit.expect_failure<std::runtime_error>([&] { bank.send(checkout, Declined{}); });
  // [/filter]

  // [message]
  try {
    checkout.tell(Charge{700});
    bank.expect<Accepted>();
  } catch (const kebne::ExpectationFailed& e) {
    std::puts(std::string{e.what()}.substr(0, std::string{e.what()}.find('\n')).c_str());
  }
  // [/message]
}
