#include "kebne/actor.hpp"
#include "kebne/actor/detail/actor_cell.hpp"
#include "kebne/actor/internal/extras.hpp"
#include "kebne/config/config.hpp"
#include "kebne/testkit/test_kit.hpp"
#include "tests/support/table.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <latch>
#include <limits>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace kebne {
namespace {

using test::Row;
using test::Scenarios;

/// What the row's setup says behind `config:`; nothing when it says nothing.
Config config_of(const Row& row) {
  constexpr std::string_view mark = "config: ";
  if (!row.setup.starts_with(mark)) return {};
  return Config::text(row.setup.substr(mark.size(), row.setup.find(';') - mark.size()));
}

/// Lines that several threads write, and one waits for.
class Lines {
 public:
  void add(std::string line) {
    const std::lock_guard guard{lock_};
    lines_.push_back(std::move(line));
    more_.notify_all();
  }
  void await(std::size_t count) {
    std::unique_lock guard{lock_};
    more_.wait(guard, [&] { return lines_.size() >= count; });
  }
  [[nodiscard]] std::string text() {
    const std::lock_guard guard{lock_};
    std::string out;
    for (const std::string& line : lines_) out += (out.empty() ? "" : "; ") + line;
    return out;
  }

 private:
  std::mutex lock_;
  std::condition_variable more_;
  std::vector<std::string> lines_;
};

struct Hold {
  std::latch* begun;
  std::latch* may_end;
};

/// Is held until the test lets it go, and writes down what comes then.
class Held final : public Actor {
 public:
  static void behavior(On<Held>& on) { on.handle<&Held::hold>().handle<&Held::word>(); }
  explicit Held(Lines* lines) : lines_{lines} {}

 private:
  void hold(const Hold& m) {
    m.begun->count_down();
    m.may_end->wait();
  }
  void word(const std::string& text) { lines_->add(text); }
  Lines* lines_;
};

class Undertaker final : public Actor {
 public:
  static void behavior(On<Undertaker>& on) { on.handle<&Undertaker::letter>(); }
  explicit Undertaker(Lines* lines) : lines_{lines} {}

 private:
  void letter(const DeadLetter& m) {
    if (const auto* text = m.message.get_if<std::string>()) lines_->add("dead(" + *text + ")");
  }
  Lines* lines_;
};

std::int32_t by_first_character(const Envelope& e) {
  const auto* text = e.get_if<std::string>();
  return text != nullptr ? (*text)[0] : std::numeric_limits<std::int32_t>::max();
}

/// What becomes of the driver's words.
struct Course {
  std::size_t refused = 0;  ///< words for which there is never a place
  bool blocks = false;      ///< a word waits for a place until the actor goes on
};

/// Tells hold, then the words of the input, then lets the actor go. The threads are real: a sender
/// may have to wait while the actor has its thread.
std::string drive(const Row& row, MailboxType mb, Course course) {
  const Config config =
      mb.name.empty() ? config_of(row) : Config::text("mb { mailbox-type = " + mb.name + " }");
  SystemOptions options = SystemOptions::from(config);
  options.workers = 2;
  options.logging = {.loggers = {}, .dead_letters = 0};
  options.mailbox_types.push_back(std::move(mb));
  ActorSystem system{"s", std::move(options)};
  Lines lines;
  system.event_stream().subscribe<DeadLetter>(system.spawn<Undertaker>("undertaker", &lines));
  const ActorRef actor = system.spawn(props<Held>(&lines).with_mailbox("mb"), "a");
  std::latch begun{1};
  std::latch may_end{1};
  actor.tell(Hold{&begun, &may_end});
  begun.wait();

  std::size_t told = 0;
  std::thread sender{[&] {
    std::istringstream words{row.input};
    for (std::string word; words >> word;) {
      if (word == "PP") {
        actor.tell(PoisonPill{});
      } else {
        ++told;
        actor.tell(word);
      }
    }
  }};
  if (course.blocks) {
    const auto& cell = static_cast<const detail::ActorCell&>(*actor.cell());
    while (cell.extras->mailbox->places->waiting() == 0) std::this_thread::yield();
    may_end.count_down();
    sender.join();
  } else {
    sender.join();
    lines.await(course.refused);
    may_end.count_down();
  }
  lines.await(told);
  system.terminate().get();
  return lines.text();
}

std::string drive_configured(const Row& row) { return drive(row, {}, {}); }

/// First characters of the items, as in the text of `lines`.
std::string first_characters(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); at = text.find(' ', at) + 1) {
    out += text[at];
    if (text.find(' ', at) == std::string_view::npos) break;
  }
  return out;
}

/// 1, then 2; each of 3 and 4 is refused, or comes after 2.
bool is_as_bounded(std::string_view got) {
  const auto at = [got](std::string_view item) {
    return std::min(got.find(item), got.find("; " + std::string{item}) + 2);
  };
  for (const std::string_view late : {"3", "4"}) {
    const bool is_dead = got.find("dead(" + std::string{late} + ")") != std::string_view::npos;
    if (!is_dead && at(late) < at("2")) return false;
  }
  return at("1") < at("2");
}

void add_mailboxes(Scenarios& rows) {
  const MailboxType priority = unbounded_priority_mailbox("mine", &by_first_character);
  const MailboxType stable = unbounded_stable_priority_mailbox("mine", &by_first_character);
  const auto refusing = [](const Row& row) { return drive(row, {}, {.refused = 2}); };

  for (const char* kase : {"unbounded fifo", "deque fifo", "bounded capacity 0",
                           "bounded capacity missing", "unknown type"}) {
    rows.each(kase, &drive_configured);
  }
  rows.add(
      "priority by first char", "c a b d a1 a2 a3 b1",
      [priority](const Row& row) { return drive(row, priority, {}); },
      [](std::string_view got) { return first_characters(got) == "aaaabbcd"; });
  rows.each("stable priority by first char",
            [stable](const Row& row) { return drive(row, stable, {}); });
  rows.each("priority, PoisonPill lowest",
            [priority](const Row& row) { return drive(row, priority, {}); });
  rows.add("bounded capacity 2, push timeout 50ms", "1 2 3 4", refusing, &is_as_bounded);
  rows.add("bounded deque capacity 2, push timeout 50ms", "1 2 3 4", refusing);
  rows.each("bounded capacity 2, push timeout 0", refusing);
  rows.each("bounded capacity 2, push timeout 5s blocks sender",
            [](const Row& row) { return drive(row, {}, {.blocks = true}); });
}

TestKit kit_with(Config config) {
  return TestKit{{.config = std::make_shared<const Config>(std::move(config))}};
}

/// A pool of threads is a Dispatcher whatever its type: how it is made up says its executor.
std::string look_up(const Row& row) {
  TestKit kit = kit_with(config_of(row));
  const MessageDispatcher found = kit.system().dispatchers().lookup(row.input);
  const bool is_pinned = found.type() == "PinnedDispatcher";
  return fmt::format("{} throughput={}", is_pinned ? "PinnedDispatcher" : "Dispatcher",
                     found.throughput());
}

void add_dispatchers(Scenarios& rows) {
  const auto add = [&rows](const char* id, std::string expected) {
    rows.add("dispatcher lookup", id, &look_up,
             [expected = std::move(expected)](std::string_view got) { return got == expected; });
  };
  for (const char* id : {"d1", "d10", "missing", "akka.actor.pinned-dispatcher"}) {
    add(id, "throws bad-configuration");
  }
  for (const char* id : {"d2", "alias", "alias2"}) add(id, "PinnedDispatcher throughput=30");
  for (const char* id : {"d3", "d4", "d6", "d7", "d8", "d9", "akka.actor.default-dispatcher",
                         "akka.actor.default-fork-join-dispatcher"}) {
    add(id, "Dispatcher throughput=30");
  }
  add("akka.actor.internal-dispatcher", "Dispatcher throughput=5");
  add("akka.actor.default-blocking-io-dispatcher", "Dispatcher throughput=1");
  // By exception: what they must do stands there.
  for (const char* id : {"d5", "d11", "d12", "akka.actor.synchronized-dispatcher"}) {
    rows.add("dispatcher lookup", id, &look_up);
  }
  rows.each("HasDispatcher", [](const Row&) {
    TestKit kit = kit_with(Config::text("d2 { type = PinnedDispatcher }"));
    const Dispatchers all = kit.system().dispatchers();
    return fmt::format("{} / {}", all.has_dispatcher("missing"), all.has_dispatcher("d2"));
  });
}

TEST(MailboxesTable, EveryRowHolds) {
  Scenarios rows;
  add_mailboxes(rows);
  add_dispatchers(rows);

  for (const std::string& problem : test::check_table(KEBNE_TEST_DATA, "mailboxes", rows)) {
    ADD_FAILURE() << problem;
  }
}

}  // namespace
}  // namespace kebne
