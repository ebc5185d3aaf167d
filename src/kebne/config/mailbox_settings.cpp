#include "kebne/config/mailbox_settings.hpp"

#include "kebne/config/internal/setting.hpp"

#include <fmt/core.h>

#include <limits>

namespace kebne {
namespace {

/// Where a key stands: in the section, else in that of the default mailbox.
std::string path_of(const Config& whole, std::string_view id, std::string_view key) {
  std::string own = fmt::format("{}.{}", id, key);
  if (whole.has_path(own)) return own;
  return fmt::format("{}.{}", MailboxSettings::default_id, key);
}

std::string type_of(const Config& whole, std::string_view id) {
  if (id == "unbounded") return "Akka.Dispatch.UnboundedMailbox";
  if (id == "bounded") return "Akka.Dispatch.BoundedMailbox";
  if (!whole.find_config(id)) {
    throw ConfigError{std::string{id}, whole.origin(id).value_or(ConfigOrigin{}), "nothing",
                      "a mailbox's section, \"unbounded\" or \"bounded\""};
  }
  const std::string path = fmt::format("{}.mailbox-type", id);
  // Not the default's: it must say what it is.
  std::string name = detail::without_assembly(whole.get<std::string>(path));
  if (name.empty()) throw detail::refused(whole, path, "the name of a mailbox type");
  return name;
}

}  // namespace

MailboxSettings MailboxSettings::read(const Config& whole, std::string_view id) {
  constexpr std::uint32_t most = std::numeric_limits<std::int32_t>::max();
  const Config defaults = whole.get_config(default_id);
  const std::optional<Config> own = whole.find_config(id);
  return {
      .type = type_of(whole, id),
      .capacity = detail::read_within<std::uint32_t>(whole, path_of(whole, id, "mailbox-capacity"),
                                                     0, most),
      .push_timeout = whole.get_timeout(path_of(whole, id, "mailbox-push-timeout-time")),
      .section = own ? own->with_fallback(defaults) : defaults,
  };
}

}  // namespace kebne
