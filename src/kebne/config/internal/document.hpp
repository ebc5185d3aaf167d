#pragma once

#include "kebne/config/config_reading.hpp"
#include "kebne/config/internal/arena.hpp"
#include "kebne/config/internal/problem.hpp"
#include "kebne/config/internal/tree.hpp"

#include <tl/expected.hpp>

#include <cstddef>
#include <memory>
#include <string_view>

namespace kebne::detail::hocon {

/// A configuration as read from one text and what it includes: all substitutions filled in.
///
/// Owns its texts and values. Does not change once it is shared; any thread may read it.
struct Document {
  explicit Document(std::size_t first_block) : arena{first_block} {}
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  /// A source of this document; copies both texts.
  const Source* add_source(std::string_view name, std::string_view text);

  /// A source whose lines mean nothing.
  const Source* add_source(std::string_view name);

  Arena arena;
  Object* root = nullptr;
};

using DocumentPtr = std::shared_ptr<const Document>;

template <class T>
using Parsed = tl::expected<T, Problem>;

/// Reads a text. Never throws on its content.
[[nodiscard]] Parsed<DocumentPtr> read_document(std::string_view text, std::string_view origin,
                                                const ConfigReading& reading);

}  // namespace kebne::detail::hocon
