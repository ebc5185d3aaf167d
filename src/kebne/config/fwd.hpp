#pragma once

namespace kebne {

class Config;
struct CommandLine;
struct ConfigError;
struct ConfigLimits;
struct ConfigOrigin;
struct ConfigReading;
struct CoreSettings;
struct IncludedText;
struct UnknownKey;
enum class LogLevel : unsigned char;

}  // namespace kebne
