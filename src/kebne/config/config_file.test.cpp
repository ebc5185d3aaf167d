#include "kebne/config/config.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace kebne {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test.
class ConfigFile : public testing::Test {
 protected:
  ConfigFile()
      : folder_{fs::path{testing::TempDir()} /
                ("kebne_config_" +
                 std::string{testing::UnitTest::GetInstance()->current_test_info()->name()})} {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "sub");
  }
  ~ConfigFile() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) {
    std::ofstream{folder_ / name, std::ios::binary} << text;
    return (folder_ / name).string();
  }

  /// The error without the folder's name.
  std::string error_of(const std::string& path, const ConfigReading& reading = {}) {
    const auto config = Config::parse_file(path, reading);
    if (config) return "no error";
    std::string text = config.error().text;
    const std::string prefix = folder_.string() + "/";
    for (std::size_t at = 0; (at = text.find(prefix)) != std::string::npos;) {
      text.erase(at, prefix.size());
    }
    return text;
  }

  fs::path folder_;
};

TEST_F(ConfigFile, IncludesBesideTheFileThatAsks) {
  write("sub/b.conf", "b = 2\ninclude \"c.conf\"");
  write("sub/c.conf", "c = 3");
  const Config config = Config::file(write("a.conf", "a = 1\ninclude file(\"sub/b.conf\")"));

  EXPECT_EQ(config.to_string(), "a = 1 ; b = 2 ; c = 3");
  EXPECT_EQ(config.origin("c")->source, (folder_ / "sub" / "c.conf").string());
}

TEST_F(ConfigFile, NamesWhatIsMissing) {
  EXPECT_EQ(error_of((folder_ / "none.conf").string()),
            "none.conf: found No such file or directory, wanted a file that can be read");
  EXPECT_EQ(error_of(write("a.conf", "a = 1\nb { include \"none.conf\" }")),
            "a.conf:2:5: b: found include \"none.conf\" (No such file or directory), wanted a file "
            "that can be read");
  EXPECT_EQ(error_of(folder_.string()).substr(folder_.string().size()),
            ": found Is a directory, wanted a file that can be read");
}

TEST_F(ConfigFile, RefusesCircles) {
  write("b.conf", "include \"./sub/../a.conf\"");

  EXPECT_EQ(
      error_of(write("a.conf", "include \"b.conf\"")),
      "b.conf:1:1: found include \"./sub/../a.conf\", which includes itself, wanted no circle "
      "of includes");
}

TEST_F(ConfigFile, ThrowsTheSameError) {
  try {
    (void)Config::file((folder_ / "none.conf").string());
    FAIL() << "no error";
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.origin.source, (folder_ / "none.conf").string());
    EXPECT_EQ(error.wanted, "a file that can be read");
  }
}

TEST_F(ConfigFile, StopsAtTheLimits) {
  const std::string path = write("a.conf", "include \"b.conf\"\ninclude \"b.conf\"");
  write("b.conf", "b = \"" + std::string(60, 'x') + "\"");

  EXPECT_EQ(error_of(path, {.include = {}, .limits = {.bytes = 30}}),
            "a.conf: found more than 30 bytes, wanted a file that can be read");
  EXPECT_EQ(error_of(path, {.include = {}, .limits = {.bytes = 150}}),
            "a.conf:2:1: found 165 bytes with this include, wanted at most 150");
  EXPECT_EQ(error_of(path, {.include = {}, .limits = {.includes = 1}}),
            "a.conf:2:1: found 2 includes, wanted at most 1");
  EXPECT_EQ(error_of(path), "no error");
}

}  // namespace
}  // namespace kebne
