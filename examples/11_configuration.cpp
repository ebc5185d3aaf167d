// A configuration: read, laid over the defaults, overridden, and checked.
#include "kebne/config/config.hpp"
#include "kebne/config/core_settings.hpp"
#include "kebne/config/overrides.hpp"
#include "kebne/config/unknown_keys.hpp"

#include <cstdio>
#include <string>

// [text]
const char* const text = R"(
shop {
  name = "corner shop"
  retry = 500 ms
  upload-limit = 4 MiB
  tills = [north, south]
}
akka {
  loglevel = DEBUG
  actor.default-dispatcher.throughput = 50
  log-dead-leters = off  # a slip of the pen
}
)";
// [/text]

int main() {
  // [layers]
  const auto line = kebne::read_command_line({"-D", "akka.loglevel=WARNING", "open"});
  const kebne::Config config = line.overrides.with_fallback(kebne::Config::text(text, "shop.conf"))
                                   .with_fallback(kebne::Config::reference());
  // [/layers]

  // [read]
  const kebne::Config shop = config.get_config("shop");
  std::printf("%s, %zu tills\n", shop.get_string("name").c_str(),
              shop.get_string_list("tills").size());
  std::printf("retry after %lld ns, at most %lld bytes\n",
              static_cast<long long>(shop.get_duration("retry").count()),
              static_cast<long long>(shop.get_byte_size("upload-limit")));
  std::printf("opens at %d\n", shop.get<std::int32_t>("opens-at", 8));
  // [/read]

  // [origin]
  for (const char* key : {"akka.loglevel", "akka.log-dead-letters", "shop.retry"}) {
    std::printf("%s comes from %s\n", key, config.origin(key)->to_string().c_str());
  }
  // [/origin]

  // [settings]
  const auto settings = kebne::CoreSettings::read(config);
  std::printf("throughput %u\n", settings.throughput);
  for (const kebne::UnknownKey& key : kebne::unknown_keys(config)) {
    std::printf("%s\n", key.to_string().c_str());
  }
  // [/settings]

  // [error]
  try {
    (void)shop.get_int32("retry");
  } catch (const kebne::ConfigError& error) {
    std::printf("%s\n", error.what());
  }
  // [/error]
}
