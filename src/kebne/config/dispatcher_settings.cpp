#include "kebne/config/dispatcher_settings.hpp"

#include "kebne/config/internal/setting.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace kebne {
namespace {

constexpr std::uint32_t most = std::numeric_limits<std::int32_t>::max();

/// The keys of one dispatcher: its own, and behind them those of the default one.
class Section {
 public:
  Section(const Config& whole, std::string id) : whole_{whole}, id_{std::move(id)} {}

  [[nodiscard]] const Config& whole() const noexcept { return whole_; }
  [[nodiscard]] const std::string& id() const noexcept { return id_; }

  /// The full path of a key, where it has a value; the section's own where it has none.
  [[nodiscard]] std::string path(std::string_view key) const {
    std::string own = fmt::format("{}.{}", id_, key);
    if (whole_.has_path(own)) return own;
    std::string inherited = fmt::format("{}.{}", DispatcherSettings::default_id, key);
    return whole_.has_path(inherited) ? inherited : own;
  }
  [[nodiscard]] bool has(std::string_view key) const { return whole_.has_path(path(key)); }
  template <class T>
  [[nodiscard]] T get(std::string_view key) const {
    return whole_.get<T>(path(key));
  }
  template <class T>
  [[nodiscard]] T get(std::string_view key, T otherwise) const {
    return has(key) ? get<T>(key) : otherwise;
  }
  [[nodiscard]] std::uint32_t number(std::string_view key, std::uint32_t least,
                                     std::uint32_t most_allowed) const {
    return detail::read_within<std::uint32_t>(whole_, path(key), least, most_allowed);
  }

 private:
  const Config& whole_;
  std::string id_;
};

/// Where a value is a text it names another section.
std::optional<std::string> alias(const Config& whole, std::string_view id) {
  if (!whole.has_path(id)) return std::nullopt;
  try {
    return whole.get<std::string>(id);
  } catch (const ConfigError&) {
    return std::nullopt;
  }
}

/// Follows aliases; throws where they lead nowhere.
std::string resolve(const Config& whole, std::string_view id) {
  std::string path{id};
  std::string chain{id};
  for (std::uint32_t step = 0;; ++step) {
    const std::optional<std::string> target = alias(whole, path);
    if (!target) break;
    if (step == DispatcherSettings::most_aliases) {
      throw ConfigError{
          std::string{id}, whole.origin(id).value_or(ConfigOrigin{}),
          fmt::format("more than {} aliases ({})", DispatcherSettings::most_aliases, chain),
          "a dispatcher's section"};
    }
    path = *target;
    chain += " -> " + path;
  }
  if (whole.find_config(path)) return path;
  throw ConfigError{std::string{id}, whole.origin(id).value_or(ConfigOrigin{}),
                    path == id ? "nothing" : fmt::format("an alias of nothing ({})", chain),
                    "a dispatcher's section"};
}

/// ceil(processors * factor), within its limits.
std::uint32_t read_parallelism(const Config& whole, const std::string& least_path,
                               const std::string& factor_path, const std::string& most_path,
                               std::uint32_t processors) {
  const auto least = detail::read_within<std::uint32_t>(whole, least_path, 1, most);
  const auto limit = detail::read_within<std::uint32_t>(whole, most_path, 1, most);
  if (limit < least) throw detail::refused(whole, most_path, fmt::format("{} or more", least));
  const double factor = whole.get<double>(factor_path);
  if (!(factor > 0) || factor > 1000) {
    throw detail::refused(whole, factor_path, "more than 0, at most 1000");
  }
  const double wanted = std::ceil(processors * factor);
  return static_cast<std::uint32_t>(
      std::clamp(wanted, static_cast<double>(least), static_cast<double>(limit)));
}

std::uint32_t own_threads(const Section& section, std::uint32_t processors) {
  constexpr std::string_view count = "dedicated-thread-pool.thread-count";
  if (section.has(count)) return section.number(count, 1, DispatcherSettings::most_threads);
  const std::uint32_t wanted =
      read_parallelism(section.whole(), section.path("fork-join-executor.parallelism-min"),
                       section.path("fork-join-executor.parallelism-factor"),
                       section.path("fork-join-executor.parallelism-max"), processors);
  return std::min(wanted, DispatcherSettings::most_threads);
}

void check_thread_type(const Section& section) {
  constexpr std::string_view key = "dedicated-thread-pool.threadtype";
  if (!section.has(key)) return;
  const std::string word = section.get<std::string>(key);
  if (word == "background" || word == "foreground") return;
  throw detail::refused(section.whole(), section.path(key), "background or foreground");
}

std::vector<std::uint32_t> read_affinity(const Section& section, std::uint32_t processors) {
  constexpr std::string_view key = "dedicated-thread-pool.affinity";
  if (!section.has(key)) return {};
  const std::string path = section.path(key);
  std::vector<std::uint32_t> wanted = section.whole().get_list<std::uint32_t>(path);
  for (const std::uint32_t processor : wanted) {
    if (processor >= processors) {
      throw ConfigError{path, section.whole().origin(path).value_or(ConfigOrigin{}),
                        fmt::format("{}", processor),
                        fmt::format("numbers of processors, 0..{}", processors - 1)};
    }
  }
  return wanted;
}

std::string read_mailbox(const Section& section) {
  for (const std::string_view id :
       {std::string_view{section.id()}, DispatcherSettings::default_id}) {
    if (section.whole().has_path(fmt::format("{}.mailbox-type", id))) return std::string{id};
  }
  return {};
}

DispatcherSettings::Priority read_priority(const Section& section) {
  constexpr std::string_view key = "channel-executor.priority";
  using enum DispatcherSettings::Priority;
  const std::string word = section.get<std::string>(key, "normal");
  if (word == "high") return High;
  if (word == "normal") return Normal;
  if (word == "low") return Low;
  if (word == "background") return Background;
  throw detail::refused(section.whole(), section.path(key), "high, normal, low or background");
}

}  // namespace

DispatcherSettings DispatcherSettings::read(const Config& whole, std::string_view id,
                                            std::uint32_t processors) {
  const Section section{whole, resolve(whole, id)};
  check_thread_type(section);
  return {
      .id = section.id(),
      .type = detail::without_assembly(section.get<std::string>("type")),
      .executor = detail::without_assembly(section.get<std::string>("executor")),
      .throughput = section.number("throughput", 1, most),
      .throughput_deadline = section.get<std::chrono::nanoseconds>("throughput-deadline-time"),
      .shutdown_timeout = section.get<std::chrono::nanoseconds>("shutdown-timeout"),
      .mailbox = read_mailbox(section),
      .mailbox_requirement =
          detail::without_assembly(section.get<std::string>("mailbox-requirement", {})),
      .coalesces_sends = section.get<bool>("coalesce-sends", false),
      .threads = own_threads(section, processors),
      .affinity = read_affinity(section, processors),
      .priority = read_priority(section),
  };
}

bool DispatcherSettings::exists(const Config& whole, std::string_view id) {
  try {
    (void)resolve(whole, id);
    return true;
  } catch (const ConfigError&) {
    return false;
  }
}

ChannelSettings ChannelSettings::read(const Config& whole, std::uint32_t processors) {
  const std::string base = "akka.channel-scheduler.";
  return {
      .parallelism =
          std::min(read_parallelism(whole, base + "parallelism-min", base + "parallelism-factor",
                                    base + "parallelism-max", processors),
                   most_parallelism),
      .work_max = detail::read_within<std::uint32_t>(whole, base + "work-max", 1, most),
  };
}

}  // namespace kebne
