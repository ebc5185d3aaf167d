#pragma once

#include "kebne/actor/internal/mailbox/mailbox.hpp"
#include "kebne/actor/mailbox/mailbox_type.hpp"
#include "kebne/config/dispatcher_settings.hpp"
#include "kebne/config/mailbox_settings.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kebne::detail {

struct SystemCore;

/// The mailboxes of a system: which one an actor gets. Any thread.
class MailboxTypes {
 public:
  /// `own` are the user's. Throws `ConfigError` when the default mailbox cannot be used.
  MailboxTypes(const SystemCore& core, std::vector<MailboxType> own);

  /// Whether actors that have no wishes get what the cell itself has.
  [[nodiscard]] bool is_default_plain() const noexcept { return is_default_plain_; }

  /// A mailbox of the kind that is wished for, by its id in the configuration; or else that of the
  /// dispatcher, or one that has what is `required`, or the default. Null: what the cell itself
  /// has, a list without bounds, first in, first out. Throws `ConfigError` when there is none such,
  /// or when it has not what the actor or the dispatcher requires.
  [[nodiscard]] std::unique_ptr<Mailbox> make(std::string_view wished,
                                              const DispatcherSettings& dispatcher,
                                              std::optional<MailboxSemantics> required);

 private:
  struct Choice {
    const MailboxType* type;
    MailboxSettings settings;
    [[nodiscard]] bool is_plain() const noexcept {
      return type->queue == nullptr && !(type->is_bounded && settings.capacity != 0);
    }
  };

  [[nodiscard]] const Choice& look_up(std::string_view id);
  [[nodiscard]] std::string id_for(MailboxSemantics required) const;
  void check(std::string_view id, const Choice& choice, MailboxSemantics required,
             std::string_view by) const;

  const SystemCore& core_;
  std::vector<MailboxType> types_;
  std::mutex lock_;
  std::map<std::string, Choice, std::less<>> choices_;
  bool is_default_plain_;
};

}  // namespace kebne::detail
