#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>

namespace kebne {

/// A text that is made only when somebody reads it; valid during the call that hands it over.
class LazyText {
 public:
  using Make = std::string (*)(const void*);
  LazyText(const void* subject, Make make) noexcept : subject_{subject}, make_{make} {}
  [[nodiscard]] std::string str() const { return make_(subject_); }

 private:
  const void* subject_;
  Make make_;
};

/// Where in an actor's life something was thrown.
enum class FailurePoint : std::uint8_t {
  Handler,
  Constructor,
  PreStart,
  PostStop,
  PreRestart,
  PostRestart,
  Destructor,
  Callback,  ///< a termination callback, a future's continuation, or something scheduled
  Mailbox,   ///< the queue of a mailbox, or its priority generator
  Child,     ///< a child, whose failure was escalated
  Strategy,  ///< a strategy, asked about the failure of a child
};
[[nodiscard]] std::string_view to_string(FailurePoint point) noexcept;

/// Something the user's code threw.
struct FailureReport {
  LazyText actor;    ///< path of the actor, or what else the code belongs to
  LazyText message;  ///< type of the message being handled; empty when there is none
  FailurePoint point;
  std::exception_ptr cause;  ///< as the supervisor sees it: of a failed start, what wraps it
  /// What happens now: "resume", "restart", "stop", "escalate", "none"; "undecided": the strategy
  /// threw.
  std::string_view outcome;
  bool is_logged = true;  ///< false: the strategy of the supervisor wants it out of the log
};

/// Why a message found nobody.
enum class DeadLetterReason : std::uint8_t {
  Stopped,         ///< the recipient has stopped
  NoRecipient,     ///< told to no one, or to `/deadLetters`
  LateReply,       ///< an answer to a question that nobody waits for any more
  WrongReplyType,  ///< an answer of a type that the asker cannot take
  MailboxFull,     ///< no place in the recipient's mailbox became free in time
  NotQueued,       ///< the queue of the recipient's mailbox threw
};
/// How many reasons there are, from 0 on.
inline constexpr std::size_t dead_letter_reasons =
    static_cast<std::size_t>(DeadLetterReason::NotQueued) + 1;
[[nodiscard]] std::string_view to_string(DeadLetterReason reason) noexcept;

/// A message that nobody got.
struct DeadLetterReport {
  LazyText recipient;  ///< path
  LazyText sender;     ///< path; empty when there is none
  LazyText message;    ///< type of the message
  DeadLetterReason reason;
  bool scheduled = false;  ///< told by a scheduler or a timer
};

/// A message that its recipient had no handler for.
struct UnhandledReport {
  LazyText recipient;
  LazyText sender;
  LazyText message;
};

/// Receives what an actor system has to say to its owner.
///
/// Called on whichever thread it happens, several at a time; it must not block. What it throws is
/// printed to stderr and goes no further.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void on_failure(const FailureReport& report) = 0;
  virtual void on_dead_letter(const DeadLetterReport& report) = 0;
  virtual void on_unhandled(const UnhandledReport& report) = 0;

  /// The program uses the library in a way that cannot be honoured; `text` says which and where.
  virtual void on_misuse(std::string_view text) = 0;
};

/// Prints to stderr: every failure and misuse, the first ten dead letters and the first ten
/// unhandled messages.
class StderrObserver final : public Observer {
 public:
  static constexpr std::uint32_t printed_letters = 10;

  void on_failure(const FailureReport& report) override;
  void on_dead_letter(const DeadLetterReport& report) override;
  void on_unhandled(const UnhandledReport& report) override;
  void on_misuse(std::string_view text) override;

 private:
  std::atomic<std::uint32_t> dead_letters_{0};
  std::atomic<std::uint32_t> unhandled_{0};
};

/// The text of an exception: `what()` with the type's name before it, or the type's name alone.
[[nodiscard]] std::string describe_exception(const std::exception_ptr& cause);

}  // namespace kebne
