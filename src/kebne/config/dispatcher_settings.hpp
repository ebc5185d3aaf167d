#pragma once

#include "kebne/config/config.hpp"
#include "kebne/config/core_settings.hpp"

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace kebne {

/// What a configuration says of one dispatcher, read and checked.
///
/// What the section itself does not say, `akka.actor.default-dispatcher` does.
struct DispatcherSettings {
  static constexpr std::string_view default_id = "akka.actor.default-dispatcher";
  static constexpr std::string_view internal_id = "akka.actor.internal-dispatcher";
  static constexpr std::uint32_t most_threads = CoreSettings::max_workers;
  static constexpr std::uint32_t most_aliases = 20;  ///< that may follow each other

  /// Which of the channel scheduler's lanes: `channel-executor.priority`.
  enum class Priority : std::uint8_t { High, Normal, Low, Background };

  std::string id;        ///< with all aliases followed
  std::string type;      ///< as it is written, without an assembly: "Dispatcher"
  std::string executor;  ///< likewise: "fork-join-executor"
  std::uint32_t throughput;
  std::chrono::nanoseconds throughput_deadline;  ///< 0: none
  std::chrono::nanoseconds shutdown_timeout;
  std::string mailbox;              ///< the section that has its `mailbox-type`; empty: none has
  std::string mailbox_requirement;  ///< empty: none
  bool coalesces_sends;

  std::uint32_t threads;                ///< of an executor with threads of its own
  std::vector<std::uint32_t> affinity;  ///< processors of these threads; empty: any
  Priority priority;

  /// Reads a dispatcher. Throws `ConfigError` for an id that has no section, for aliases that end
  /// nowhere, and for a value that has the wrong type or is out of range. `whole` has the
  /// reference in it; `processors` is what a parallelism factor multiplies.
  [[nodiscard]] static DispatcherSettings read(const Config& whole, std::string_view id,
                                               std::uint32_t processors);

  /// Whether there is a dispatcher of this id, or alias.
  [[nodiscard]] static bool exists(const Config& whole, std::string_view id);
};

/// What `akka.channel-scheduler` says.
struct ChannelSettings {
  static constexpr std::uint32_t most_parallelism = 64;

  std::uint32_t parallelism = 1;  ///< how many threads of the pool it uses at most
  std::uint32_t work_max = 10;    ///< how much a thread does before others get it

  /// Throws `ConfigError`.
  [[nodiscard]] static ChannelSettings read(const Config& whole, std::uint32_t processors);
};

}  // namespace kebne
