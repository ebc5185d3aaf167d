#include "tests/support/words.hpp"

#include "kebne/base/detail/type_name.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <typeinfo>
#include <utility>

namespace kebne::test {
namespace {

using Word = std::pair<std::string_view, std::string_view>;

constexpr Word dotnet_words[] = {
    {"True", "true"},
    {"False", "false"},
    {"Boom", "user-error"},
    {"ArgumentException", "bad-argument"},
    {"ArgumentOutOfRangeException", "bad-argument"},
    {"ArgumentNullException", "missing-argument"},
    {"NullReferenceException", "missing-argument"},
    {"InvalidActorNameException", "bad-or-taken-name"},
    {"IllegalActorNameException", "bad-or-taken-name"},
    {"InvalidOperationException", "not-now"},
    {"InvalidMessageException", "no-message"},
    {"ConfigurationException", "bad-configuration"},
    {"UriFormatException", "bad-syntax"},
    {"FormatException", "bad-syntax"},
    {"OverflowException", "out-of-range"},
    {"AskTimeoutException", "ask-timeout"},
    {"TimeoutException", "timeout"},
    {"TaskCanceledException", "cancelled"},
    {"OperationCanceledException", "cancelled"},
    {"ActorNotFoundException", "actor-not-found"},
    {"ActorInitializationException", "initialization-failed"},
    {"PostRestartException", "post-restart-failed"},
    {"ActorKilledException", "killed"},
    {"DeathPactException", "death-pact"},
    {"IllegalActorStateException", "stash-misuse"},
    {"OpenCircuitException", "circuit-open"},
    {"SchedulerException", "scheduler-stopped"},
};

constexpr Word our_exceptions[] = {
    {"kebne::NameError", "bad-or-taken-name"},
    {"kebne::SystemTerminating", "not-now"},
    {"kebne::ConfigError", "bad-configuration"},
    {"kebne::InitializationFailed", "initialization-failed"},
    {"kebne::PostRestartFailed", "post-restart-failed"},
    {"kebne::ActorKilled", "killed"},
    {"kebne::DeathPact", "death-pact"},
};

bool is_word_character(char c) noexcept {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::string neutral(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_word_character);
    const std::string_view token =
        text.substr(0, std::max<std::size_t>(static_cast<std::size_t>(end - text.begin()), 1));
    const auto* found = std::find_if(std::begin(dotnet_words), std::end(dotnet_words),
                                     [&](const Word& w) { return w.first == token; });
    out += found != std::end(dotnet_words) ? found->second : token;
    text.remove_prefix(token.size());
  }
  return out;
}

std::string_view word(Code code) noexcept {
  switch (code) {
    case Code::BadSyntax: return "bad-syntax";
    case Code::OutOfRange: return "out-of-range";
    case Code::Timeout: return "timeout";
    case Code::DeadTarget: return "no-target";
    case Code::WrongReplyType: return "bad-argument";
    case Code::UserError: return "user-error";
    case Code::Terminated: return "not-now";
    case Code::Full: return "full";
  }
  return "unknown";
}

std::string word(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& e) {
    const std::string type = detail::demangle(typeid(e).name());
    for (const auto& [ours, neutral_word] : our_exceptions) {
      if (type == ours) return std::string{neutral_word};
    }
    if (type == "std::invalid_argument") return "bad-argument";
    return fmt::format("{} ({})", type, e.what());
  } catch (...) {
    return "something that is no std::exception";
  }
}

std::string throws(const Error& error) { return fmt::format("throws {}", word(error.code)); }

}  // namespace kebne::test
