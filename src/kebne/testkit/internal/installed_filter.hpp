#pragma once

#include "kebne/actor/actor_system.hpp"
#include "kebne/testkit/internal/log_tap.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <typeinfo>
#include <vector>

namespace kebne::detail {

/// What one kind of events has to meet.
struct EventConditions {
  enum class Of : std::uint8_t { Log, DeadLetters, Unhandled };

  struct Text {
    std::string described;
    std::function<bool(const std::string&)> holds;
  };

  Of of = Of::Log;
  std::optional<LogLevel> level;
  std::vector<Text> texts;
  std::optional<std::string> source;
  const std::type_info* exception = nullptr;
  bool (*is_exception)(const std::exception_ptr&) = nullptr;
  std::function<bool(const LogRecord&)> custom;
  const std::type_info* message = nullptr;  ///< of a lost one; null, like the next: any
  bool (*is_message)(const AnyPayload&) = nullptr;

  [[nodiscard]] bool hold(const TestEvent& event) const;
  [[nodiscard]] std::string describe() const;
};

/// All kinds of events that one filter is after.
struct EventPattern {
  std::vector<EventConditions> kinds{EventConditions{}};

  [[nodiscard]] bool matches(const TestEvent& event) const;
  [[nodiscard]] std::string describe() const;
};

/// A filter at work, until `remove`.
class InstalledFilter final : public EventWatcher {
 public:
  /// In the tap of `bench`, which sees lost messages of `system` meanwhile.
  static std::shared_ptr<InstalledFilter> install(ActorSystem& system, std::shared_ptr<Bench> bench,
                                                  EventPattern pattern);
  InstalledFilter(ActorSystem& system, std::shared_ptr<Bench> bench, EventPattern pattern);

  void remove() noexcept;
  bool takes(const TestEvent& event) override;

  [[nodiscard]] std::size_t count() const;
  /// Records and lost messages that were others, as texts; the first few.
  [[nodiscard]] std::vector<std::string> others() const;
  /// What a condition of the user's threw.
  [[nodiscard]] std::exception_ptr problem() const;

 private:
  ActorSystem& system_;
  const std::shared_ptr<Bench> bench_;
  const EventPattern pattern_;
  mutable std::mutex lock_;
  std::size_t count_ = 0;
  std::vector<std::string> others_;
  std::exception_ptr problem_;
  bool is_installed_ = true;
};

}  // namespace kebne::detail
