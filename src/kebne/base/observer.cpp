#include "kebne/base/observer.hpp"

#include "kebne/base/detail/type_name.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <typeinfo>

#include <cxxabi.h>

namespace kebne {
namespace {

void print(const std::string& line) { fmt::print(stderr, "{}\n", line); }

/// Counts one; false once the limit is passed. Says so when it is reached.
bool admit(std::atomic<std::uint32_t>& count, const char* what) {
  const std::uint32_t n = count.fetch_add(1, std::memory_order_relaxed);
  if (n == StderrObserver::printed_letters) {
    print(fmt::format("kebne: more than {} {}: the rest is not printed", n, what));
  }
  if (n > StderrObserver::printed_letters) count.store(StderrObserver::printed_letters + 1);
  return n < StderrObserver::printed_letters;
}

std::string from(const std::string& sender) {
  return sender.empty() ? std::string{} : " from " + sender;
}

}  // namespace

std::string_view to_string(FailurePoint point) noexcept {
  switch (point) {
    case FailurePoint::Handler: return "handler";
    case FailurePoint::Constructor: return "constructor";
    case FailurePoint::PreStart: return "pre_start";
    case FailurePoint::PostStop: return "post_stop";
    case FailurePoint::PreRestart: return "pre_restart";
    case FailurePoint::PostRestart: return "post_restart";
    case FailurePoint::Destructor: return "destructor";
    case FailurePoint::Callback: return "callback";
    case FailurePoint::Mailbox: return "mailbox";
    case FailurePoint::Child: return "child";
    case FailurePoint::Strategy: return "strategy";
  }
  return "unknown";
}

std::string_view to_string(DeadLetterReason reason) noexcept {
  switch (reason) {
    case DeadLetterReason::Stopped: return "the recipient has stopped";
    case DeadLetterReason::NoRecipient: return "there is no recipient";
    case DeadLetterReason::LateReply: return "nobody waits for this answer any more";
    case DeadLetterReason::WrongReplyType: return "the asker expects an answer of another type";
    case DeadLetterReason::MailboxFull: return "the mailbox was full";
    case DeadLetterReason::NotQueued: return "the mailbox could not take it";
  }
  return "unknown";
}

std::string describe_exception(const std::exception_ptr& cause) {
  if (cause == nullptr) return "no exception";
  try {
    std::rethrow_exception(cause);
  } catch (const std::exception& e) {
    return fmt::format("{}: {}", detail::demangle(typeid(e).name()), e.what());
  } catch (...) {
    const std::type_info* type = abi::__cxa_current_exception_type();
    return type != nullptr ? detail::demangle(type->name()) : "an exception of unknown type";
  }
}

void StderrObserver::on_failure(const FailureReport& report) {
  if (!report.is_logged) return;
  const std::string message = report.message.str();
  print(fmt::format("kebne: {}: {} threw{}: {} [{}]", report.actor.str(), to_string(report.point),
                    message.empty() ? message : " on " + message, describe_exception(report.cause),
                    report.outcome));
}

void StderrObserver::on_dead_letter(const DeadLetterReport& report) {
  if (!admit(dead_letters_, "dead letters")) return;
  print(fmt::format("kebne: dead letter {}{} to {}: {}", report.message.str(),
                    from(report.sender.str()), report.recipient.str(), to_string(report.reason)));
}

void StderrObserver::on_unhandled(const UnhandledReport& report) {
  if (!admit(unhandled_, "unhandled messages")) return;
  print(fmt::format("kebne: {} has no handler for {}{}", report.recipient.str(),
                    report.message.str(), from(report.sender.str())));
}

void StderrObserver::on_misuse(std::string_view text) { print(fmt::format("kebne: {}", text)); }

}  // namespace kebne
