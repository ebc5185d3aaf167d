#pragma once

#include "kebne/config/config.hpp"
#include "kebne/config/internal/document.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kebne::detail::hocon {

/// A part of a document, which it keeps alive.
struct Layer {
  DocumentPtr document;
  const Object* root;
};

/// What a `Config` shares: documents, those that win first.
struct Layers {
  std::vector<Layer> list;
  std::string at;  ///< path of the roots in the whole configuration, for error texts
};

using LayersPtr = std::shared_ptr<const Layers>;

/// What a path leads to in several layers.
struct Hit {
  const Value* value = nullptr;  ///< of the first layer that has one
  const Value* blocker =
      nullptr;            ///< without a value: what stands in the way, where a name goes on
  std::size_t layer = 0;  ///< of the value
};

/// Throws `ConfigError` when the path is none.
[[nodiscard]] Hit look(const Layers& layers, std::string_view path);

/// The objects that the path leads to from layer `first` on, up to one that hides what is below.
[[nodiscard]] std::vector<Layer> objects_at(const Layers& layers, std::string_view path,
                                            std::size_t first);

using Objects = std::vector<const Object*>;

/// A name in several objects that lie on each other.
struct Child {
  std::string_view key;
  const Value* value;  ///< of the first object that has one
  Objects objects;     ///< where the value is an object: it and those that show through below
};

/// The names of objects that lie on each other, in the order in which they were written.
[[nodiscard]] std::vector<Child> children(const Objects& objects);

[[nodiscard]] Objects roots(const Layers& layers);

}  // namespace kebne::detail::hocon

namespace kebne {

/// The way from the module's functions into a `Config`.
class ConfigAccess {
 public:
  static Config make(detail::hocon::DocumentPtr document) {
    auto layers = std::make_shared<detail::hocon::Layers>();
    const detail::hocon::Object* root = document->root;
    layers->list.push_back({std::move(document), root});
    return Config{std::move(layers)};
  }
  static Config make(detail::hocon::LayersPtr layers) { return Config{std::move(layers)}; }
  static const detail::hocon::Layers* layers(const Config& config) noexcept {
    return config.layers_.get();
  }
};

}  // namespace kebne
