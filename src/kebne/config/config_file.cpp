#include "kebne/config/config.hpp"
#include "kebne/config/internal/layers.hpp"

#include <fmt/core.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

namespace kebne {

namespace {

struct CloseFile {
  void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};

std::string last_error() { return std::generic_category().message(errno); }

/// The whole file, or why it cannot be read. Reads no more than one byte beyond the limit.
Result<std::string> read_text(const std::string& path, std::size_t most) {
  const std::unique_ptr<std::FILE, CloseFile> file{std::fopen(path.c_str(), "rb")};
  if (file == nullptr) return fail(Code::BadSyntax, last_error());
  std::string text;
  std::array<char, 16384> block;
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), file.get())) {
    text.append(block.data(), count);
    if (text.size() > most) return fail(Code::Full, fmt::format("more than {} bytes", most));
  }
  if (std::ferror(file.get()) != 0) return fail(Code::BadSyntax, last_error());
  return text;
}

/// Looks beside the file that has the `include`.
Result<IncludedText> beside(std::string_view wanted, std::string_view from, std::size_t most) {
  const std::filesystem::path path =
      (std::filesystem::path{from}.parent_path() / wanted).lexically_normal();
  auto text = read_text(path.string(), most);
  if (!text) return tl::unexpected{std::move(text.error())};
  return IncludedText{path.string(), std::move(*text)};
}

detail::hocon::Parsed<detail::hocon::DocumentPtr> read_file(const std::string& path,
                                                            ConfigReading reading) {
  const std::string name = std::filesystem::path{path}.lexically_normal().string();
  const std::size_t most = reading.limits.bytes;
  auto text = read_text(name, most);
  if (!text) {
    return tl::unexpected{detail::hocon::Problem{
        {}, {path}, text.error().text, "a file that can be read", text.error().code}};
  }
  reading.include = [most](std::string_view wanted, std::string_view from) {
    return beside(wanted, from, most);
  };
  return detail::hocon::read_document(*text, name, reading);
}

}  // namespace

Result<Config> Config::parse_file(const std::string& path, const ConfigReading& reading) {
  auto document = read_file(path, reading);
  if (!document) return tl::unexpected{document.error().error()};
  return ConfigAccess::make(std::move(*document));
}

Config Config::file(const std::string& path, const ConfigReading& reading) {
  auto document = read_file(path, reading);
  if (!document) throw document.error().exception();
  return ConfigAccess::make(std::move(*document));
}

}  // namespace kebne
