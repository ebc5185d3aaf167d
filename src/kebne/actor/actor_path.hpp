#pragma once

#include "kebne/actor/address.hpp"
#include "kebne/base/result.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kebne {

/// The name of an actor in its tree: `akka://sys/user/a`, and with its incarnation
/// `akka://sys/user/a#123`.
///
/// The uid tells an actor from an earlier one of the same path; it is 1..2147483647, and 0 stands
/// for none. Comparison and hash leave it out. A value; views that it gives out live as long as
/// it does.
class ActorPath {
 public:
  static constexpr std::uint32_t max_uid = 2147483647;

  /// No path at all; its text is empty.
  ActorPath() noexcept = default;

  /// The root of a system: `akka://sys/`. It has no uid.
  explicit ActorPath(Address address) : address_{std::move(address)}, path_{"/"} {}

  /// From parts known to be good: `path` is "/", or "/user/a" without empty element and without
  /// `#`; `uid` is 0..`max_uid`, and 0 for the root.
  ActorPath(Address address, std::string path, std::uint32_t uid = 0);

  /// Reads an address whose protocol is `akka` or `akka.…`, and a path with or without uid.
  ///
  /// Empty elements are left out, so `//` counts as `/` and a `/` at the end changes nothing. Fails
  /// with `Code::BadSyntax`, a uid beyond `max_uid` with `Code::OutOfRange`; never throws on input.
  [[nodiscard]] static Result<ActorPath> parse(std::string_view text);

  [[nodiscard]] const Address& address() const noexcept { return address_; }

  /// The last element; empty for the root.
  [[nodiscard]] std::string_view name() const noexcept;

  [[nodiscard]] std::uint32_t uid() const noexcept { return uid_; }
  [[nodiscard]] bool is_root() const noexcept { return path_.size() == 1; }

  /// `user`, `a` for `akka://sys/user/a`.
  [[nodiscard]] std::vector<std::string_view> elements() const;

  /// How many elements there are; 0 for the root.
  [[nodiscard]] std::size_t depth() const noexcept;

  /// One level up, without uid. The root's parent is the root.
  [[nodiscard]] ActorPath parent() const;

  /// One level down, without uid unless the name says one: `a#5`. An empty name gives this path.
  ///
  /// The name is taken as it is (`check_name` is for input), but throws `std::invalid_argument`
  /// when what follows a `#` is no uid.
  [[nodiscard]] ActorPath child(std::string_view name) const;
  friend ActorPath operator/(const ActorPath& parent, std::string_view name) {
    return parent.child(name);
  }

  /// The same path with this uid, 0..`max_uid`. The root stays without.
  [[nodiscard]] ActorPath with_uid(std::uint32_t uid) const;

  /// `akka://sys/user/a`.
  [[nodiscard]] std::string to_string() const;

  /// `/user/a`.
  [[nodiscard]] const std::string& to_string_without_address() const noexcept { return path_; }

  /// With `address` in place of its own, unless its own means the same everywhere.
  [[nodiscard]] std::string to_string_with_address(const Address& address) const;

  /// `akka://sys/user/a#123`: what `parse` reads back, uid and all.
  [[nodiscard]] std::string to_serialization_format() const;
  [[nodiscard]] std::string to_serialization_format_with_address(const Address& address) const;

  /// Whether an actor may be given this name. Fails with `Code::BadSyntax`; the text names the
  /// offending character, its position and what is allowed.
  ///
  /// A name of generated form, with `$` first, is refused: those are Kebne's own.
  [[nodiscard]] static Result<void> check_name(std::string_view name);
  [[nodiscard]] static bool is_valid_element(std::string_view name) noexcept;

  /// Whether an actor system may be called so: ASCII letters, digits and `-`, which is not first.
  [[nodiscard]] static Result<void> check_system_name(std::string_view name);

  friend bool operator==(const ActorPath& a, const ActorPath& b) noexcept {
    return a.path_ == b.path_ && a.address_ == b.address_;
  }

  /// By address, then element by element from the root; a parent comes before its children.
  friend std::strong_ordering operator<=>(const ActorPath& a, const ActorPath& b) noexcept;

 private:
  std::string text_with(const Address& address, bool uid) const;

  Address address_;
  std::string path_;
  std::uint32_t uid_ = 0;
};

}  // namespace kebne

template <>
struct std::hash<kebne::ActorPath> {
  std::size_t operator()(const kebne::ActorPath& path) const noexcept {
    const std::size_t address = std::hash<kebne::Address>{}(path.address());
    return std::hash<std::string>{}(path.to_string_without_address()) ^ (address * 31);
  }
};
