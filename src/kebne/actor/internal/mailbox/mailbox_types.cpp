#include "kebne/actor/internal/mailbox/mailbox_types.hpp"

#include "kebne/actor/internal/mailbox/built_in_types.hpp"
#include "kebne/actor/internal/system_core.hpp"
#include "kebne/actor/internal/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace kebne::detail {
namespace {

/// The dispatcher's requirement; none where it has none.
std::optional<MailboxSemantics> required_by(const Config& config,
                                            const DispatcherSettings& dispatcher) {
  const std::string& name = dispatcher.mailbox_requirement;
  if (name.empty()) return std::nullopt;
  if (const auto known = mailbox_semantics(name)) return known;
  const std::string path = dispatcher.id + ".mailbox-requirement";
  throw ConfigError{path, config.origin(path).value_or(ConfigOrigin{}), quoted(name),
                    fmt::format("one of akka.actor.mailbox.requirements, such as {}",
                                to_string(MailboxSemantics::Bounded))};
}

}  // namespace

MailboxTypes::MailboxTypes(const SystemCore& core, std::vector<MailboxType> own)
    : core_{core}, types_{std::move(own)} {
  const std::vector<MailboxType>& known = built_in_mailbox_types();
  types_.insert(types_.end(), known.begin(), known.end());
  is_default_plain_ =
      core_.given_config == nullptr || look_up(MailboxSettings::default_id).is_plain();
}

const MailboxTypes::Choice& MailboxTypes::look_up(std::string_view id) {
  const std::lock_guard guard{lock_};
  if (const auto known = choices_.find(id); known != choices_.end()) return known->second;
  MailboxSettings settings = MailboxSettings::read(core_.config(), id);
  const auto type = std::find_if(types_.begin(), types_.end(),
                                 [&](const MailboxType& t) { return t.name == settings.type; });
  if (type == types_.end()) {
    std::string names;
    for (const MailboxType& t : types_) names += (names.empty() ? "" : ", ") + t.name;
    const std::string path = fmt::format("{}.mailbox-type", id);
    throw ConfigError{path, core_.config().origin(path).value_or(ConfigOrigin{}),
                      quoted(settings.type), names};
  }
  return choices_.emplace(id, Choice{&*type, std::move(settings)}).first->second;
}

std::string MailboxTypes::id_for(MailboxSemantics required) const {
  const std::string path =
      fmt::format("akka.actor.mailbox.requirements.\"{}\"", to_string(required));
  return core_.config().get_string(path);
}

void MailboxTypes::check(std::string_view id, const Choice& choice, MailboxSemantics required,
                         std::string_view by) const {
  if (offers(*choice.type, required)) return;
  throw ConfigError{
      std::string{id}, core_.config().origin(id).value_or(ConfigOrigin{}),
      quoted(choice.type->name),
      fmt::format("a mailbox that is {}, which {} requires", to_string(required), by)};
}

std::unique_ptr<Mailbox> MailboxTypes::make(std::string_view wished,
                                            const DispatcherSettings& dispatcher,
                                            std::optional<MailboxSemantics> required) {
  const auto by_dispatcher = required_by(core_.config(), dispatcher);
  std::string id{wished};
  if (id.empty()) id = dispatcher.mailbox;
  if (id.empty() && required) id = id_for(*required);
  if (id.empty() && by_dispatcher) id = id_for(*by_dispatcher);
  if (id.empty()) id = MailboxSettings::default_id;
  const Choice& choice = look_up(id);
  if (required) check(id, choice, *required, "the actor's class");
  if (by_dispatcher) check(id, choice, *by_dispatcher, "dispatcher " + dispatcher.id);
  if (choice.is_plain()) return nullptr;
  const MailboxType& type = *choice.type;
  return std::make_unique<Mailbox>(
      type.queue != nullptr ? type.queue(choice.settings.section) : nullptr,
      type.is_bounded ? choice.settings.capacity : 0, choice.settings.push_timeout);
}

}  // namespace kebne::detail
