#pragma once

#include <cstdint>

namespace kebne {

class Config;
struct CommandLine;
struct ConfigError;
struct ConfigLimits;
struct ConfigOrigin;
struct ConfigReading;
struct CoreSettings;
struct IncludedText;
struct SchedulerSettings;
struct UnknownKey;
enum class LogLevel : std::int32_t;

}  // namespace kebne
