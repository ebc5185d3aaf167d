#include "kebne/testkit/recording_observer.hpp"

namespace kebne {

void RecordingObserver::on_failure(const FailureReport& report) {
  const std::lock_guard guard{lock_};
  failures_.push_back({report.actor.str(), report.message.str(), report.point, report.cause,
                       std::string{report.outcome}});
}

void RecordingObserver::on_dead_letter(const DeadLetterReport& report) {
  const std::lock_guard guard{lock_};
  dead_letters_.push_back({report.recipient.str(), report.sender.str(), report.message.str(),
                           report.reason, report.scheduled});
}

void RecordingObserver::on_unhandled(const UnhandledReport& report) {
  const std::lock_guard guard{lock_};
  unhandled_.push_back({report.recipient.str(), report.sender.str(), report.message.str()});
}

void RecordingObserver::on_misuse(std::string_view text) {
  const std::lock_guard guard{lock_};
  misuses_.emplace_back(text);
}

std::vector<RecordingObserver::Failure> RecordingObserver::failures() const {
  const std::lock_guard guard{lock_};
  return failures_;
}

std::size_t RecordingObserver::failure_count() const {
  const std::lock_guard guard{lock_};
  return failures_.size();
}

std::vector<RecordingObserver::DeadLetter> RecordingObserver::dead_letters() const {
  const std::lock_guard guard{lock_};
  return dead_letters_;
}

std::vector<RecordingObserver::Unhandled> RecordingObserver::unhandled() const {
  const std::lock_guard guard{lock_};
  return unhandled_;
}

std::vector<std::string> RecordingObserver::misuses() const {
  const std::lock_guard guard{lock_};
  return misuses_;
}

void RecordingObserver::clear() {
  const std::lock_guard guard{lock_};
  failures_.clear();
  dead_letters_.clear();
  unhandled_.clear();
  misuses_.clear();
}

}  // namespace kebne
