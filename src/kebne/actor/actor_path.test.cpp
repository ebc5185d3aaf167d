#include "kebne/actor/actor_path.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace kebne {
namespace {

const Address local{"akka", "sys"};
const Address remote{"akka.tcp", "sys", "h", 1};

ActorPath user_a() { return ActorPath{local} / "user" / "a"; }

std::string error_of(std::string_view text) {
  const Result<ActorPath> path = ActorPath::parse(text);
  return path ? "read as " + path->to_serialization_format() : path.error().text;
}

std::optional<Code> code_of(std::string_view text) {
  const Result<ActorPath> path = ActorPath::parse(text);
  if (path) return std::nullopt;
  return path.error().code;
}

TEST(ActorPath, ReadsItsParts) {
  const ActorPath path = *ActorPath::parse("akka.tcp://sys@h:1/user/a/b#123");

  EXPECT_EQ(path.address(), remote);
  EXPECT_EQ(path.elements(), (std::vector<std::string_view>{"user", "a", "b"}));
  EXPECT_EQ(path.depth(), 3u);
  EXPECT_EQ(path.name(), "b");
  EXPECT_EQ(path.uid(), 123u);
}

TEST(ActorPath, RootHasNoNameAndNoElements) {
  const ActorPath root{local};

  EXPECT_TRUE(root.is_root());
  EXPECT_EQ(root.name(), "");
  EXPECT_EQ(root.depth(), 0u);
  EXPECT_TRUE(root.elements().empty());
  EXPECT_EQ(root.to_string(), "akka://sys/");
}

TEST(ActorPath, RootIsItsOwnParentAndHasNoUid) {
  const ActorPath root{local};

  EXPECT_EQ(root.parent(), root);
  EXPECT_EQ(root.with_uid(7).uid(), 0u);
}

TEST(ActorPath, NoneIsEmptyInAllParts) {
  const ActorPath none;

  EXPECT_EQ(none.to_string(), "");
  EXPECT_EQ(none.to_serialization_format(), "");
  EXPECT_EQ(none.name(), "");
  EXPECT_EQ(none.depth(), 0u);
  EXPECT_TRUE(none.elements().empty());
  EXPECT_FALSE(none.is_root());
  EXPECT_EQ(none.parent(), none);
  EXPECT_EQ(none.with_uid(7).uid(), 0u);
  EXPECT_LT(none, ActorPath{local});
}

TEST(ActorPath, ParentHasOneElementLessAndNoUid) {
  const ActorPath path = user_a().with_uid(7);

  EXPECT_EQ(path.parent().to_serialization_format(), "akka://sys/user");
  EXPECT_TRUE(path.parent().parent().is_root());
}

TEST(ActorPath, ChildLeavesTheUidBehind) {
  EXPECT_EQ(user_a().with_uid(7).child("b").to_serialization_format(), "akka://sys/user/a/b");
}

TEST(ActorPath, ChildTakesAUidFromItsName) {
  EXPECT_EQ(user_a().child("b#5").name(), "b");
  EXPECT_EQ(user_a().child("b#5").uid(), 5u);
}

TEST(ActorPath, ChildRefusesAUidThatIsNone) {
  EXPECT_THROW((void)user_a().child("b#x"), std::invalid_argument);
  EXPECT_THROW((void)user_a().child("b#0"), std::invalid_argument);
  try {
    (void)user_a().child("b#-1");
    ADD_FAILURE() << "accepted";
  } catch (const std::invalid_argument& e) {
    EXPECT_STREQ(e.what(),
                 "child \"b#-1\" of akka://sys/user/a: expected a uid of 1..2147483647 after '#', "
                 "got \"-1\"");
  }
}

TEST(ActorPath, PrintsWithAndWithoutAddressAndUid) {
  const ActorPath path = user_a().with_uid(7);

  EXPECT_EQ(path.to_string(), "akka://sys/user/a");
  EXPECT_EQ(path.to_string_without_address(), "/user/a");
  EXPECT_EQ(path.to_string_with_address(remote), "akka.tcp://sys@h:1/user/a");
  EXPECT_EQ(path.to_serialization_format(), "akka://sys/user/a#7");
  EXPECT_EQ(path.to_serialization_format_with_address(remote), "akka.tcp://sys@h:1/user/a#7");
}

TEST(ActorPath, KeepsItsAddressWhenThatIsGlobal) {
  const ActorPath path{remote, "/user/a", 7};
  const Address other{"akka.tcp", "x", "y", 9};

  EXPECT_EQ(path.to_serialization_format_with_address(other), "akka.tcp://sys@h:1/user/a#7");
}

TEST(ActorPath, ReadsWhatItPrints) {
  const ActorPath paths[] = {ActorPath{local}, ActorPath{remote}, user_a(),
                             user_a().with_uid(ActorPath::max_uid),
                             ActorPath{remote, "/temp/$a", 1}};
  for (const ActorPath& path : paths) {
    const Result<ActorPath> read = ActorPath::parse(path.to_serialization_format());
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(*read, path);
    EXPECT_EQ(read->uid(), path.uid());
  }
}

TEST(ActorPath, LeavesEmptyElementsOut) {
  EXPECT_EQ(error_of("akka://sys//user///a//"), "read as akka://sys/user/a");
  EXPECT_EQ(error_of("akka://sys////"), "read as akka://sys/");
}

TEST(ActorPath, EqualityAndHashLeaveTheUidOut) {
  const std::hash<ActorPath> hash;

  EXPECT_EQ(user_a().with_uid(1), user_a().with_uid(2));
  EXPECT_EQ(hash(user_a().with_uid(1)), hash(user_a().with_uid(2)));
  EXPECT_NE(user_a(), user_a().parent());
  EXPECT_NE(user_a(), (ActorPath{remote, "/user/a"}));
}

TEST(ActorPath, OrdersAParentBeforeItsChildrenAndThemBeforeItsSiblings) {
  const std::vector<std::string> in_order = {"/",   "/a",   "/a/b", "/a/b/c", "/a/z",
                                             "/a!", "/a-b", "/b",   "/b/a"};
  std::vector<ActorPath> paths;
  for (const std::string& path : in_order) paths.emplace_back(local, path);
  std::reverse(paths.begin(), paths.end());
  std::sort(paths.begin(), paths.end());

  std::vector<std::string> sorted;
  for (const ActorPath& path : paths) sorted.push_back(path.to_string_without_address());
  EXPECT_EQ(sorted, in_order);
}

TEST(ActorPath, OrdersByAddressFirst) {
  EXPECT_LT((ActorPath{local, "/z"}), (ActorPath{remote, "/a"}));
  EXPECT_EQ(user_a().with_uid(1) <=> user_a().with_uid(2), std::strong_ordering::equal);
}

TEST(ActorPath, SaysWhatItWantedAndWhatItFound) {
  EXPECT_EQ(error_of("http://sys@h:1/user"),
            "actor path \"http://sys@h:1/user\": expected the protocol akka or akka.*, got "
            "\"http\"");
  EXPECT_EQ(error_of("akka://sys/user/a#x"),
            "actor path \"akka://sys/user/a#x\": expected a uid of 1..2147483647 after '#', got "
            "\"x\"");
  EXPECT_EQ(error_of("akka://sys/user/#5"),
            "actor path \"akka://sys/user/#5\": expected a name before '#'");
  EXPECT_EQ(error_of("akka://sys/us\ner"),
            "actor path \"akka://sys/us\\x0aer\": control character, byte 0x0a, at position 13");
}

TEST(ActorPath, RefusesMalformedText) {
  for (const std::string_view text :
       {"", "/", "/user/a", "user/a", "akka", "akka:", "akkax://sys/user", "tcp://sys@h:1/user",
        "akka://sys@h/user", "akka://sys/a#", "akka://sys/a#1#2", "akka://sys/a#1/b",
        "akka://sys/a#1/", "akka://sys/a# 1", "akka://sys/a#+1", "akka://sys/#1", "akka://sys#1",
        "akka://sys/a\x7f", "akka://sys/\t"}) {
    EXPECT_EQ(code_of(text), Code::BadSyntax) << text;
  }
}

TEST(ActorPath, RefusesAUidOutsideItsLimits) {
  for (const std::string_view text :
       {"akka://sys/a#0", "akka://sys/a#2147483648", "akka://sys/a#18446744073709551617",
        "akka://sys/a#99999999999999999999999999"}) {
    EXPECT_EQ(code_of(text), Code::OutOfRange) << text;
  }
}

TEST(ActorPath, RefusesOverlongText) {
  const std::string longest = "akka://sys/" + std::string(Address::max_text - 11, 'x');

  EXPECT_TRUE(ActorPath::parse(longest));
  EXPECT_FALSE(ActorPath::parse(longest + "x"));
}

TEST(ActorPath, CountsTheSlashOfTheRootInItsLength) {
  const std::string longest = "akka://" + std::string(Address::max_text - 8, 'x');
  const Result<ActorPath> root = ActorPath::parse(longest);

  ASSERT_TRUE(root);
  EXPECT_TRUE(ActorPath::parse(root->to_string()));
  EXPECT_FALSE(ActorPath::parse(longest + "x"));
}

TEST(ActorPath, NameCheckSaysWhichCharacterAndWhere) {
  EXPECT_EQ(ActorPath::check_name("a b").error().text,
            "actor name \"a b\": ' ' at position 1; expected ASCII letters, digits, % with two "
            "hexadecimal digits, or one of -_.*$+:@&=,!~';()\"");
  EXPECT_TRUE(ActorPath::check_name("a%2").error().text.starts_with(
      "actor name \"a%2\": '%' at position 1;"));
  EXPECT_TRUE(ActorPath::check_name("\xc3\xa9")
                  .error()
                  .text.starts_with("actor name \"\xc3\xa9\": byte 0xc3 at position 0;"));
  EXPECT_EQ(ActorPath::check_name("$a").error().text,
            "actor name \"$a\": '$' at position 0 is for generated names; expected another first "
            "character");
  EXPECT_EQ(ActorPath::check_name("").error().text, "actor name: expected a name, got none");
}

TEST(ActorPath, NameCheckRefusesOverlongNames) {
  EXPECT_TRUE(ActorPath::check_name(std::string(Address::max_text, 'x')));
  const Result<void> result = ActorPath::check_name(std::string(Address::max_text + 1, 'x'));
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().text.find("4097 bytes, expected 4096 at most"), std::string::npos);
}

TEST(ActorPath, NameCheckAndElementCheckAgree) {
  for (int c = 0; c < 256; ++c) {
    for (const std::string& name :
         {std::string{static_cast<char>(c)}, "a" + std::string{static_cast<char>(c)}}) {
      EXPECT_EQ(ActorPath::check_name(name).has_value(), ActorPath::is_valid_element(name)) << name;
    }
  }
}

TEST(ActorPath, AcceptedNamesMakePathsThatAreReadBack) {
  for (int c = 1; c < 256; ++c) {
    const std::string name = "a" + std::string{static_cast<char>(c)};
    if (!ActorPath::is_valid_element(name)) continue;
    const ActorPath path = ActorPath{local} / name;
    const Result<ActorPath> read = ActorPath::parse(path.to_string());
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(*read, path);
    EXPECT_EQ(read->name(), name);
  }
}

TEST(ActorPath, SystemNameCheckSaysWhichCharacterAndWhere) {
  EXPECT_TRUE(ActorPath::check_system_name("1my-System-"));
  EXPECT_EQ(ActorPath::check_system_name("my_sys").error().text,
            "actor system name \"my_sys\": '_' at position 2; expected ASCII letters, digits, and "
            "'-' but not first");
  EXPECT_TRUE(ActorPath::check_system_name("-sys").error().text.starts_with(
      "actor system name \"-sys\": '-' at position 0"));
  EXPECT_EQ(ActorPath::check_system_name("").error().text,
            "actor system name: expected a name, got none");
  EXPECT_FALSE(ActorPath::check_system_name(std::string(Address::max_text + 1, 'x')));
}

}  // namespace
}  // namespace kebne
