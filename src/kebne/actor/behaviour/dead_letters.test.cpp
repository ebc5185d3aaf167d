#include "kebne/actor.hpp"
#include "kebne/testkit/test_kit.hpp"
#include "tests/support/table.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace kebne {
namespace {

using test::Row;
using test::Scenarios;
using Lines = std::vector<std::string>;

struct Plain {};
struct Hush {
  using SuppressedWhenDead = void;
};

std::string shown_path(const ActorRef& ref) {
  return ref ? ref.path().to_string_without_address() : "/deadLetters";
}

std::string shown(const AnyPayload& message) {
  if (const auto* text = message.get_if<std::string>()) return *text;
  if (const auto* gone = message.get_if<Terminated>()) {
    return fmt::format("Terminated({})", gone->actor.path().name());
  }
  const std::string type = message.type_name();
  return type.substr(type.rfind(':') + 1);
}

/// Writes down all dead letters.
class Undertaker final : public Actor {
 public:
  static void behavior(On<Undertaker>& on) {
    on.handle<&Undertaker::letter>().handle<&Undertaker::suppressed>();
    on.handle<&Undertaker::unhandled_message>();
  }
  explicit Undertaker(Lines* lines) : lines_{lines} {}

 private:
  template <class M>
  void add(const char* kind, const M& m) {
    lines_->push_back(fmt::format("{}({},from={},to={})", kind, shown(m.message),
                                  shown_path(m.sender), shown_path(m.recipient)));
  }
  void letter(const DeadLetter& m) { add("DeadLetter", m); }
  void suppressed(const SuppressedDeadLetter& m) { add("SuppressedDeadLetter", m); }
  void unhandled_message(const UnhandledMessage& m) { add("UnhandledMessage", m); }
  Lines* lines_;
};

class UnhandledOnly final : public Actor {
 public:
  static void behavior(On<UnhandledOnly>& on) { on.handle<&UnhandledOnly::message>(); }
  explicit UnhandledOnly(Lines* lines) : lines_{lines} {}

 private:
  void message(const UnhandledMessage& m) {
    lines_->push_back("Unhandled(" + shown(m.message) + ")");
  }
  Lines* lines_;
};

/// Has no handlers.
class Deaf final : public Actor {};

/// Is stopped by what it is handling.
class StopsAtB final : public Actor {
 public:
  static void behavior(On<StopsAtB>& on) { on.handle<&StopsAtB::text>(); }

 private:
  void text(const std::string& t) {
    if (t == "b") stop();
  }
};

/// A system with `d`, who has stopped, and the two subscribers.
struct Stage {
  Stage() {
    kit.system().event_stream().subscribe<AllDeadLetters>(kit.spawn<Undertaker>("", &lines));
    kit.system().event_stream().subscribe<UnhandledMessage>(kit.spawn<UnhandledOnly>("", &lines));
    kit.system().stop(d);
    kit.run_until_idle();
  }
  std::string seen() {
    kit.run_until_idle();
    std::string out;
    for (const std::string& line : lines) out += (out.empty() ? "" : "; ") + line;
    return out.empty() ? "(nothing)" : out;
  }

  TestKit kit{"s"};
  Lines lines;
  ActorRef d = kit.spawn<Deaf>("d");
};

TEST(DeadLettersTable, EveryRowHolds) {
  Scenarios rows;
  const auto add = [&rows](const char* kase, const char* input, std::function<void(Stage&)> run) {
    rows.add(kase, input, [run = std::move(run)](const Row&) {
      Stage stage;
      run(stage);
      return stage.seen();
    });
  };
  add("plain message to dead actor", "Tell(obj)", [](Stage& s) { s.d.tell(Plain{}); });
  add("with sender", "Tell(obj, probe)",
      [](Stage& s) { s.d.tell(Plain{}, s.kit.spawn<Deaf>("probe")); });
  add("IDeadLetterSuppression", "", [](Stage& s) { s.d.tell(Hush{}); });
  add("PoisonPill", "", [](Stage& s) { s.d.tell(PoisonPill{}); });
  add("ReceiveTimeout", "", [](Stage& s) { s.d.tell(ReceiveTimeout{}); });
  add("Kill", "", [](Stage& s) { s.d.tell(Kill{}); });
  add("Identify", "with sender null", [](Stage& s) { s.d.tell(Identify{1}); });
  add("Terminated", "", [](Stage& s) { s.d.tell(Terminated{s.d}); });
  add("tell DeadLetters directly", "system.DeadLetters.Tell(obj)",
      [](Stage& s) { s.kit.system().dead_letters().tell(Plain{}); });
  add("tell DeadLetters a DeadLetter", "already wrapped", [](Stage& s) {
    s.kit.system().dead_letters().tell(DeadLetter{AnyPayload::of(Plain{}), s.d, s.d});
  });
  add("tell DeadLetters suppressed", "IDeadLetterSuppression direct",
      [](Stage& s) { s.kit.system().dead_letters().tell(Hush{}); });
  add("scheduled message to dead actor", "ScheduleTellOnce", [](Stage& s) {
    s.kit.system().scheduler().schedule_tell_once(std::chrono::milliseconds{10}, s.d, Plain{});
    s.kit.advance(std::chrono::milliseconds{10});
  });
  add("tell Nobody", "ActorRefs.Nobody.Tell", [](Stage&) { ActorRef::nobody().tell(Plain{}); });
  add("unhandled message", "actor calls Unhandled",
      [](Stage& s) { s.kit.spawn<Deaf>("").tell(Plain{}); });
  add("mailbox leftovers at stop", "three queued then stopped", [](Stage& s) {
    const ActorRef q = s.kit.spawn<StopsAtB>("q");
    for (const char* text : {"b", "x", "y"}) q.tell(std::string{text});
  });
  add("mailbox leftovers incl. suppressed", "Hush and PoisonPill queued behind stop", [](Stage& s) {
    const ActorRef q = s.kit.spawn<StopsAtB>("q");
    q.tell(std::string{"b"});
    q.tell(Hush{});
    q.tell(PoisonPill{});
    q.tell(std::string{"y"});
  });

  for (const std::string& problem : test::check_table(KEBNE_TEST_DATA, "dead-letters", rows)) {
    ADD_FAILURE() << problem;
  }
}

}  // namespace
}  // namespace kebne
