#include "kebne/config/deployment_settings.hpp"

#include "kebne/config/internal/path.hpp"
#include "kebne/config/internal/problem.hpp"
#include "kebne/config/internal/setting.hpp"

#include <algorithm>
#include <optional>

namespace kebne {
namespace {

constexpr std::string_view any_one = "*";
constexpr std::string_view any_more = "**";

/// Names between slashes; empty where the text is no such path.
std::vector<std::string> split(std::string_view path) {
  std::vector<std::string> names;
  while (!path.empty()) {
    if (path.front() != '/') return {};
    const std::size_t end = std::min(path.find('/', 1), path.size());
    if (end == 1) return {};
    names.emplace_back(path.substr(1, end - 1));
    path.remove_prefix(end);
  }
  for (std::size_t i = 0; i + 1 < names.size(); ++i) {
    if (names[i] == any_more) return {};
  }
  return names;
}

/// How closely a pattern fits: the larger the better, name by name from the root; 0 not at all.
std::uint64_t fit(const std::vector<std::string>& pattern,
                  const std::vector<std::string_view>& path) {
  const bool is_open = pattern.back() == any_more;
  const std::size_t fixed = pattern.size() - (is_open ? 1 : 0);
  if (is_open ? path.size() <= fixed : path.size() != fixed) return 0;
  std::uint64_t score = is_open ? 1 : 2;
  for (std::size_t i = 0; i < fixed; ++i) {
    if (pattern[i] == path[i]) {
      score += 4;
    } else if (pattern[i] == any_one) {
      score += 2;
    } else {
      return 0;
    }
  }
  return score;
}

}  // namespace

std::vector<DeploymentSettings> DeploymentSettings::read(const Config& whole) {
  constexpr std::string_view at = "akka.actor.deployment";
  std::vector<DeploymentSettings> all;
  const std::optional<Config> section = whole.find_config(at);
  if (!section) return all;
  for (const std::string& key : section->keys()) {
    if (key == "default") continue;
    std::string path{at};
    if (!key.empty()) detail::hocon::append_name(path, key);
    DeploymentSettings one;
    one.pattern = split(key);
    if (one.pattern.empty()) {
      throw ConfigError{path, whole.origin(path).value_or(ConfigOrigin{}),
                        detail::hocon::quoted(key),
                        "a path below /user such as /parent/child, with * for any name and ** at "
                        "the end for any more"};
    }
    one.dispatcher = whole.get<std::string>(path + ".dispatcher", {});
    one.mailbox = whole.get<std::string>(path + ".mailbox", {});
    if (!one.dispatcher.empty() || !one.mailbox.empty()) all.push_back(std::move(one));
  }
  return all;
}

const DeploymentSettings* DeploymentSettings::find(const std::vector<DeploymentSettings>& all,
                                                   const std::vector<std::string_view>& path) {
  const DeploymentSettings* best = nullptr;
  std::uint64_t best_fit = 0;
  for (const DeploymentSettings& one : all) {
    const std::uint64_t how = fit(one.pattern, path);
    if (how > best_fit) {
      best = &one;
      best_fit = how;
    }
  }
  return best;
}

}  // namespace kebne
