#include "kebne/actor/actor_path.hpp"

#include "kebne/actor/internal/text.hpp"
#include "kebne/base/assert.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace kebne {
namespace {

using detail::is_control;
using detail::is_digit;
using detail::is_hex;
using detail::is_letter;
using detail::quoted;

constexpr std::string_view allowed_signs = "-_.*$+:@&=,!~';()\"";

bool is_letter_or_digit(char c) noexcept { return is_letter(c) || is_digit(c); }

/// Position of the first character that an actor's name may not have there; npos: none.
std::size_t first_bad(std::string_view name) noexcept {
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == '%') {
      if (i + 2 >= name.size() || !is_hex(name[i + 1]) || !is_hex(name[i + 2])) return i;
      i += 2;
    } else if (c == '$' && i == 0) {
      return i;
    } else if (!is_letter_or_digit(c) && allowed_signs.find(c) == std::string_view::npos) {
      return i;
    }
  }
  return std::string_view::npos;
}

Result<std::uint32_t> uid_of(std::string_view digits) {
  if (digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit)) {
    return fail(Code::BadSyntax, fmt::format("expected a uid of 1..{} after '#', got {}",
                                             ActorPath::max_uid, quoted(digits)));
  }
  std::uint64_t uid = 0;
  for (const char c : digits) {
    uid = std::min<std::uint64_t>(uid * 10 + static_cast<std::uint64_t>(c - '0'),
                                  std::uint64_t{ActorPath::max_uid} + 1);
  }
  if (uid == 0 || uid > ActorPath::max_uid) {
    return fail(Code::OutOfRange, fmt::format("expected a uid of 1..{} after '#', got {}",
                                              ActorPath::max_uid, quoted(digits)));
  }
  return static_cast<std::uint32_t>(uid);
}

/// Appends the elements of `text`, each with a `/` before it; empty ones are left out.
void append_elements(std::string& path, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('/'), text.size());
    if (end != 0) {
      path += '/';
      path += text.substr(0, end);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

tl::unexpected<Error> bad_path(Code code, std::string_view text, std::string_view why) {
  return fail(code, fmt::format("actor path {}: {}", quoted(text), why));
}

}  // namespace

ActorPath::ActorPath(Address address, std::string path, std::uint32_t uid)
    : address_{std::move(address)}, path_{std::move(path)}, uid_{uid} {
  KEBNE_ASSERT(!path_.empty() && path_.front() == '/');
  KEBNE_ASSERT(is_root() ? uid_ == 0 : path_.back() != '/' && uid_ <= max_uid);
}

Result<ActorPath> ActorPath::parse(std::string_view text) {
  Result<Address> address = Address::parse(text);
  if (!address) return tl::unexpected<Error>{std::move(address).error()};
  const std::string_view protocol = address->protocol();
  if (protocol != "akka" && protocol.substr(0, 5) != "akka.") {
    return bad_path(Code::BadSyntax, text,
                    fmt::format("expected the protocol akka or akka.*, got {}", quoted(protocol)));
  }
  // The address has been read, so its "://" is there.
  const std::size_t begin = text.find('/', text.find("://") + 3);
  if (begin == std::string_view::npos) {
    if (text.size() < Address::max_text) return ActorPath{*std::move(address)};
    return bad_path(Code::BadSyntax, text,
                    fmt::format("{} bytes with the root's '/', expected {} at most",
                                text.size() + 1, Address::max_text));
  }

  std::string_view elements = text.substr(begin);
  if (const auto at = std::find_if(elements.begin(), elements.end(), is_control);
      at != elements.end()) {
    return bad_path(Code::BadSyntax, text,
                    fmt::format("control character, {}, at position {}", quoted(*at),
                                begin + static_cast<std::size_t>(at - elements.begin())));
  }
  std::uint32_t uid = 0;
  if (const std::size_t hash = elements.find('#'); hash != std::string_view::npos) {
    const Result<std::uint32_t> read = uid_of(elements.substr(hash + 1));
    if (!read) return bad_path(read.error().code, text, read.error().text);
    uid = *read;
    elements = elements.substr(0, hash);
    if (elements.back() == '/') {
      return bad_path(Code::BadSyntax, text, "expected a name before '#'");
    }
  }
  std::string path;
  path.reserve(elements.size());
  append_elements(path, elements);
  if (path.empty()) path += '/';
  return ActorPath{*std::move(address), std::move(path), uid};
}

std::string_view ActorPath::name() const noexcept {
  return std::string_view{path_}.substr(path_.rfind('/') + 1);
}

std::vector<std::string_view> ActorPath::elements() const {
  std::vector<std::string_view> out;
  if (is_root()) return out;
  std::string_view rest = path_;
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::string_view element = rest.substr(0, rest.find('/'));
    out.push_back(element);
    rest.remove_prefix(element.size());
  }
  return out;
}

std::size_t ActorPath::depth() const noexcept {
  if (is_root()) return 0;
  return static_cast<std::size_t>(std::count(path_.begin(), path_.end(), '/'));
}

ActorPath ActorPath::parent() const {
  if (path_.empty()) return *this;
  return ActorPath{address_, path_.substr(0, std::max<std::size_t>(path_.rfind('/'), 1))};
}

ActorPath ActorPath::child(std::string_view name) const {
  const std::size_t hash = name.find('#');
  std::uint32_t uid = 0;
  if (hash != std::string_view::npos) {
    const Result<std::uint32_t> read = uid_of(name.substr(hash + 1));
    if (!read) {
      throw std::invalid_argument{
          fmt::format("child {} of {}: {}", quoted(name), to_string(), read.error().text)};
    }
    uid = *read;
  }
  std::string path;
  path.reserve(path_.size() + 1 + name.size());
  if (!is_root()) path = path_;
  append_elements(path, name.substr(0, hash));
  if (path.empty() || path.size() == path_.size()) return *this;
  return ActorPath{address_, std::move(path), uid};
}

ActorPath ActorPath::with_uid(std::uint32_t uid) const {
  ActorPath path = *this;
  KEBNE_ASSERT(uid <= max_uid);
  if (depth() != 0) path.uid_ = uid;
  return path;
}

std::string ActorPath::text_with(const Address& address, bool uid) const {
  const std::string& shown = (address_.has_global_scope() ? address_ : address).to_string();
  constexpr std::size_t uid_room = 11;  // "#2147483647"
  std::string out;
  out.reserve(shown.size() + path_.size() + uid_room);
  out += shown;
  out += path_;
  if (uid && uid_ != 0) out += fmt::format("#{}", uid_);
  return out;
}

std::string ActorPath::to_string() const { return text_with(address_, false); }

std::string ActorPath::to_string_with_address(const Address& address) const {
  return text_with(address, false);
}

std::string ActorPath::to_serialization_format() const { return text_with(address_, true); }

std::string ActorPath::to_serialization_format_with_address(const Address& address) const {
  return text_with(address, true);
}

Result<void> ActorPath::check_name(std::string_view name) {
  if (name.empty()) return fail(Code::BadSyntax, "actor name: expected a name, got none");
  if (name.size() > Address::max_text) {
    return fail(Code::BadSyntax, fmt::format("actor name {}: {} bytes, expected {} at most",
                                             quoted(name), name.size(), Address::max_text));
  }
  const std::size_t at = first_bad(name);
  if (at == std::string_view::npos) return {};
  if (name[at] == '$' && at == 0) {
    return fail(Code::BadSyntax,
                fmt::format("actor name {}: '$' at position 0 is for generated names; expected "
                            "another first character",
                            quoted(name)));
  }
  return fail(
      Code::BadSyntax,
      fmt::format("actor name {}: {} at position {}; expected ASCII letters, digits, % with two "
                  "hexadecimal digits, or one of {}",
                  quoted(name), quoted(name[at]), at, allowed_signs));
}

bool ActorPath::is_valid_element(std::string_view name) noexcept {
  return !name.empty() && name.size() <= Address::max_text &&
         first_bad(name) == std::string_view::npos;
}

Result<void> ActorPath::check_system_name(std::string_view name) {
  if (name.empty()) return fail(Code::BadSyntax, "actor system name: expected a name, got none");
  if (name.size() > Address::max_text) {
    return fail(Code::BadSyntax, fmt::format("actor system name {}: {} bytes, expected {} at most",
                                             quoted(name), name.size(), Address::max_text));
  }
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (is_letter_or_digit(name[i]) || (name[i] == '-' && i != 0)) continue;
    return fail(Code::BadSyntax,
                fmt::format("actor system name {}: {} at position {}; expected ASCII letters, "
                            "digits, and '-' but not first",
                            quoted(name), quoted(name[i]), i));
  }
  return {};
}

std::strong_ordering operator<=>(const ActorPath& a, const ActorPath& b) noexcept {
  if (const auto order = a.address_ <=> b.address_; order != 0) return order;
  // '/' sorts below every other byte, which makes it an order by elements.
  const auto rank = [](char c) { return c == '/' ? 0 : static_cast<unsigned char>(c) + 1; };
  return std::lexicographical_compare_three_way(
      a.path_.begin(), a.path_.end(), b.path_.begin(), b.path_.end(),
      [&](char x, char y) { return rank(x) <=> rank(y); });
}

}  // namespace kebne
