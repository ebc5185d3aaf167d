#pragma once

#include "kebne/config/config_origin.hpp"
#include "kebne/config/internal/arena.hpp"

#include <cstdint>
#include <map>
#include <memory_resource>
#include <string>
#include <string_view>

namespace kebne::detail::hocon {

/// A text that values come from. Lives in the document's arena.
struct Source {
  std::string_view name;
  std::string_view text;  ///< empty where lines mean nothing
};

/// A byte of a source.
struct Place {
  const Source* source = nullptr;
  std::uint32_t offset = 0;
};

/// Line and column of a place; counts through the text before it.
[[nodiscard]] ConfigOrigin origin_of(const Place& place);

enum class Kind : std::uint8_t { Null, Text, List, Object, Pending };
enum class Mark : std::uint8_t { Fresh, Visiting, Done };

/// A node of the tree. After resolving none is `Pending`, and none changes any more.
struct Value {
  Kind kind = Kind::Null;
  Mark mark = Mark::Fresh;  ///< used by the resolver only
  Place place;
};

struct Text : Value {
  std::string_view text;
};

struct List : Value {
  ArenaVector<Value*> items;
  std::uint32_t weight = 1;  ///< values in it, itself included; set by the resolver
  std::uint32_t height = 1;
};

/// Fields in the order in which they were first written.
struct Object : Value {
  struct Field {
    std::string_view key;
    Value* value;
  };
  using Index = std::pmr::map<std::string_view, std::uint32_t>;

  [[nodiscard]] Value* find(std::string_view key) const noexcept;
  [[nodiscard]] Field* field(std::string_view key) noexcept;

  /// The key must not be there yet.
  void add(Arena& arena, std::string_view key, Value* value);

  /// Removes the fields without value.
  void drop_empty(Arena& arena);

  ArenaVector<Field> fields;
  Index* index = nullptr;  ///< only where there are many fields
  std::uint32_t weight = 1;
  std::uint32_t height = 1;

 private:
  void build_index(Arena& arena);
};

/// `${path}`.
struct Substitution {
  Place place;
  std::string_view key;  ///< of the value that it is part of
  ArenaVector<std::string_view> path;
  bool optional = false;

  /// Where the file with the substitution was included: paths count from there first, then from
  /// each outer file's place, then from the root. `bases` are lengths of `prefix`.
  ArenaVector<std::string_view> prefix;
  ArenaVector<std::uint32_t> bases;
};

/// One piece of a concatenation: a value, a substitution, or with neither what the key had before.
struct Part {
  Value* value = nullptr;
  const Substitution* substitution = nullptr;
  std::string_view blank;  ///< white space in front of it
};

/// A value that depends on substitutions, laid over what the key had before.
struct Pending : Value {
  ArenaVector<Part> parts;
  Value* prior = nullptr;
  Value* result = nullptr;  ///< null when done: there is no value
};

[[nodiscard]] inline bool is(const Value* value, Kind kind) noexcept {
  return value != nullptr && value->kind == kind;
}
[[nodiscard]] inline const Object& as_object(const Value* value) noexcept {
  return *static_cast<const Object*>(value);
}
[[nodiscard]] inline Object& as_object(Value* value) noexcept {
  return *static_cast<Object*>(value);
}
[[nodiscard]] inline const List& as_list(const Value* value) noexcept {
  return *static_cast<const List*>(value);
}
[[nodiscard]] inline List& as_list(Value* value) noexcept { return *static_cast<List*>(value); }
[[nodiscard]] inline std::string_view as_text(const Value* value) noexcept {
  return static_cast<const Text*>(value)->text;
}
[[nodiscard]] inline Pending& as_pending(Value* value) noexcept {
  return *static_cast<Pending*>(value);
}

/// A new node of this kind.
template <class T>
[[nodiscard]] T* make_value(Arena& arena, Kind kind, const Place& place) {
  T* value = arena.make<T>();
  value->kind = kind;
  value->place = place;
  return value;
}

/// `text "x"`, `a list`, `an object`, `null`: a value in an error text.
[[nodiscard]] std::string described(const Value* value);

}  // namespace kebne::detail::hocon
