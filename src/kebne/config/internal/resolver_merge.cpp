#include "kebne/config/internal/resolver.hpp"

namespace kebne::detail::hocon {

/// `over` laid on `under`, both left as they are. Stops early when the work is used up: the caller
/// looks.
Value* Resolver::merged(Value* over, Value* under) {
  ++work_;
  if (is(over, Kind::Pending) && over->mark == Mark::Done) over = as_pending(over).result;
  if (is(under, Kind::Pending) && under->mark == Mark::Done) under = as_pending(under).result;
  if (over == nullptr || under == nullptr) return over != nullptr ? over : under;
  if (is(over, Kind::Pending)) return clone_over(as_pending(over), under);
  if (!is(over, Kind::Object)) return over;
  if (is(under, Kind::Object)) return merged_objects(as_object(over), as_object(under));
  if (!is(under, Kind::Pending)) return over;
  Pending* pending = make_value<Pending>(arena_, Kind::Pending, over->place);
  pending->parts.push(arena_, Part{.value = over, .blank = {}});
  pending->prior = under;
  return pending;
}

Value* Resolver::merged_objects(const Object& over, const Object& under) {
  work_ += over.fields.size() + under.fields.size();
  Object* made = make_value<Object>(arena_, Kind::Object, over.place);
  if (work_ > limits_.work) return made;
  for (const Object::Field& field : under.fields) {
    if (field.value != nullptr) made->add(arena_, field.key, field.value);
  }
  for (const Object::Field& field : over.fields) {
    if (field.value == nullptr) continue;
    if (Object::Field* below = made->field(field.key)) {
      below->value = merged(field.value, below->value);
    } else {
      made->add(arena_, field.key, field.value);
    }
  }
  return made;
}

/// A copy of what is pending, with `under` below its lowest layer.
Value* Resolver::clone_over(Pending& over, Value* under) {
  Pending* first = nullptr;
  Pending* above = nullptr;
  Value* layer = &over;
  for (; is(layer, Kind::Pending); layer = as_pending(layer).prior) {
    ++work_;
    const Pending& from = as_pending(layer);
    Pending* copy = make_value<Pending>(arena_, Kind::Pending, from.place);
    copy->parts = from.parts;
    if (above == nullptr) {
      first = copy;
    } else {
      above->prior = copy;
    }
    above = copy;
  }
  above->prior = layer == nullptr ? under : is(layer, Kind::Object) ? merged(layer, under) : layer;
  return first;
}

}  // namespace kebne::detail::hocon
