#include "kebne/config/internal/layers.hpp"

#include "kebne/config/internal/path.hpp"

#include <map>

namespace kebne::detail::hocon {

namespace {

enum class Walk { Absent, Blocked, Found };

void check_path(const PathReader& reader, const Layers& layers, std::string_view path) {
  if (reader.error().empty()) return;
  throw ConfigError{layers.at,
                    {},
                    std::string{reader.error()} + " in the path " + quoted(path),
                    "names with dots between them"};
}

/// Follows the path in one layer. `value` is what it leads to, or what stands in its way.
Walk follow(const Layers& layers, const Object& root, std::string_view path, const Value*& value) {
  PathReader reader{path};
  value = &root;
  std::string_view name;
  while (reader.next(name)) {
    if (!is(value, Kind::Object)) return Walk::Blocked;
    value = as_object(value).find(name);
    if (value == nullptr) {
      if (&root != layers.list[0].root)
        return Walk::Absent;  // the first layer has checked the path
      while (reader.next(name)) continue;
      check_path(reader, layers, path);
      return Walk::Absent;
    }
  }
  check_path(reader, layers, path);
  return Walk::Found;
}

}  // namespace

Hit look(const Layers& layers, std::string_view path) {
  Hit hit;
  for (std::size_t i = 0; i < layers.list.size(); ++i) {
    const Value* value = nullptr;
    switch (follow(layers, *layers.list[i].root, path, value)) {
      case Walk::Absent: break;
      case Walk::Blocked: hit.blocker = value; return hit;
      case Walk::Found: return {value, nullptr, i};
    }
  }
  return hit;
}

std::vector<Layer> objects_at(const Layers& layers, std::string_view path, std::size_t first) {
  std::vector<Layer> found;
  for (std::size_t i = first; i < layers.list.size(); ++i) {
    const Value* value = nullptr;
    const Walk walk = follow(layers, *layers.list[i].root, path, value);
    if (walk == Walk::Absent) continue;
    if (walk == Walk::Blocked || !is(value, Kind::Object)) break;
    found.push_back({layers.list[i].document, &as_object(value)});
  }
  return found;
}

std::vector<Child> children(const Objects& objects) {
  std::vector<Child> all;
  std::map<std::string_view, std::size_t> known;
  std::vector<bool> hidden;  // beside `all`: nothing below shows through any more
  for (const Object* object : objects) {
    for (const Object::Field& field : object->fields) {
      const auto [at, is_new] =
          objects.size() == 1 ? std::pair{known.end(), true} : known.emplace(field.key, all.size());
      if (is_new) {
        all.push_back({field.key, field.value, {}});
        hidden.push_back(!is(field.value, Kind::Object));
        if (is(field.value, Kind::Object)) all.back().objects.push_back(&as_object(field.value));
      } else if (!hidden[at->second]) {
        hidden[at->second] = !is(field.value, Kind::Object);
        if (!hidden[at->second]) all[at->second].objects.push_back(&as_object(field.value));
      }
    }
  }
  return all;
}

Objects roots(const Layers& layers) {
  Objects objects;
  for (const Layer& layer : layers.list) objects.push_back(layer.root);
  return objects;
}

}  // namespace kebne::detail::hocon
