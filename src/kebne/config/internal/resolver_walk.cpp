#include "kebne/config/internal/resolver.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace kebne::detail::hocon {

/// Makes a value final, with all that is in it. `value` may become null: then there is none.
bool Resolver::walk(Value*& value, std::uint32_t depth) {
  const bool pending = is(value, Kind::Pending);
  const Value* written = value;
  const Found found = settled(value);
  if (!found.ok) return false;
  value = found.value;
  if (!is(value, Kind::Object) && !is(value, Kind::List)) return true;
  if (value->mark == Mark::Visiting) {
    if (pending) return circle(*static_cast<const Pending*>(written)).ok;
    return fail(value->place, path_text(), "a value that holds itself", "no circle");
  }
  const bool object = is(value, Kind::Object);
  if (value->mark == Mark::Fresh) {
    if (depth >= limits_.depth) return too_deep(value->place);
    return object ? walk_object(as_object(value), depth) : walk_list(as_list(value), depth);
  }
  const std::uint32_t height = object ? as_object(value).height : as_list(value).height;
  return depth + height <= limits_.depth || too_deep(value->place);
}

bool Resolver::walk_object(Object& object, std::uint32_t depth) {
  object.mark = Mark::Visiting;
  for (Object::Field& field : object.fields) {
    path_.push_back(field.key);
    if (!walk(field.value, depth + 1)) return false;
    if (!count(object.weight, object.height, field.value)) return false;
    path_.pop_back();
  }
  object.drop_empty(arena_);
  object.mark = Mark::Done;
  return true;
}

bool Resolver::walk_list(List& list, std::uint32_t depth) {
  list.mark = Mark::Visiting;
  for (Value*& item : list.items) {
    if (!walk(item, depth + 1) || !count(list.weight, list.height, item)) return false;
  }
  const auto kept = std::remove(list.items.begin(), list.items.end(), nullptr);
  list.items.cut(static_cast<std::uint32_t>(kept - list.items.begin()));
  list.mark = Mark::Done;
  return true;
}

/// Adds a value to the size of what holds it, as if nothing were shared.
bool Resolver::count(std::uint32_t& weight, std::uint32_t& height, const Value* value) {
  std::uint32_t more = 1;
  std::uint32_t deep = 0;
  if (is(value, Kind::Object)) {
    more = as_object(value).weight;
    deep = as_object(value).height;
  } else if (is(value, Kind::List)) {
    more = as_list(value).weight;
    deep = as_list(value).height;
  }
  weight += more;
  height = std::max(height, deep + 1);
  if (weight <= limits_.values) return true;
  return fail(value->place, path_text(), "more values than that when substitutions are filled in",
              fmt::format("at most {}", limits_.values), Code::Full);
}

bool Resolver::too_deep(const Place& place) {
  return fail(place, path_text(), "objects and lists deeper than that",
              fmt::format("at most {} inside each other", limits_.depth), Code::Full);
}

}  // namespace kebne::detail::hocon
