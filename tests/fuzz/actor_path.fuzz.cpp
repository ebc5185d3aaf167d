#include "kebne/actor/actor_path.hpp"

#include "kebne/actor/address.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using kebne::ActorPath;
using kebne::Address;
using kebne::Error;
using kebne::Result;

void require(bool holds, const char* what, std::string_view about) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s: %.*s\n", what, static_cast<int>(about.size()),
               about.data());
  std::abort();
}

/// An error text is one line, and no longer for long input.
void check_error(const Error& error) {
  constexpr std::size_t longest = 1200;
  require(!error.text.empty() && error.text.size() < longest, "length of text", error.text);
  for (const char c : error.text) {
    require(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f, "printable text", error.text);
  }
}

std::optional<Address> check_address(std::string_view text) {
  const Result<Address> address = Address::parse(text);
  if (!address) {
    check_error(address.error());
    return std::nullopt;
  }
  const std::string& printed = address->to_string();
  const Result<Address> again = Address::parse(printed);
  require(again && *again == *address && again->to_string() == printed, "round trip", printed);
  require(address->has_local_scope() != address->has_global_scope(), "one scope", printed);
  require(address->host().has_value() == address->port().has_value(), "host and port", printed);
  require(*address == Address{address->protocol(), address->system(),
                              address->host().value_or(std::string_view{}), address->port()},
          "same from its parts", printed);
  return *address;
}

std::optional<ActorPath> check_path(std::string_view text) {
  const Result<ActorPath> path = ActorPath::parse(text);
  if (!path) {
    check_error(path.error());
    return std::nullopt;
  }
  const std::string printed = path->to_serialization_format();
  const Result<ActorPath> again = ActorPath::parse(printed);
  require(again && *again == *path && again->uid() == path->uid(), "round trip", printed);
  require(std::hash<ActorPath>{}(*again) == std::hash<ActorPath>{}(*path), "hash", printed);

  ActorPath built{path->address()};
  for (const std::string_view element : path->elements()) {
    require(!element.empty(), "no empty element", printed);
    built = built / element;
  }
  require(built == *path && built.depth() == path->elements().size(), "elements", printed);
  require(built.with_uid(path->uid()).to_serialization_format() == printed, "uid", printed);
  require(path->is_root() || path->parent() / path->name() == *path, "parent", printed);
  require(path->is_root() || path->parent() < *path, "order of parent", printed);
  return *path;
}

void check_name(std::string_view name) {
  const Result<void> checked = ActorPath::check_name(name);
  require(checked.has_value() == ActorPath::is_valid_element(name), "one opinion", name);
  if (!checked) return check_error(checked.error());
  const ActorPath path = ActorPath{Address{"akka", "s"}} / name;
  require(path.name() == name && path.depth() == 1 && path.uid() == 0, "one element", name);
  if (path.to_string().size() > Address::max_text) return;
  const Result<ActorPath> again = ActorPath::parse(path.to_string());
  require(again && *again == path, "round trip of name", name);
}

void check_system_name(std::string_view name) {
  const Result<void> checked = ActorPath::check_system_name(name);
  if (!checked) return check_error(checked.error());
  const Address address{"akka", name};
  if (address.to_string().size() > Address::max_text) return;
  const Result<Address> again = Address::parse(address.to_string());
  require(again && *again == address, "round trip of system name", name);
}

template <class T>
void check_order(const std::optional<T>& a, const std::optional<T>& b, std::string_view about) {
  if (!a || !b) return;
  require((*a == *b) == ((*a <=> *b) == 0), "order and equality agree", about);
  require((*a <=> *b) == (0 <=> (*b <=> *a)), "order is antisymmetric", about);
  require(*a != *b || std::hash<T>{}(*a) == std::hash<T>{}(*b), "equals hash the same", about);
}

}  // namespace

/// The input is a text, or two with a line end between them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  const std::size_t end = text.find('\n');
  const std::string_view first = text.substr(0, end);
  const auto address = check_address(first);
  const auto path = check_path(first);
  check_name(first);
  check_system_name(first);
  if (end == std::string_view::npos) return 0;
  const std::string_view second = text.substr(end + 1);
  check_order(address, check_address(second), text);
  check_order(path, check_path(second), text);
  return 0;
}
