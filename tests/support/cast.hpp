#pragma once

#include "kebne/actor.hpp"
#include "kebne/testkit/test_kit.hpp"
#include "tests/support/table.hpp"
#include "tests/support/words.hpp"

#include <fmt/core.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kebne::cast {

// The common cast of the behaviour tables about life, supervision and death: actors that write down
// what happens to them, and do what a script says.

using namespace std::chrono_literals;

struct Boom : std::runtime_error {
  explicit Boom(const char* text = "boom") : std::runtime_error{text} {}
};

/// What a parent passes on to its child.
struct To {
  std::string child;
  std::string message;
};

inline std::string is(bool value) { return value ? "True" : "False"; }

/// The class of an error, as the tables call it; nothing when there is none.
inline std::string name_of(const std::exception_ptr& error) {
  if (error == nullptr) return {};
  try {
    std::rethrow_exception(error);
  } catch (const Boom&) {
    return "Boom";
  } catch (...) {
    return test::word(error);
  }
}

/// The error inside of an error.
inline std::exception_ptr inner_of(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const InitializationFailed& e) {
    return e.cause;
  } catch (...) {
    return nullptr;
  }
}

inline std::string short_name(const std::string& type) { return type.substr(type.rfind(':') + 1); }

inline std::string shown(const Envelope& e) {
  if (const auto* text = e.get_if<std::string>()) return *text;
  if (const auto* number = e.get_if<int>()) return std::to_string(*number);
  if (const auto* gone = e.get_if<Terminated>()) {
    return fmt::format("Terminated({})", gone->actor.path().name());
  }
  return short_name(e.type_name());
}

class Player;

/// What an actor of the cast does.
struct Script {
  using Act = std::function<void(Player&)>;
  using Hear = std::function<void(Player&, const std::string& message)>;

  std::string prefix;  ///< of its lines
  bool hooks = true;   ///< writes down its hooks
  bool base_pre_restart = true;
  bool base_post_restart = true;
  std::optional<SupervisorStrategy> strategy = std::nullopt;
  Act in_constructor = {};
  Act in_pre_start = {};
  Act in_post_stop = {};
  Act in_pre_restart = {};   ///< before the base
  Act in_post_restart = {};  ///< before the base
  Hear on_message = {};      ///< null: counts, writes, and fails when told to
};

/// The system, and what was written down.
class Stage {
 public:
  explicit Stage(const char* config = nullptr)
      : kit{TestKit::Options{.name = "s",
                             .config = config != nullptr
                                           ? std::make_shared<const Config>(Config::text(config))
                                           : nullptr}} {}

  std::vector<std::string> lines;  // actors write to it until the kit has ended
  std::map<std::string, int> instances;
  TestKit kit;

  void say(std::string line) { lines.push_back(std::move(line)); }
  ActorRef play(const std::string& name, Script script);
  /// The default supervised pair: p with its children.
  ActorRef parent(SupervisorStrategy strategy, std::vector<Script> children);
  void log_dead();
  /// Starts over with an empty log.
  void settle() {
    kit.run_until_idle();
    lines.clear();
  }
  std::string seen() {
    kit.run_until_idle();
    std::string out;
    for (const std::string& line : lines) out += (out.empty() ? "" : "; ") + line;
    return out.empty() ? "(nothing)" : out;
  }
};

class Player final : public Actor {
 public:
  Player(Stage* stage, const std::shared_ptr<const Script>& script)
      : stage_{stage}, script_{script}, number_{++stage->instances[script->prefix]} {
    hook(fmt::format("ctor#{}", number_), script_->in_constructor);
  }

  void say(const std::string& line) {
    stage_->say(script_->prefix.empty() ? line : script_->prefix + "." + line);
  }
  [[nodiscard]] Stage& stage() noexcept { return *stage_; }
  [[nodiscard]] int number() const noexcept { return number_; }
  ActorRef make(const std::string& name, const Script& script) {
    return Actor::spawn<Player>(name, stage_, std::make_shared<const Script>(script));
  }
  /// Is busy while time passes.
  void block(std::chrono::milliseconds time) { stage_->kit.clock().advance(time); }

  void pre_start() override { hook("preStart", script_->in_pre_start); }
  void post_stop() override { hook("postStop", script_->in_post_stop); }
  void pre_restart(const std::exception_ptr& cause, const Envelope* message) override {
    hook(fmt::format("preRestart({},{})", name_of(cause),
                     message != nullptr ? shown(*message) : "null"),
         script_->in_pre_restart);
    if (script_->base_pre_restart) Actor::pre_restart(cause, message);
  }
  void post_restart(const std::exception_ptr& cause) override {
    hook(fmt::format("postRestart({})", name_of(cause)), script_->in_post_restart);
    if (script_->base_post_restart) Actor::post_restart(cause);
  }
  SupervisorStrategy supervision() const override {
    return script_->strategy.value_or(SupervisorStrategy{});
  }

  bool receive(Envelope& e) override {
    if (const auto* to = e.get_if<To>()) {
      const ActorRef c = child(to->child);
      (c ? c : ActorRef::nobody()).tell(to->message);
      return true;
    }
    if (script_->on_message) {
      script_->on_message(*this, shown(e));
      return true;
    }
    say(fmt::format("got({},state={})", shown(e), ++state_));
    if (shown(e) == "fail") throw Boom{};
    return true;
  }

 private:
  void hook(const std::string& line, const Script::Act& act) {
    if (script_->hooks) say(line);
    if (act) act(*this);
  }

  Stage* stage_;
  std::shared_ptr<const Script> script_;
  int number_;
  int state_ = 0;
};

/// Writes down dead letters.
class Coroner final : public Actor {
 public:
  static void behavior(On<Coroner>& on) { on.handle<&Coroner::letter>(); }
  explicit Coroner(Stage* stage) : stage_{stage} {}

 private:
  void letter(const DeadLetter& m) {
    const auto* text = m.message.get_if<std::string>();
    stage_->say(
        fmt::format("dead({})", text != nullptr ? *text : short_name(m.message.type_name())));
  }
  Stage* stage_;
};

inline ActorRef Stage::play(const std::string& name, Script script) {
  return kit.spawn<Player>(name, this, std::make_shared<const Script>(std::move(script)));
}

inline ActorRef Stage::parent(SupervisorStrategy strategy, std::vector<Script> children) {
  return play("p", {.prefix = "p",
                    .strategy = std::move(strategy),
                    .in_pre_start = [children = std::move(children)](Player& p) {
                      for (const Script& script : children) {
                        if (!p.child(script.prefix)) p.make(script.prefix, script);
                      }
                    }});
}

inline void Stage::log_dead() {
  kit.system().event_stream().subscribe<DeadLetter>(kit.spawn<Coroner>("", this));
}

/// Throws in the instances that `which` names; 0: in all.
inline Script::Act boom(int which = 0, const char* text = "boom") {
  return [which, text](Player& player) {
    if (which == 0 || player.number() == which) throw Boom{text};
  };
}

/// A decider that writes down what it is asked, with the cause inside when `shows_inner`.
inline auto asked(Stage& stage, bool shows_inner,
                  std::function<Directive(const std::string& error)> decide) {
  return [&stage, shows_inner, decide = std::move(decide)](const std::exception_ptr& error) {
    const std::string inner = shows_inner ? " inner=" + name_of(inner_of(error)) : "";
    stage.say("decide " + name_of(error) + inner);
    return decide(name_of(error));
  };
}

}  // namespace kebne::cast
