#include "kebne/config/config.hpp"
#include "kebne/config/overrides.hpp"
#include "kebne/config/unknown_keys.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace {

using kebne::Config;
using kebne::ConfigError;
using kebne::ConfigReading;
using kebne::Error;
using kebne::Result;

void require(bool holds, const char* what, std::string_view about) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s: %.*s\n", what, static_cast<int>(about.size()),
               about.data());
  std::abort();
}

/// An error is one line, says where, and is no longer for long input.
void check_error(const Error& error) {
  constexpr std::size_t longest = 1500;
  require(error.text.size() < longest, "length of text", error.text);
  require(error.text.starts_with("in") || error.text.starts_with("other"), "source", error.text);
  require(error.text.find(": found ") != std::string::npos, "found", error.text);
  require(error.text.find(", wanted ") != std::string::npos, "wanted", error.text);
  for (const char c : error.text) {
    require(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f, "printable text", error.text);
  }
}

/// Reading as any type gives a value or a `ConfigError`, nothing else.
template <class T>
void read(const Config& config, const std::string& path) {
  try {
    (void)config.find<T>(path);
  } catch (const ConfigError& error) {
    require(error.what()[0] != '\0', "text of error", path);
  }
  try {
    (void)config.get_list<T>(path);
  } catch (const ConfigError& error) {
    require(error.what()[0] != '\0', "text of error", path);
  }
}

void check_tree(const Config& config) {
  const std::string printed = config.to_string();
  require(config.to_string() == printed, "prints the same", printed);
  require(config.with_fallback(config).to_string() == printed, "own fallback", printed);
  require(Config{}.with_fallback(config).to_string() == printed, "fallback of none", printed);
  (void)kebne::unknown_keys(config);
  // Each type for a few keys: most reads end in an exception, which takes long.
  constexpr int most_read = 2;
  int read_keys = 0;
  for (const std::string& key : config.keys()) {
    if (key.find_first_of(".\" \t") != std::string::npos || key.empty()) continue;
    require(config.has_path(key), "key is a path", key);
    require(config.origin(key).has_value(), "value has an origin", key);
    if (++read_keys > most_read) continue;
    read<std::string>(config, key);
    read<bool>(config, key);
    read<std::int32_t>(config, key);
    read<double>(config, key);
    read<std::chrono::nanoseconds>(config, key);
    read<kebne::Timeout>(config, key);
    read<kebne::ByteSize>(config, key);
  }
}

/// Any text may be asked for as a path.
void check_path(const Config& config, std::string_view path) {
  try {
    (void)config.has_path(path);
    (void)config.get<std::string>(path, "");
  } catch (const ConfigError& error) {
    require(error.what()[0] != '\0', "text of error", path);
  }
}

}  // namespace

/// The input is a text, or two with a zero byte between them: the second is what `include` finds.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view all{reinterpret_cast<const char*>(data), size};
  const std::size_t end = all.find('\0');
  const std::string_view text = all.substr(0, end);
  ConfigReading reading{.include = {}, .limits = {.depth = 30, .includes = 20, .work = 20'000}};
  reading.limits.values = 20'000;
  if (end != std::string_view::npos) {
    reading.include = [files = 0, other = all.substr(end + 1)](
                          std::string_view wanted,
                          std::string_view) mutable -> Result<kebne::IncludedText> {
      if (wanted == "none") return kebne::fail(kebne::Code::BadSyntax, "no such file");
      return kebne::IncludedText{"other" + std::to_string(++files), std::string{other}};
    };
  }
  const Result<Config> config = Config::parse(text, "in", reading);
  if (!config) {
    check_error(config.error());
    return 0;
  }
  check_tree(*config);
  check_path(*config, text.substr(0, text.find('\n')));
  return 0;
}
