#pragma once

#include "kebne/base/result.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kebne {

/// Where an actor system lives: `akka://sys` in its own process, `akka.tcp://sys@host:2552` on a
/// network.
///
/// Protocol and host are kept in lower case, so `Host` equals `host`; the system's name is kept as
/// given. A value: immutable but by assignment. Views that it gives out live as long as it does.
class Address {
 public:
  /// `parse`, and `ActorPath::parse`, refuse a longer text unread.
  static constexpr std::size_t max_text = 4096;

  /// No address at all; its text is empty.
  Address() noexcept = default;

  /// An address without host and port. The parts are taken as they are; `parse` is for input.
  Address(std::string_view protocol, std::string_view system)
      : Address{protocol, system, {}, std::nullopt} {}

  /// An empty `host` is none. Without a host the port is kept but not printed.
  Address(std::string_view protocol, std::string_view system, std::string_view host,
          std::optional<std::uint16_t> port);

  /// Reads `protocol://system` or `protocol://system@host:port`; what begins at the next `/` is
  /// left alone.
  ///
  /// A host needs its port, an IPv6 host its brackets. Fails with `Code::BadSyntax`.
  [[nodiscard]] static Result<Address> parse(std::string_view text);

  [[nodiscard]] std::string_view protocol() const noexcept {
    return std::string_view{text_}.substr(0, protocol_size_);
  }
  [[nodiscard]] std::string_view system() const noexcept {
    return host_port().substr(0, system_size_);
  }
  [[nodiscard]] std::optional<std::string_view> host() const noexcept;
  [[nodiscard]] std::optional<std::uint16_t> port() const noexcept;

  /// Neither host nor port: means the process in which it is read.
  [[nodiscard]] bool has_local_scope() const noexcept { return host_size_ == 0 && port_ < 0; }

  /// Host and port: means the same everywhere.
  [[nodiscard]] bool has_global_scope() const noexcept { return host_size_ != 0 && port_ >= 0; }

  [[nodiscard]] const std::string& to_string() const noexcept { return text_; }

  /// `system@host:port`: the text without its protocol.
  [[nodiscard]] std::string_view host_port() const noexcept;

  friend bool operator==(const Address&, const Address&) noexcept = default;

  /// By protocol, system, host, port; none comes first.
  friend std::strong_ordering operator<=>(const Address& a, const Address& b) noexcept;

 private:
  std::string text_;
  std::uint32_t protocol_size_ = 0;
  std::uint32_t system_size_ = 0;
  std::uint32_t host_size_ = 0;
  std::int32_t port_ = -1;  // -1: none
};

}  // namespace kebne

template <>
struct std::hash<kebne::Address> {
  std::size_t operator()(const kebne::Address& address) const noexcept {
    return std::hash<std::string>{}(address.to_string());
  }
};
