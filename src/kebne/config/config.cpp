#include "kebne/config/config.hpp"

#include "kebne/config/internal/layers.hpp"
#include "kebne/config/internal/path.hpp"
#include "kebne/config/internal/render.hpp"
#include "kebne/config/internal/scalars.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <type_traits>

namespace kebne {

namespace {

using namespace detail::hocon;

const Layers& layers_of(const LayersPtr& layers) {
  static const Layers none;
  return layers != nullptr ? *layers : none;
}

std::string full_path(const Layers& layers, std::string_view path) {
  if (layers.at.empty()) return std::string{path};
  return fmt::format("{}.{}", layers.at, path);
}

/// Nothing there: points at what stands in the way, or names the text that was searched first.
ConfigError missing(const Layers& layers, std::string_view path, const Hit& hit,
                    std::string_view wanted) {
  ConfigOrigin origin;
  std::string found = "no value";
  if (hit.blocker != nullptr) {
    origin = origin_of(hit.blocker->place);
    found = described(hit.blocker) + " on the way to this key";
  } else if (!layers.list.empty() && layers.list[0].root->place.source != nullptr) {
    origin.source = layers.list[0].root->place.source->name;
  }
  return {full_path(layers, path), origin, found, std::string{wanted}};
}

ConfigError wrong(const Layers& layers, std::string_view path, const Value* value,
                  std::string_view wanted) {
  return {full_path(layers, path), origin_of(value->place), described(value), std::string{wanted}};
}

/// Akka.NET reads an empty size as none.
template <class T>
bool means_nothing(const Value* value) {
  if (is(value, Kind::Null)) return true;
  return std::is_same_v<T, ByteSize> && is(value, Kind::Text) && as_text(value).empty();
}

template <class T>
T read_as(const Layers& layers, std::string_view path, const Value* value) {
  T out{};
  if (!is(value, Kind::Text) || !read_scalar(as_text(value), out)) {
    throw wrong(layers, path, value, detail::hocon::wanted<T>);
  }
  return out;
}

/// The fields of an object whose names are 0, 1, 2…, in order of the numbers; empty for another.
std::vector<const Value*> numbered(const Objects& objects) {
  std::vector<std::pair<std::uint32_t, const Value*>> found;
  for (const Child& child : children(objects)) {
    std::uint32_t number = 0;
    const bool plain = child.key.find_first_not_of("0123456789") == std::string_view::npos;
    if (!plain || !read_scalar(child.key, number)) return {};
    found.emplace_back(number, child.value);
  }
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<const Value*> values;
  for (const auto& [number, value] : found) values.push_back(value);
  return values;
}

std::vector<const Value*> items_of(const Layers& layers, std::string_view path,
                                   std::string_view wanted) {
  const Hit hit = look(layers, path);
  if (hit.value == nullptr) throw missing(layers, path, hit, wanted);
  if (is(hit.value, Kind::List)) {
    return {as_list(hit.value).items.begin(), as_list(hit.value).items.end()};
  }
  if (is(hit.value, Kind::Object)) {
    Objects objects;
    for (const Layer& layer : objects_at(layers, path, hit.layer)) objects.push_back(layer.root);
    if (auto values = numbered(objects); !values.empty()) return values;
  }
  throw wrong(layers, path, hit.value, wanted);
}

}  // namespace

Result<Config> Config::parse(std::string_view text, std::string_view origin,
                             const ConfigReading& reading) {
  auto document = read_document(text, origin, reading);
  if (!document) return tl::unexpected{document.error().error()};
  return ConfigAccess::make(std::move(*document));
}

Config Config::text(std::string_view text, std::string_view origin, const ConfigReading& reading) {
  auto document = read_document(text, origin, reading);
  if (!document) throw document.error().exception();
  return ConfigAccess::make(std::move(*document));
}

Config Config::with_fallback(const Config& below) const {
  if (layers_ == nullptr) return below;
  if (below.layers_ == nullptr) return *this;
  auto both = std::make_shared<Layers>();
  both->at = layers_->at;
  both->list.reserve(layers_->list.size() + below.layers_->list.size());
  both->list.insert(both->list.end(), layers_->list.begin(), layers_->list.end());
  both->list.insert(both->list.end(), below.layers_->list.begin(), below.layers_->list.end());
  return Config{std::move(both)};
}

bool Config::is_empty() const noexcept {
  for (const Layer& layer : layers_of(layers_).list) {
    if (!layer.root->fields.empty()) return false;
  }
  return true;
}

bool Config::has_path(std::string_view path) const {
  return look(layers_of(layers_), path).value != nullptr;
}

std::optional<ConfigOrigin> Config::origin(std::string_view path) const {
  const Value* value = look(layers_of(layers_), path).value;
  if (value == nullptr) return std::nullopt;
  return origin_of(value->place);
}

std::vector<std::string> Config::keys() const {
  std::vector<std::string> names;
  for (const Child& child : children(roots(layers_of(layers_)))) names.emplace_back(child.key);
  return names;
}

template <ConfigScalar T>
std::optional<T> Config::find(std::string_view path) const {
  const Layers& layers = layers_of(layers_);
  const Value* value = look(layers, path).value;
  if (value == nullptr || means_nothing<T>(value)) return std::nullopt;
  return read_as<T>(layers, path, value);
}

template <ConfigScalar T>
T Config::get(std::string_view path) const {
  const Layers& layers = layers_of(layers_);
  const Hit hit = look(layers, path);
  if (hit.value == nullptr) throw missing(layers, path, hit, detail::hocon::wanted<T>);
  return read_as<T>(layers, path, hit.value);
}

template <ConfigScalar T>
std::vector<T> Config::get_list(std::string_view path) const {
  const Layers& layers = layers_of(layers_);
  std::vector<T> out;
  for (const Value* item : items_of(layers, path, "a list")) {
    if (!means_nothing<T>(item)) out.push_back(read_as<T>(layers, path, item));
  }
  return out;
}

std::optional<Config> Config::find_config(std::string_view path) const {
  const Layers& layers = layers_of(layers_);
  const Hit hit = look(layers, path);
  if (hit.value == nullptr) return std::nullopt;
  if (!is(hit.value, Kind::Object)) throw wrong(layers, path, hit.value, "an object");
  auto part = std::make_shared<Layers>();
  part->at = full_path(layers, path);
  part->list = objects_at(layers, path, hit.layer);
  return Config{std::move(part)};
}

Config Config::get_config(std::string_view path) const {
  if (auto part = find_config(path)) return std::move(*part);
  const Layers& layers = layers_of(layers_);
  throw missing(layers, path, look(layers, path), "an object");
}

std::string Config::to_string() const {
  std::string out;
  for (const Leaf& leaf : leaves(roots(layers_of(layers_)))) {
    if (!out.empty()) out += " ; ";
    out += leaf.path + " = " + text_of_value(leaf.value);
  }
  return out.empty() ? "(empty)" : out;
}

#define KEBNE_CONFIG_SCALAR(type)                                          \
  template std::optional<type> Config::find<type>(std::string_view) const; \
  template type Config::get<type>(std::string_view) const;                 \
  template std::vector<type> Config::get_list<type>(std::string_view) const
KEBNE_CONFIG_SCALAR(std::string);
KEBNE_CONFIG_SCALAR(bool);
KEBNE_CONFIG_SCALAR(std::uint8_t);
KEBNE_CONFIG_SCALAR(std::int32_t);
KEBNE_CONFIG_SCALAR(std::uint32_t);
KEBNE_CONFIG_SCALAR(std::int64_t);
KEBNE_CONFIG_SCALAR(float);
KEBNE_CONFIG_SCALAR(double);
KEBNE_CONFIG_SCALAR(std::chrono::nanoseconds);
KEBNE_CONFIG_SCALAR(Timeout);
KEBNE_CONFIG_SCALAR(ByteSize);
#undef KEBNE_CONFIG_SCALAR

}  // namespace kebne
