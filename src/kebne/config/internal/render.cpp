#include "kebne/config/internal/render.hpp"

#include "kebne/config/internal/path.hpp"

#include <algorithm>

namespace kebne::detail::hocon {

namespace {

void collect(const Objects& objects, std::string& path, std::vector<Leaf>& out) {
  for (const Child& child : children(objects)) {
    const std::size_t outer = path.size();
    append_name(path, child.key);
    const bool inner = std::any_of(child.objects.begin(), child.objects.end(),
                                   [](const Object* o) { return !o->fields.empty(); });
    if (inner) {
      collect(child.objects, path, out);
    } else {
      out.push_back({path, child.value});
    }
    path.resize(outer);
  }
}

void append_value(const Value* value, std::string& out) {
  const char* separator = "";
  switch (value->kind) {
    case Kind::Text: out += as_text(value); return;
    case Kind::List:
      out += '[';
      for (const Value* item : as_list(value).items) {
        out += separator;
        append_value(item, out);
        separator = ", ";
      }
      out += ']';
      return;
    case Kind::Object:
      out += '{';
      for (const Object::Field& field : as_object(value).fields) {
        out += separator;
        std::string name;
        append_name(name, field.key);
        out += name + " = ";
        append_value(field.value, out);
        separator = ", ";
      }
      out += '}';
      return;
    default: out += "null"; return;
  }
}

}  // namespace

std::vector<Leaf> leaves(const Objects& objects) {
  std::vector<Leaf> out;
  std::string path;
  collect(objects, path, out);
  std::sort(out.begin(), out.end(), [](const Leaf& a, const Leaf& b) { return a.path < b.path; });
  return out;
}

std::string text_of_value(const Value* value) {
  std::string out;
  append_value(value, out);
  return out;
}

}  // namespace kebne::detail::hocon
