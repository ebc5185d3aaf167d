#include "bench/options.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <thread>

namespace kebne::bench {
namespace {

constexpr std::int64_t most = 1'000'000'000;

/// Adds the options of one subject and remembers which counts were given by hand.
class Reader {
 public:
  Reader(CLI::App& app, const Program& program, Options& options)
      : app_{app}, program_{program}, options_{options} {}

  void add(const std::string& subject) {
    CLI::App& command = *app_.add_subcommand(subject, purpose(subject));
    command.add_flag("--tsv", options_.tsv, "benchmark, variant, parameter, value, unit");
    command.add_flag("--quick", options_.quick,
                     "cut counts to a tenth and mark every parameter with ,quick");
    if (subject != "hocon") {
      number(command, "--workers", options_.workers, "threads of the pool, 0 = processors", 0,
             1024);
    }
    if (subject != "idle" && subject != "start") {
      number(command, "--reps", options_.reps, "repetitions of every figure", 1, most);
    }
    if (subject == "pingpong") pingpong(command);
    if (subject == "pair") counted(command, "--ops", options_.ops, "first value of the countdown");
    if (subject == "timers") counted(command, "--ops", options_.ops, "timers started");
    if (subject == "eventstream" || subject == "logging") {
      counted(command, "--ops", options_.ops, "operations in a batch");
    }
    if (subject == "dispatch") counted(command, "--tasks", options_.ops, "tasks handed over");
    if (subject == "mailbox") counted(command, "--messages", options_.ops, "messages in a batch");
    if (subject == "executors") rally(command);
    if (subject == "scheduler") scheduler(command);
    if (subject == "spawn") spawn(command);
    if (subject == "watch") counted(command, "--rounds", options_.rounds, "actors watched");
    if (subject == "hocon") {
      counted(command, "--ops", options_.parses, "texts parsed, or chains made");
      counted(command, "--reads", options_.reads, "values read");
    }
    if (subject == "idle") {
      counted(command, "--count", options_.count, "actors");
      command.add_flag("--named", options_.named,
                       "give each actor a name (benchmark idle-named); else names are generated");
    }
  }

  void finish() {
    if (kind_ == "all") {
      options_.kinds = program_.kinds;
    } else {
      options_.kinds = {kind_};
    }
    if (!options_.quick) return;
    for (auto& [option, value] : counts_) {
      if (option->count() == 0) *value = std::max<std::int64_t>(1, *value / 10);
    }
    for (auto* option : depths_) {
      if (option->count() == 0) options_.depth = 5;
    }
  }

 private:
  static std::string purpose(const std::string& subject) {
    static const std::map<std::string, std::string> all{
        {"pingpong", "pairs with a window of messages in flight, one row for each throughput"},
        {"pair", "one pair, one message in flight"},
        {"spawn", "creating and stopping actors, as a tree and under one parent"},
        {"idle", "memory of actors that do nothing; measures once a process"},
        {"dispatch", "handing tasks to a dispatcher, and running them"},
        {"mailbox", "the mailbox, and an actor with much mail"},
        {"executors", "the pingpong on each kind of executor"},
        {"hocon", "configuration text: parsing, layering, reading"},
        {"eventstream", "publishing to one subscriber"},
        {"logging", "log calls, disabled and enabled"},
        {"scheduler", "timers: arming, cancelling, lateness, cost"},
        {"timers", "an actor's own timers: starting, replacing, cancelling"},
        {"watch", "watching actors, stopping them, hearing of their end"},
        {"start", "one system from nothing to terminated; measures once a process"}};
    return all.at(subject);
  }

  void pingpong(CLI::App& command) {
    if (!program_.kinds.empty()) {
      std::vector<std::string> kinds = program_.kinds;
      kinds.emplace_back("all");
      command.add_option("--kind", kind_, "form of the striker")->check(CLI::IsMember(kinds));
    }
    command.add_option("--rows", options_.rows, "throughput settings, comma-separated")
        ->delimiter(',')
        ->check(CLI::Range(1, std::numeric_limits<int>::max()));
    if (!program_.dispatchers.empty()) {
      command.add_option("--dispatcher", options_.dispatcher, "where the actors live")
          ->check(CLI::IsMember(program_.dispatchers))
          ->capture_default_str();
    }
    rally(command);
  }

  void rally(CLI::App& command) {
    counted(command, "--total", options_.total, "balls of all pairs together");
    number(command, "--pairs", options_.pairs, "pairs of actors", 1, 1'000'000);
    number(command, "--window", options_.window, "balls in flight in each pair", 1, most);
  }

  void spawn(CLI::App& command) {
    depths_.push_back(number(command, "--depth", options_.depth, "levels below the root", 0, 7));
    counted(command, "--flat", options_.flat, "actors of the flat run, the parent among them", 2);
  }

  void scheduler(CLI::App& command) {
    counted(command, "--armed", options_.armed, "timers armed, and left so");
    counted(command, "--pairs", options_.cancels, "timers armed and cancelled");
    counted(command, "--timers", options_.timers, "timers of which the lateness is noted");
    counted(command, "--delays", options_.delays, "timers with random delays");
    counted(command, "--seconds", options_.seconds, "of a periodic timer, and of none");
  }

  template <class T>
  CLI::Option* number(CLI::App& command, const std::string& name, T& value, const std::string& text,
                      std::int64_t least, std::int64_t limit) {
    return command.add_option(name, value, text)
        ->check(CLI::Range(least, limit))
        ->capture_default_str();
  }

  void counted(CLI::App& command, const std::string& name, std::int64_t& value,
               const std::string& text, std::int64_t least = 1) {
    counts_.emplace_back(number(command, name, value, text, least, most), &value);
  }

  CLI::App& app_;
  const Program& program_;
  Options& options_;
  std::string kind_ = "all";
  std::vector<std::pair<CLI::Option*, std::int64_t*>> counts_;
  std::vector<CLI::Option*> depths_;
};

[[noreturn]] void refuse(const Program& program, const std::string& text) {
  std::fprintf(stderr, "%s: %s\n%s --help lists the commands, %s COMMAND --help their options\n",
               program.name.c_str(), text.c_str(), program.name.c_str(), program.name.c_str());
  std::exit(2);
}

/// CLI11 does not say which commands there are.
void require_command(const Program& program, int argc, char** argv) {
  const std::string first = argc > 1 ? argv[1] : "";
  if (first.starts_with('-')) return;
  std::string names;
  for (const auto& subject : program.subjects) {
    if (subject == first) return;
    names += ' ' + subject;
  }
  const std::string got = first.empty() ? "none" : '"' + first + '"';
  refuse(program, "expected one of the commands" + names + ", got " + got);
}

}  // namespace

Options parse_options(const Program& program, int argc, char** argv) {
  require_command(program, argc, argv);
  Options options;
  options.pairs = processors();
  CLI::App app{"Measures what an actor system costs.", program.name};
  app.require_subcommand(1);
  Reader reader{app, program, options};
  for (const auto& subject : program.subjects) reader.add(subject);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    std::exit(app.exit(help));
  } catch (const CLI::ParseError& error) {
    refuse(program, error.what());
  }
  options.subject = app.get_subcommands().front()->get_name();
  reader.finish();
  const bool plays = options.subject == "pingpong" || options.subject == "executors";
  if (plays && options.total < options.pairs) {
    refuse(program, "--total: expected at least one ball for each of " +
                        std::to_string(options.pairs) + " pairs, got " +
                        std::to_string(options.total));
  }
  return options;
}

std::uint32_t processors() { return std::max(1u, std::thread::hardware_concurrency()); }

}  // namespace kebne::bench
