#include "kebne/config/internal/tree.hpp"

#include "kebne/config/internal/problem.hpp"

#include <algorithm>
#include <cstddef>

namespace kebne::detail::hocon {

namespace {

constexpr std::uint32_t most_without_index = 8;

}  // namespace

ConfigOrigin origin_of(const Place& place) {
  ConfigOrigin origin;
  if (place.source == nullptr) return origin;
  origin.source = place.source->name;
  if (place.source->text.data() == nullptr) return origin;
  const std::string_view before = place.source->text.substr(0, place.offset);
  const std::size_t line_end = before.rfind('\n');
  const std::string_view line =
      line_end == std::string_view::npos ? before : before.substr(line_end + 1);
  const auto is_first_byte = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
  origin.line = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  origin.column =
      static_cast<std::uint32_t>(std::count_if(line.begin(), line.end(), is_first_byte)) + 1;
  return origin;
}

Value* Object::find(std::string_view key) const noexcept {
  if (index != nullptr) {
    const auto at = index->find(key);
    return at == index->end() ? nullptr : fields[at->second].value;
  }
  for (const Field& field : fields) {
    if (field.key == key) return field.value;
  }
  return nullptr;
}

Object::Field* Object::field(std::string_view key) noexcept {
  if (index != nullptr) {
    const auto at = index->find(key);
    return at == index->end() ? nullptr : &fields[at->second];
  }
  for (Field& field : fields) {
    if (field.key == key) return &field;
  }
  return nullptr;
}

void Object::add(Arena& arena, std::string_view key, Value* value) {
  fields.push(arena, {key, value});
  if (index != nullptr) {
    index->emplace(key, fields.size() - 1);
  } else if (fields.size() > most_without_index) {
    build_index(arena);
  }
}

void Object::drop_empty(Arena& arena) {
  std::uint32_t kept = 0;
  for (const Field& field : fields) {
    if (field.value != nullptr) fields[kept++] = field;
  }
  if (kept == fields.size()) return;
  fields.cut(kept);
  index = nullptr;
  if (kept > most_without_index) build_index(arena);
}

void Object::build_index(Arena& arena) {
  index = arena.make<Index>(arena.resource());
  for (std::uint32_t i = 0; i < fields.size(); ++i) index->emplace(fields[i].key, i);
}

std::string described(const Value* value) {
  switch (value->kind) {
    case Kind::Null: return "null";
    case Kind::Text: return quoted(as_text(value));
    case Kind::List: return "a list";
    case Kind::Object: return "an object";
    case Kind::Pending: break;
  }
  return "a substitution";
}

}  // namespace kebne::detail::hocon
