#include "kebne/config/internal/known_keys.hpp"

#include "kebne/config/internal/path.hpp"
#include "kebne/config/internal/reference_texts.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace kebne::detail::hocon {

namespace {

/// Keeps the best of several known texts: at most a quarter of the letters may differ.
struct Nearest {
  explicit Nearest(std::string_view text)
      : wanted{text}, least{std::min(most, text.size() / 4) + 1} {}

  void offer(const std::string& known) {
    const std::size_t distance = edit_distance(wanted, known, least - 1);
    if (distance >= least) return;
    least = distance;
    best = known;
  }

  static constexpr std::size_t most = 8;
  std::string_view wanted;
  std::size_t least;
  std::string best;
};

}  // namespace

const KnownKeys& KnownKeys::get() {
  static const KnownKeys keys;
  return keys;
}

KnownKeys::KnownKeys() {
  std::string path;
  add_objects(root_, hocon::roots(*ConfigAccess::layers(Config::reference())), path);
  for (const ReferenceText& reference : reference_texts()) {
    if (reference.name.ends_with(".keys")) add_lines(reference.text);
  }
}

void KnownKeys::add_objects(Name& name, const Objects& objects, std::string& path) {
  for (const Child& child : children(objects)) {
    auto& below = name.below[std::string{child.key}];
    if (below == nullptr) below = std::make_unique<Name>();
    const std::size_t outer = path.size();
    append_name(path, child.key);
    if (child.objects.empty()) paths_.push_back(path);
    add_objects(*below, child.objects, path);
    path.resize(outer);
  }
}

void KnownKeys::add_lines(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (!line.empty() && line.front() != '#') add_line(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void KnownKeys::add_line(std::string_view line) {
  constexpr std::string_view like = " like ";
  constexpr std::string_view anything = ".**";
  if (const std::size_t at_like = line.find(like); at_like != std::string_view::npos) {
    const Name& model = at(line.substr(at_like + like.size()));
    at(line.substr(0, at_like)).like.push_back(&model);
  } else if (line.ends_with(anything)) {
    at(line.substr(0, line.size() - anything.size())).open = true;
  } else {
    at(line);
    if (line.find('*') == std::string_view::npos) paths_.emplace_back(line);
  }
}

KnownKeys::Name& KnownKeys::at(std::string_view path) {
  Name* name = &root_;
  PathReader reader{path};
  for (std::string_view key; reader.next(key);) {
    auto& below = name->below[std::string{key}];
    if (below == nullptr) below = std::make_unique<Name>();
    name = below.get();
  }
  return *name;
}

KnownKeys::Names KnownKeys::next(const Names& names, std::string_view key) {
  Names found;
  const auto look = [&](const Name& name) {
    for (const std::string_view step : {key, std::string_view{"*"}}) {
      const auto below = name.below.find(step);
      if (below != name.below.end()) found.push_back(below->second.get());
    }
  };
  for (const Name* name : names) {
    if (name->open) found.push_back(name);
    look(*name);
    for (const Name* other : name->like) look(*other);
  }
  return found;
}

KnownKeys::Names KnownKeys::as_dispatcher(const Child& child) const {
  for (const Object* object : child.objects) {
    for (const std::string_view sign : {"executor", "type", "mailbox-type"}) {
      if (object->find(sign) == nullptr) continue;
      Names names = next(next(next(roots(), "akka"), "actor"), "default-dispatcher");
      return names;
    }
  }
  return {};
}

std::string KnownKeys::nearest(std::string_view path) const {
  Nearest nearest{path};
  for (const std::string& known : paths_) nearest.offer(known);
  return nearest.best;
}

std::string KnownKeys::nearest_name(const Names& names, std::string_view key) {
  Nearest nearest{key};
  const auto offer = [&](const Name& name) {
    for (const auto& [known, below] : name.below) {
      if (known != "*") nearest.offer(known);
    }
  };
  for (const Name* name : names) {
    offer(*name);
    for (const Name* other : name->like) offer(*other);
  }
  return nearest.best;
}

namespace {

/// A bit for each kind of letter in a text.
std::uint64_t letters(std::string_view text) {
  std::uint64_t seen = 0;
  for (const char c : text) seen |= std::uint64_t{1} << (static_cast<unsigned char>(c) % 64);
  return seen;
}

/// Each letter that only one of the texts has takes a change.
std::size_t least_changes(std::string_view a, std::string_view b) {
  const std::uint64_t in_a = letters(a);
  const std::uint64_t in_b = letters(b);
  return static_cast<std::size_t>(
      std::max(std::popcount(in_a & ~in_b), std::popcount(in_b & ~in_a)));
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most) {
  const std::size_t longer = std::max(a.size(), b.size());
  if (longer - std::min(a.size(), b.size()) > most) return most + 1;
  if (least_changes(a, b) > most) return most + 1;
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    // Further than `most` from the diagonal there are more changes than that.
    const std::size_t begin = i > most ? i - most : 1;
    const std::size_t end = std::min(b.size(), i + most);
    std::size_t diagonal = row[begin - 1];
    row[begin - 1] = begin == 1 ? i : most + 1;
    std::size_t least = row[begin - 1];
    for (std::size_t j = begin; j <= end; ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
      least = std::min(least, row[j]);
    }
    if (least > most) return most + 1;
  }
  return std::min(row[b.size()], most + 1);
}

}  // namespace kebne::detail::hocon
