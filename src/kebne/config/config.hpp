#pragma once

#include "kebne/base/result.hpp"
#include "kebne/config/config_error.hpp"
#include "kebne/config/config_origin.hpp"
#include "kebne/config/config_reading.hpp"
#include "kebne/config/config_values.hpp"
#include "kebne/config/fwd.hpp"

#include <chrono>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kebne {

namespace detail::hocon {
struct Layers;
}

/// What a configuration can be read as.
template <class T>
concept ConfigScalar = std::same_as<T, std::string> || std::same_as<T, bool> ||
    std::same_as<T, std::uint8_t> || std::same_as<T, std::int32_t> ||
    std::same_as<T, std::uint32_t> || std::same_as<T, std::int64_t> || std::same_as<T, float> ||
    std::same_as<T, double> || std::same_as<T, std::chrono::nanoseconds> ||
    std::same_as<T, Timeout> || std::same_as<T, ByteSize>;

/// A configuration in HOCON, as Akka.NET reads it: a tree of keys, immutable.
///
/// Copying it shares the tree; any thread may read it. Paths are names with dots between them, a
/// name with other signs in quotes: `akka.actor.deployment."/user/a".router`. Reading throws
/// `ConfigError` for a wrong type and for a path that is none, with the place of the value.
class Config {
 public:
  /// Without any key.
  Config() noexcept = default;

  /// Reads a text; errors call it `origin`. Fails with `Code::BadSyntax`, or `Code::Full` at a
  /// limit of `reading`.
  [[nodiscard]] static Result<Config> parse(std::string_view text, std::string_view origin = "text",
                                            const ConfigReading& reading = {});

  /// Reads a file; what it includes is looked for beside it. `reading.include` is not used.
  [[nodiscard]] static Result<Config> parse_file(const std::string& path,
                                                 const ConfigReading& reading = {});

  /// The same, but throw `ConfigError`.
  [[nodiscard]] static Config text(std::string_view text, std::string_view origin = "text",
                                   const ConfigReading& reading = {});
  [[nodiscard]] static Config file(const std::string& path, const ConfigReading& reading = {});

  /// The defaults of all keys that Kebne knows.
  [[nodiscard]] static const Config& reference();

  /// This, and where it says nothing, `below`. Objects merge, anything else hides what is below.
  [[nodiscard]] Config with_fallback(const Config& below) const;

  [[nodiscard]] bool is_empty() const noexcept;

  /// Whether the path has a value; `null` is one.
  [[nodiscard]] bool has_path(std::string_view path) const;

  /// Where the value was written; none when there is no value.
  [[nodiscard]] std::optional<ConfigOrigin> origin(std::string_view path) const;

  /// The names at the top, in the order in which they were written.
  [[nodiscard]] std::vector<std::string> keys() const;

  /// The value, or none when the path has none or has `null`.
  template <ConfigScalar T>
  [[nodiscard]] std::optional<T> find(std::string_view path) const;

  /// The value. Throws when there is none.
  template <ConfigScalar T>
  [[nodiscard]] T get(std::string_view path) const;
  template <ConfigScalar T>
  [[nodiscard]] T get(std::string_view path, T otherwise) const {
    return find<T>(path).value_or(std::move(otherwise));
  }

  [[nodiscard]] std::string get_string(std::string_view path) const {
    return get<std::string>(path);
  }
  [[nodiscard]] bool get_bool(std::string_view path) const { return get<bool>(path); }
  [[nodiscard]] std::int32_t get_int32(std::string_view path) const {
    return get<std::int32_t>(path);
  }
  [[nodiscard]] std::int64_t get_int64(std::string_view path) const {
    return get<std::int64_t>(path);
  }
  [[nodiscard]] double get_double(std::string_view path) const { return get<double>(path); }

  /// A finite duration; a number without unit counts milliseconds.
  [[nodiscard]] std::chrono::nanoseconds get_duration(std::string_view path) const {
    return get<std::chrono::nanoseconds>(path);
  }
  [[nodiscard]] Timeout get_timeout(std::string_view path) const { return get<Timeout>(path); }
  [[nodiscard]] std::int64_t get_byte_size(std::string_view path) const {
    return get<ByteSize>(path).bytes;
  }

  /// The items of a list, or of an object whose names are numbers. Throws when there is none.
  template <ConfigScalar T>
  [[nodiscard]] std::vector<T> get_list(std::string_view path) const;
  [[nodiscard]] std::vector<std::string> get_string_list(std::string_view path) const {
    return get_list<std::string>(path);
  }

  /// The part of the tree below a path. Throws when there is no object.
  [[nodiscard]] Config get_config(std::string_view path) const;
  [[nodiscard]] std::optional<Config> find_config(std::string_view path) const;

  /// All leaves as `path = value`, sorted by path, joined with ` ; `; `(empty)` without any.
  [[nodiscard]] std::string to_string() const;

 private:
  friend class ConfigAccess;
  explicit Config(std::shared_ptr<const detail::hocon::Layers> layers) noexcept
      : layers_{std::move(layers)} {}

  std::shared_ptr<const detail::hocon::Layers> layers_;
};

}  // namespace kebne
