#include "kebne/config/internal/document.hpp"

#include "kebne/config/internal/parser.hpp"
#include "kebne/config/internal/resolver.hpp"

#include <algorithm>
#include <utility>

namespace kebne::detail::hocon {

const Source* Document::add_source(std::string_view name, std::string_view text) {
  Source* source = arena.make<Source>();
  source->name = arena.copy(name);
  source->text = text.empty() ? std::string_view{""} : arena.copy(text);
  return source;
}

const Source* Document::add_source(std::string_view name) {
  Source* source = arena.make<Source>();
  source->name = arena.copy(name);
  return source;
}

Parsed<DocumentPtr> read_document(std::string_view text, std::string_view origin,
                                  const ConfigReading& reading) {
  constexpr std::size_t least_block = 512;
  constexpr std::size_t nodes_per_byte = 8;
  constexpr std::size_t most_at_once = std::size_t{1} << 20;
  const std::size_t block = std::min(text.size() * nodes_per_byte, most_at_once) + least_block;
  auto document = std::make_shared<Document>(block);
  Parser parser{*document, reading};
  if (auto parsed = parser.run(text, origin); !parsed) {
    return tl::unexpected{std::move(parsed.error())};
  }
  if (parser.has_substitutions()) {
    Resolver resolver{*document, reading.limits};
    if (auto resolved = resolver.run(); !resolved) {
      return tl::unexpected{std::move(resolved.error())};
    }
  }
  return DocumentPtr{std::move(document)};
}

}  // namespace kebne::detail::hocon
