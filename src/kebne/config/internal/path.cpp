#include "kebne/config/internal/path.hpp"

namespace kebne::detail::hocon {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace

bool PathReader::next(std::string_view& name) {
  if (at_ > path_.size()) return false;
  std::size_t start = at_;
  while (start < path_.size() && is_blank(path_[start])) ++start;
  if (start < path_.size() && path_[start] == '"') {
    at_ = start;
    return quoted_name(name);
  }
  std::size_t end = path_.find('.', at_);
  if (end == std::string_view::npos) end = path_.size();
  name = trimmed(path_.substr(at_, end - at_));
  at_ = end + 1;
  if (name.empty()) error_ = "an empty name";
  return !name.empty();
}

bool PathReader::quoted_name(std::string_view& name) {
  unescaped_.clear();
  std::size_t i = at_ + 1;
  for (; i < path_.size() && path_[i] != '"'; ++i) {
    if (path_[i] == '\\' && i + 1 < path_.size()) ++i;
    unescaped_ += path_[i];
  }
  if (i >= path_.size()) {
    error_ = "a quote without end";
    return false;
  }
  ++i;
  while (i < path_.size() && is_blank(path_[i])) ++i;
  if (i < path_.size() && path_[i] != '.') {
    error_ = "text behind a quote";
    return false;
  }
  at_ = i + 1;
  name = unescaped_;
  return true;
}

void append_name(std::string& path, std::string_view name) {
  if (!path.empty()) path += '.';
  if (name.find_first_of(" .:/\"") == std::string_view::npos) {
    path += name;
    return;
  }
  path += '"';
  for (const char c : name) {
    if (c == '"' || c == '\\') path += '\\';
    path += c;
  }
  path += '"';
}

}  // namespace kebne::detail::hocon
