// Logging: levels, context, templates, a sink of one's own.
#include "kebne/actor.hpp"
#include "kebne/actor/logging/log_sink.hpp"

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

struct Deposit {
  int cents;
};

// [log]
class Account final : public kebne::Actor {
 public:
  static void behavior(kebne::On<Account>& on) { on.handle<&Account::deposit>(); }

 private:
  void deposit(const Deposit& m) {
    log().debug("{} cents came in", m.cents);
    cents_ += m.cents;
    if (cents_ < 0) log().warning("overdrawn by {} cents", -cents_);
  }
  int cents_ = 0;
};
// [/log]

// [sink]
class Printer final : public kebne::LogSink {
 public:
  void write(const kebne::LogRecord& record) override {
    std::printf("%s | %s | %s\n", std::string{to_string(record.level())}.c_str(),
                record.source().c_str(), record.message().c_str());
    for (const kebne::LogField& field : record.fields()) {
      std::printf("    %s = %s\n", field.name.c_str(), field.value.text().c_str());
    }
  }
};
// [/sink]

}  // namespace

int main() {
  // [logging_options]
  kebne::ActorSystem system{
      "bank",
      {.workers = 1,
       .logging = {.level = kebne::LogLevel::Debug,
                   .sinks = {std::make_shared<Printer>()},
                   .filters = {kebne::LogFilter::message_contains("secret")}}}};
  // [/logging_options]
  const kebne::ActorRef account = system.spawn<Account>("account");
  account.tell(Deposit{5});
  account.tell(Deposit{-7});
  (void)system.ask<kebne::Identify>(account).get();

  // [system_log]
  const kebne::Log log = system.log("main").with("day", 3);
  log.info("{} accounts", 1);
  log.message(kebne::LogLevel::Info, "{Who} saw {Count} of them", {"ann", 2});
  log.error(std::make_exception_ptr(std::runtime_error{"no vault"}), "closing");
  log.info("the secret number is {}", 42);
  // [/system_log]
}
