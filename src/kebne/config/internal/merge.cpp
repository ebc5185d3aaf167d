#include "kebne/config/internal/merge.hpp"

namespace kebne::detail::hocon {

namespace {

/// The object that a pending value was made for: nothing but an object over something unknown.
/// Null when the pending value is something else.
Object* open_object(Value* value) {
  if (!is(value, Kind::Pending)) return nullptr;
  Pending& pending = as_pending(value);
  if (pending.parts.size() != 1 || !is(pending.parts[0].value, Kind::Object)) return nullptr;
  return &as_object(pending.parts[0].value);
}

void lay_fields(Arena& arena, const Object& over, Object& under) {
  for (const Object::Field& field : over.fields) assign(arena, under, field.key, field.value);
}

Value* lay_object(Arena& arena, Value* over, Value* under) {
  if (is(under, Kind::Object)) {
    lay_fields(arena, as_object(over), as_object(under));
    return under;
  }
  if (Object* open = open_object(under)) {
    lay_fields(arena, as_object(over), *open);
    return under;
  }
  if (!is(under, Kind::Pending)) return over;
  Pending* pending = make_value<Pending>(arena, Kind::Pending, over->place);
  pending->parts.push(arena, Part{.value = over, .blank = {}});
  pending->prior = under;
  return pending;
}

}  // namespace

Value* lay(Arena& arena, Value* over, Value* under) {
  if (under == nullptr) return over;
  if (is(over, Kind::Object)) return lay_object(arena, over, under);
  if (!is(over, Kind::Pending)) return over;
  Pending* lowest = &as_pending(over);
  while (is(lowest->prior, Kind::Pending)) lowest = &as_pending(lowest->prior);
  if (lowest->prior == nullptr) {
    lowest->prior = under;
  } else if (is(lowest->prior, Kind::Object)) {
    lowest->prior = lay_object(arena, lowest->prior, under);
  }
  return over;
}

void assign(Arena& arena, Object& object, std::string_view key, Value* value) {
  if (Object::Field* field = object.field(key)) {
    field->value = lay(arena, value, field->value);
  } else {
    object.add(arena, key, value);
  }
}

Object& enter(Arena& arena, Object& object, std::string_view key, const Place& place) {
  Object::Field* field = object.field(key);
  if (field != nullptr && is(field->value, Kind::Object)) return as_object(field->value);
  if (field != nullptr) {
    if (Object* open = open_object(field->value)) return *open;
  }
  Object* made = make_value<Object>(arena, Kind::Object, place);
  if (field == nullptr) {
    object.add(arena, key, made);
  } else {
    field->value = lay(arena, made, field->value);
  }
  return *made;
}

}  // namespace kebne::detail::hocon
