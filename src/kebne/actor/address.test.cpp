#include "kebne/actor/address.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kebne {
namespace {

std::string error_of(std::string_view text) {
  const Result<Address> address = Address::parse(text);
  return address ? "read as " + address->to_string() : address.error().text;
}

std::optional<Code> code_of(std::string_view text) {
  const Result<Address> address = Address::parse(text);
  if (address) return std::nullopt;
  return address.error().code;
}

TEST(Address, ReadsItsParts) {
  const Address address = *Address::parse("akka.tcp://sys@host:2552");

  EXPECT_EQ(address.protocol(), "akka.tcp");
  EXPECT_EQ(address.system(), "sys");
  EXPECT_EQ(address.host(), "host");
  EXPECT_EQ(address.port(), 2552);
  EXPECT_EQ(address.host_port(), "sys@host:2552");
}

TEST(Address, HasNoHostInItsOwnProcess) {
  const Address address{"akka", "sys"};

  EXPECT_EQ(address.host(), std::nullopt);
  EXPECT_EQ(address.port(), std::nullopt);
  EXPECT_TRUE(address.has_local_scope());
  EXPECT_FALSE(address.has_global_scope());
  EXPECT_EQ(address.host_port(), "sys");
}

TEST(Address, NoneIsEmptyInAllParts) {
  const Address none;

  EXPECT_EQ(none.to_string(), "");
  EXPECT_EQ(none.protocol(), "");
  EXPECT_EQ(none.system(), "");
  EXPECT_EQ(none.host(), std::nullopt);
  EXPECT_EQ(none.port(), std::nullopt);
  EXPECT_EQ(none.host_port(), "");
  EXPECT_LT(none, (Address{"akka", "sys"}));
}

TEST(Address, ReadsWhatItPrints) {
  for (const std::string_view text :
       {"akka://sys", "akka.tcp://sys@host:2552", "akka://s y", "akka.tcp://sys@[::1]:0",
        "akka.tcp://sys@[fe80::1%eth0]:1", "akka.ssl.tcp://Sys-1@127.0.0.1:65535"}) {
    EXPECT_EQ(error_of(text), "read as " + std::string{text});
  }
}

TEST(Address, ReadsAPortWithLeadingZeros) {
  EXPECT_EQ(Address::parse("akka.tcp://sys@h:0002552")->port(), 2552);
}

TEST(Address, KeepsProtocolAndHostInLowerCase) {
  const Address address{"AKKA.TCP", "Sys", "Host", 1};

  EXPECT_EQ(address.to_string(), "akka.tcp://Sys@host:1");
  EXPECT_EQ(address, (Address{"akka.tcp", "Sys", "host", 1}));
  EXPECT_NE(address, (Address{"akka.tcp", "sys", "host", 1}));
}

TEST(Address, EqualsOnlyWithAllPartsEqual) {
  const Address address{"akka", "sys", "h", 1};

  EXPECT_NE(address, (Address{"akka.tcp", "sys", "h", 1}));
  EXPECT_NE(address, (Address{"akka", "sys", "g", 1}));
  EXPECT_NE(address, (Address{"akka", "sys", "h", 2}));
  EXPECT_NE((Address{"akka", "sys", {}, 1}), (Address{"akka", "sys"}));
  EXPECT_EQ(std::hash<Address>{}(address), std::hash<Address>{}(*Address::parse("akka://sys@H:1")));
}

TEST(Address, OrdersByProtocolSystemHostAndPortNumber) {
  const std::vector<Address> in_order = {
      {"akka", "a"},          {"akka", "b"},         {"akka", "b", "g", 30}, {"akka", "b", "h", 9},
      {"akka", "b", "h", 10}, {"akka", "c", "a", 1}, {"akka.tcp", "a"},
  };
  std::vector<Address> shuffled{in_order.rbegin(), in_order.rend()};
  std::sort(shuffled.begin(), shuffled.end());

  EXPECT_EQ(shuffled, in_order);
}

TEST(Address, SaysWhatItWantedAndWhatItFound) {
  EXPECT_EQ(error_of("sys@host:1"),
            "address \"sys@host:1\": expected protocol://system or protocol://system@host:port");
  EXPECT_EQ(error_of("a b://sys"),
            "address \"a b://sys\": expected a protocol such as akka.tcp, got \"a b\"");
  EXPECT_EQ(error_of("akka://"),
            "address \"akka://\": expected a system's name without ':', '@', '#', '?' and control "
            "characters, got \"\"");
  EXPECT_EQ(error_of("akka://s@h"), "address \"akka://s@h\": expected host:port, got \"h\"");
  EXPECT_EQ(error_of("akka://s@:1"),
            "address \"akka://s@:1\": expected a host's name, an IPv4 address or [IPv6], got \"\"");
  EXPECT_EQ(error_of("akka://s@h:http"),
            "address \"akka://s@h:http\": expected a port of 0..65535, got \"http\"");
}

TEST(Address, RefusesMalformedText) {
  for (const std::string_view text : {"",
                                      ":",
                                      "//",
                                      "://sys",
                                      "1akka://sys",
                                      "akka:/sys",
                                      "akka://",
                                      "akka:///user",
                                      "akka://@h:1",
                                      "akka://s:1",
                                      "akka://s#1",
                                      "akka://s?x",
                                      "akka://s\x1f",
                                      "akka://s@",
                                      "akka://s@h:",
                                      "akka://s@h:65536",
                                      "akka://s@h:99999999999999999999",
                                      "akka://s@h:-1",
                                      "akka://s@h:+1",
                                      "akka://s@h: 1",
                                      "akka://s@h:1 ",
                                      "akka://s@h:1#5",
                                      "akka://s@a b:1",
                                      "akka://a@b@c:1",
                                      "akka://s@::1:1",
                                      "akka://s@[]:1",
                                      "akka://s@[::1]",
                                      "akka://s@[::1]x:1",
                                      "akka://s@[::g]:1",
                                      "akka://s@[1.2.3.4]:1",
                                      "akka://s@[::1%]:1",
                                      "akka://s@[::1:1",
                                      "akka://s@::1]:1",
                                      "akka://s@[::1%a]b]:1"}) {
    EXPECT_EQ(code_of(text), Code::BadSyntax) << text;
  }
  EXPECT_EQ(code_of(std::string_view{"akka://a\0b", 10}), Code::BadSyntax);
}

TEST(Address, RefusesOverlongText) {
  const std::string longest = "akka://" + std::string(Address::max_text - 7, 'x');

  EXPECT_TRUE(Address::parse(longest));
  const std::string x(50, 'x');
  EXPECT_EQ(error_of(longest + "x"), "address \"akka://" + x.substr(7) + " ...(3997 bytes)... " +
                                         x + "\": 4097 bytes, expected 4096 at most");
}

TEST(Address, ShowsControlCharactersAsNumbers) {
  EXPECT_NE(error_of("akka://a\nb").find("got \"a\\x0ab\""), std::string::npos)
      << error_of("akka://a\nb");
}

TEST(Address, DoesNotCutACharacterInAnErrorText) {
  std::string text{":"};
  for (int i = 0; i < 100; ++i) text += "\xc3\xa4";
  std::string end;
  for (int i = 0; i < 25; ++i) end += "\xc3\xa4";

  EXPECT_TRUE(error_of(text).starts_with("address \":" + end.substr(0, 48) + " ...(102 bytes)... " +
                                         end + "\": expected"))
      << error_of(text);
}

}  // namespace
}  // namespace kebne
