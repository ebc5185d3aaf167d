#include "kebne/testkit/test_settings.hpp"

#include "kebne/config/config.hpp"

#include <fmt/core.h>

#include <cmath>

namespace kebne {
namespace {

std::chrono::nanoseconds time_at(const Config& config, const char* path) {
  const auto time = config.get_duration(path);
  if (time.count() >= 0) return time;
  throw ConfigError{fmt::format("{}: found {} ns, wanted 0 or more", path, time.count())};
}

}  // namespace

TestSettings TestSettings::read(const Config& given) {
  const Config config = given.with_fallback(Config::reference());
  TestSettings settings{.expect = time_at(config, "akka.test.single-expect-default"),
                        .expect_none = time_at(config, "akka.test.expect-no-message-default"),
                        .timeout = time_at(config, "akka.test.default-timeout"),
                        .filter_leeway = time_at(config, "akka.test.filter-leeway"),
                        .time_factor = config.get_double("akka.test.timefactor")};
  if (std::isfinite(settings.time_factor) && settings.time_factor > 0) return settings;
  throw ConfigError{fmt::format("akka.test.timefactor: found {}, wanted a number greater than 0",
                                settings.time_factor)};
}

std::chrono::nanoseconds TestSettings::dilated(std::chrono::nanoseconds time) const noexcept {
  if (time_factor == 1.0) return time;
  const double ns = static_cast<double>(time.count()) * time_factor;
  constexpr auto most = std::chrono::nanoseconds::max();
  return ns >= static_cast<double>(most.count())
             ? most
             : std::chrono::nanoseconds{static_cast<std::int64_t>(ns)};
}

}  // namespace kebne
