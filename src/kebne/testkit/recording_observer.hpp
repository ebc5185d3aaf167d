#pragma once

#include "kebne/base/observer.hpp"

#include <cstddef>
#include <exception>
#include <mutex>
#include <string>
#include <vector>

namespace kebne {

/// Keeps what an actor system reports, as text and in order. Any thread may report; a test reads
/// when the system is idle.
class RecordingObserver final : public Observer {
 public:
  struct Failure {
    std::string actor;
    std::string message;  ///< type being handled; empty when none was
    FailurePoint point;
    std::exception_ptr cause;
    std::string outcome;
  };
  struct DeadLetter {
    std::string recipient;
    std::string sender;
    std::string message;
    DeadLetterReason reason;
    bool scheduled;
  };
  struct Unhandled {
    std::string recipient;
    std::string sender;
    std::string message;
  };

  void on_failure(const FailureReport& report) override;
  void on_dead_letter(const DeadLetterReport& report) override;
  void on_unhandled(const UnhandledReport& report) override;
  void on_misuse(std::string_view text) override;

  [[nodiscard]] std::vector<Failure> failures() const;
  [[nodiscard]] std::size_t failure_count() const;
  [[nodiscard]] std::vector<DeadLetter> dead_letters() const;
  [[nodiscard]] std::vector<Unhandled> unhandled() const;
  [[nodiscard]] std::vector<std::string> misuses() const;
  void clear();

 private:
  mutable std::mutex lock_;
  std::vector<Failure> failures_;
  std::vector<DeadLetter> dead_letters_;
  std::vector<Unhandled> unhandled_;
  std::vector<std::string> misuses_;
};

}  // namespace kebne
