#include "kebne/config/internal/document_builder.hpp"

#include "kebne/config/internal/merge.hpp"
#include "kebne/config/internal/parser.hpp"
#include "kebne/config/internal/path.hpp"

namespace kebne::detail::hocon {

namespace {

std::string path_of(const std::vector<std::string>& names) {
  std::string path;
  for (const std::string& name : names) append_name(path, name);
  return path;
}

}  // namespace

DocumentBuilder::DocumentBuilder(std::size_t first_block)
    : document_{std::make_shared<Document>(first_block)} {
  document_->root = make_value<Object>(document_->arena, Kind::Object, {});
}

void DocumentBuilder::set(const std::vector<std::string>& names, std::string_view text,
                          std::string_view source, Again again) {
  Value* value = read(names, text, source);
  Arena& arena = document_->arena;
  Object* at = document_->root;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool last = i + 1 == names.size();
    const Value* existing = at->find(names[i]);
    if (existing != nullptr && again == Again::Refuse && (last || !is(existing, Kind::Object))) {
      const std::string_view other =
          existing->place.source == nullptr ? "another" : existing->place.source->name;
      throw ConfigError{path_of(names), origin_of(value->place),
                        "a second value beside " + shown(other), "one of the two"};
    }
    const std::string_view name = arena.copy(names[i]);
    if (last) {
      assign(arena, *at, name, value);
    } else {
      at = &enter(arena, *at, name, value->place);
    }
  }
}

Value* DocumentBuilder::read(const std::vector<std::string>& names, std::string_view text,
                             std::string_view source) {
  const std::string_view value_signs = "[{\"";
  if (text.empty() || value_signs.find(text.front()) == std::string_view::npos) {
    const std::size_t broken = first_bad_utf8(text);
    const Place place{document_->add_source(source)};
    if (broken < text.size()) {
      throw ConfigError{path_of(names), origin_of(place), "bytes that are no text", "UTF-8"};
    }
    Text* made = make_value<Text>(document_->arena, Kind::Text, place);
    made->text = document_->arena.copy(text);
    return made;
  }
  const ConfigReading reading;
  Parser parser{*document_, reading};
  auto value = parser.run_value(text, source);
  if (!value) {
    value.error().key = path_of(names);
    throw value.error().exception();
  }
  return *value;
}

}  // namespace kebne::detail::hocon
