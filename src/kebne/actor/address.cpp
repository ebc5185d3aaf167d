#include "kebne/actor/address.hpp"

#include "kebne/actor/internal/text.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace kebne {
namespace {

using detail::is_control;
using detail::is_digit;
using detail::is_hex;
using detail::is_letter;
using detail::quoted;

constexpr std::string_view separator = "://";

void append_lower(std::string& to, std::string_view text) {
  for (const char c : text) to += detail::to_lower(c);
}

bool is_protocol(std::string_view text) noexcept {
  if (text.empty() || !is_letter(text.front())) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter(c) || is_digit(c) || c == '.' || c == '-' || c == '+';
  });
}

/// Akka.NET reads more here than it lets a system be called, a blank for example.
bool is_system(std::string_view text) noexcept {
  return !text.empty() && std::none_of(text.begin(), text.end(), [](char c) {
    return is_control(c) || c == ':' || c == '@' || c == '#' || c == '?';
  });
}

/// `::1`, `fe80::1%eth0`: the characters only, a resolver judges the rest.
bool is_ipv6(std::string_view text) noexcept {
  const std::string_view digits = text.substr(0, text.find('%'));
  if (std::count(digits.begin(), digits.end(), ':') < 2) return false;
  if (!std::all_of(digits.begin(), digits.end(),
                   [](char c) { return is_hex(c) || c == ':' || c == '.'; })) {
    return false;
  }
  if (digits.size() == text.size()) return true;
  const std::string_view zone = text.substr(digits.size() + 1);
  return !zone.empty() && std::all_of(zone.begin(), zone.end(), [](char c) {
    return is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == '.';
  });
}

bool is_host(std::string_view text) noexcept {
  if (text.size() > 2 && text.front() == '[' && text.back() == ']') {
    return is_ipv6(text.substr(1, text.size() - 2));
  }
  return !text.empty() && std::none_of(text.begin(), text.end(), [](char c) {
    return is_control(c) || std::string_view{" :@#?[]\\"}.find(c) != std::string_view::npos;
  });
}

std::optional<std::uint16_t> port_of(std::string_view text) noexcept {
  if (text.empty()) return std::nullopt;
  std::uint32_t port = 0;
  for (const char c : text) {
    if (!is_digit(c)) return std::nullopt;
    port = port * 10 + static_cast<std::uint32_t>(c - '0');
    if (port > 65535) return std::nullopt;
  }
  return static_cast<std::uint16_t>(port);
}

tl::unexpected<Error> bad(std::string_view text, std::string_view wanted, std::string_view found) {
  return fail(Code::BadSyntax,
              fmt::format("address {}: expected {}, got {}", quoted(text), wanted, quoted(found)));
}

}  // namespace

Address::Address(std::string_view protocol, std::string_view system, std::string_view host,
                 std::optional<std::uint16_t> port)
    : protocol_size_{static_cast<std::uint32_t>(protocol.size())},
      system_size_{static_cast<std::uint32_t>(system.size())},
      host_size_{static_cast<std::uint32_t>(host.size())},
      port_{port ? static_cast<std::int32_t>(*port) : -1} {
  constexpr std::size_t port_room = 7;  // "@", ":65535"
  text_.reserve(protocol.size() + separator.size() + system.size() + host.size() + port_room);
  append_lower(text_, protocol);
  text_ += separator;
  text_ += system;
  if (host.empty()) return;
  text_ += '@';
  append_lower(text_, host);
  if (port) text_ += fmt::format(":{}", *port);
}

Result<Address> Address::parse(std::string_view text) {
  if (text.size() > max_text) {
    return fail(Code::BadSyntax, fmt::format("address {}: {} bytes, expected {} at most",
                                             quoted(text), text.size(), max_text));
  }
  const std::size_t colon = text.find(separator);
  if (colon == std::string_view::npos) {
    return fail(Code::BadSyntax,
                fmt::format("address {}: expected protocol://system or protocol://system@host:port",
                            quoted(text)));
  }
  const std::string_view protocol = text.substr(0, colon);
  if (!is_protocol(protocol)) return bad(text, "a protocol such as akka.tcp", protocol);

  std::string_view authority = text.substr(colon + separator.size());
  authority = authority.substr(0, authority.find('/'));
  const std::size_t at = authority.find('@');
  const std::string_view system = authority.substr(0, at);
  if (!is_system(system)) {
    return bad(text, "a system's name without ':', '@', '#', '?' and control characters", system);
  }
  if (at == std::string_view::npos) return Address{protocol, system};

  const std::string_view host_port = authority.substr(at + 1);
  const std::size_t last_colon = host_port.rfind(':');
  const bool has_port = last_colon != std::string_view::npos &&
                        host_port.find(']', last_colon) == std::string_view::npos;
  const std::string_view host = has_port ? host_port.substr(0, last_colon) : host_port;
  if (!is_host(host)) return bad(text, "a host's name, an IPv4 address or [IPv6]", host);
  if (!has_port) return bad(text, "host:port", host_port);
  const std::string_view digits = host_port.substr(last_colon + 1);
  const std::optional<std::uint16_t> port = port_of(digits);
  if (!port) return bad(text, "a port of 0..65535", digits);
  return Address{protocol, system, host, port};
}

std::optional<std::string_view> Address::host() const noexcept {
  if (host_size_ == 0) return std::nullopt;
  return host_port().substr(system_size_ + 1, host_size_);
}

std::optional<std::uint16_t> Address::port() const noexcept {
  if (port_ < 0) return std::nullopt;
  return static_cast<std::uint16_t>(port_);
}

std::string_view Address::host_port() const noexcept {
  if (text_.empty()) return {};
  return std::string_view{text_}.substr(protocol_size_ + separator.size());
}

std::strong_ordering operator<=>(const Address& a, const Address& b) noexcept {
  if (const auto order = a.protocol() <=> b.protocol(); order != 0) return order;
  if (const auto order = a.system() <=> b.system(); order != 0) return order;
  if (const auto order = a.host() <=> b.host(); order != 0) return order;
  return a.port_ <=> b.port_;
}

}  // namespace kebne
