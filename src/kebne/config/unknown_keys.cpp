#include "kebne/config/unknown_keys.hpp"

#include "kebne/config/internal/known_keys.hpp"
#include "kebne/config/internal/path.hpp"
#include "kebne/config/internal/problem.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace kebne {

namespace {

using namespace detail::hocon;

class Search {
 public:
  explicit Search(const KnownKeys& known) : known_{known} {}

  void look_below(const Child& top) {
    path_ = top.key;
    look(top.objects, KnownKeys::next(known_.roots(), top.key));
    path_.clear();
  }

  void look(const Objects& objects, const KnownKeys::Names& names) {
    for (const Child& child : children(objects)) {
      const std::size_t outer = path_.size();
      append_name(path_, child.key);
      auto next = KnownKeys::next(names, child.key);
      if (next.empty()) next = known_.as_dispatcher(child);
      if (next.empty()) {
        add(child);
        if (child.objects.empty()) name_neighbour(path_.substr(0, outer), names, child.key);
      } else if (is_section(next) && !child.objects.empty()) {
        look(child.objects, next);
      } else if (!child.objects.empty() && !is_empty(child.objects)) {
        add(child);
      }
      path_.resize(outer);
    }
  }

  std::vector<UnknownKey> take() {
    std::sort(found_.begin(), found_.end(),
              [](const UnknownKey& a, const UnknownKey& b) { return a.key < b.key; });
    constexpr std::size_t most_looked_for = 100;
    for (std::size_t i = 0; i < std::min(found_.size(), most_looked_for); ++i) {
      UnknownKey& key = found_[i];
      if (key.nearest.empty()) key.nearest = known_.nearest(key.key);
    }
    return std::move(found_);
  }

 private:
  static bool is_section(const KnownKeys::Names& names) {
    return std::any_of(names.begin(), names.end(), [](const KnownKeys::Name* name) {
      return name->open || !name->below.empty() || !name->like.empty();
    });
  }

  static bool is_empty(const Objects& objects) {
    return std::all_of(objects.begin(), objects.end(),
                       [](const Object* object) { return object->fields.empty(); });
  }

  /// Every leaf below an unknown name is unknown; so that each has its own place and neighbour.
  void add(const Child& child) {
    if (child.objects.empty() || is_empty(child.objects)) {
      found_.push_back({path_, origin_of(child.value->place), {}});
      return;
    }
    for (const Child& below : children(child.objects)) {
      const std::size_t outer = path_.size();
      append_name(path_, below.key);
      add(below);
      path_.resize(outer);
    }
  }

  /// Most slips are in the last name.
  void name_neighbour(std::string above, const KnownKeys::Names& names, std::string_view key) {
    const std::string name = KnownKeys::nearest_name(names, key);
    if (name.empty()) return;
    append_name(above, name);
    found_.back().nearest = std::move(above);
  }

  const KnownKeys& known_;
  std::string path_;
  std::vector<UnknownKey> found_;
};

}  // namespace

std::string UnknownKey::to_string() const {
  std::string out = fmt::format("{}: {}: unknown key", shown(origin.to_string()), shown(key));
  if (!nearest.empty()) out += fmt::format(", perhaps {} is meant", nearest);
  return out;
}

std::vector<UnknownKey> unknown_keys(const Config& config) {
  const Layers* layers = ConfigAccess::layers(config);
  if (layers == nullptr) return {};
  Search search{KnownKeys::get()};
  Objects tops;
  for (const Layer& layer : layers->list) tops.push_back(layer.root);
  // Other programs share the file: only our own two trees are looked at.
  for (const Child& child : children(tops)) {
    if (child.key != "akka" && child.key != "kebne") continue;
    search.look_below(child);
  }
  return search.take();
}

}  // namespace kebne
