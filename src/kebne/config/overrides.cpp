#include "kebne/config/overrides.hpp"

#include "kebne/config/internal/document_builder.hpp"
#include "kebne/config/internal/layers.hpp"
#include "kebne/config/internal/path.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace kebne {

namespace {

using detail::hocon::DocumentBuilder;

constexpr std::size_t block = 1024;

/// `AKKA__ACTOR__ASK_TIMEOUT` as names; empty for a name that has an empty part.
std::vector<std::string> names_of(std::string_view variable) {
  std::vector<std::string> names{""};
  for (std::size_t i = 0; i < variable.size(); ++i) {
    const char c = variable[i];
    if (c == '_' && i + 1 < variable.size() && variable[i + 1] == '_') {
      if (names.back().empty()) return {};
      names.emplace_back();
      ++i;
    } else if (c == '_') {
      names.back() += '-';
    } else {
      names.back() += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
  }
  if (names.back().empty()) return {};
  return names;
}

std::vector<std::string> split_path(std::string_view path, const ConfigOrigin& origin) {
  detail::hocon::PathReader reader{path};
  std::vector<std::string> names;
  for (std::string_view name; reader.next(name);) names.emplace_back(name);
  if (!reader.error().empty()) {
    throw ConfigError{{},
                      origin,
                      std::string{reader.error()} + " in " + detail::hocon::quoted(path),
                      "key=value"};
  }
  return names;
}

}  // namespace

Config environment_overrides(const Environment& variables) {
  Environment ours;
  std::copy_if(variables.begin(), variables.end(), std::back_inserter(ours), [](const auto& v) {
    return v.first.starts_with("AKKA__") || v.first.starts_with("KEBNE__");
  });
  std::sort(ours.begin(), ours.end());
  DocumentBuilder builder{block};
  for (const auto& [variable, value] : ours) {
    const ConfigOrigin origin{"environment variable " + variable};
    const auto names = names_of(variable);
    if (names.empty()) {
      throw ConfigError{{},
                        origin,
                        "an empty name between underscores",
                        "names with two underscores between them"};
    }
    builder.set(names, value, origin.source, DocumentBuilder::Again::Refuse);
  }
  return ConfigAccess::make(std::move(builder).take());
}

CommandLine read_command_line(const std::vector<std::string>& arguments) {
  CommandLine line;
  DocumentBuilder builder{block};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string_view text = arguments[i];
    if (text == "--") {
      line.other.insert(line.other.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i),
                        arguments.end());
      break;
    }
    if (!text.starts_with("-D")) {
      line.other.push_back(arguments[i]);
      continue;
    }
    text.remove_prefix(2);
    const ConfigOrigin origin{fmt::format("argument {}", i + 1)};
    if (text.empty() && ++i < arguments.size()) text = arguments[i];
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) {
      throw ConfigError{{}, origin, "-D " + detail::hocon::quoted(text), "-D key=value"};
    }
    builder.set(split_path(text.substr(0, equals), origin), text.substr(equals + 1), origin.source,
                DocumentBuilder::Again::Replace);
  }
  line.overrides = ConfigAccess::make(std::move(builder).take());
  return line;
}

CommandLine read_command_line(int argc, const char* const* argv) {
  return read_command_line(std::vector<std::string>(argv + std::min(argc, 1), argv + argc));
}

}  // namespace kebne
