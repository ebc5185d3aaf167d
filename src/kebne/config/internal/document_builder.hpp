#pragma once

#include "kebne/config/internal/document.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kebne::detail::hocon {

/// Makes a document from single keys. Throws `ConfigError`.
class DocumentBuilder {
 public:
  /// What a second value at, above or below a key means.
  enum class Again { Replace, Refuse };

  explicit DocumentBuilder(std::size_t first_block);

  /// A text as it stands; one that begins with `[`, `{` or `"` is read as a value.
  void set(const std::vector<std::string>& names, std::string_view text, std::string_view source,
           Again again);

  [[nodiscard]] DocumentPtr take() && { return std::move(document_); }

 private:
  Value* read(const std::vector<std::string>& names, std::string_view text,
              std::string_view source);

  std::shared_ptr<Document> document_;
};

}  // namespace kebne::detail::hocon
