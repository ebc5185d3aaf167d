#include "kebne/config/internal/concatenation.hpp"

namespace kebne::detail::hocon {

void Concatenation::add_text(Value* text, std::string_view blank) {
  if (value_ == nullptr) {
    value_ = text;
    if (blank.empty()) return;
    collects_ = true;
    buffer_.append(blank).append(text_of(text));
    return;
  }
  collect();
  buffer_.append(blank).append(text_of(text));
}

void Concatenation::add_blank(std::string_view blank) {
  if (blank.empty() || !is_simple(value_)) return;
  collect();
  buffer_.append(blank);
}

void Concatenation::add_list(Value* list) {
  if (value_ == nullptr) {
    value_ = list;
    return;
  }
  if (!owns_list_) {
    List* made = make_value<List>(arena_, Kind::List, place_);
    for (Value* item : as_list(value_).items) made->items.push(arena_, item);
    value_ = made;
    owns_list_ = true;
  }
  for (Value* item : as_list(list).items) as_list(value_).items.push(arena_, item);
}

Value* Concatenation::finish() {
  if (!collects_) return value_;
  Text* text = make_value<Text>(arena_, Kind::Text, place_);
  text->text = arena_.copy(buffer_);
  return value_ = text;
}

void Concatenation::collect() {
  if (collects_) return;
  collects_ = true;
  buffer_ = text_of(value_);
}

}  // namespace kebne::detail::hocon
