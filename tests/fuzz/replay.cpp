#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<char>;

Bytes read(const std::filesystem::path& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{}};
}

}  // namespace

/// Gives each file of a folder to the fuzz target that it is linked with.
int main(int argc, char** argv) {
  if (argc != 2 || !std::filesystem::is_directory(argv[1])) {
    std::fprintf(stderr, "usage: replay_<target> <folder>; %s\n",
                 argc == 2 ? "there is no such folder" : "expected one argument");
    return 2;
  }
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator{argv[1]}) {
    const Bytes bytes = read(entry.path());
    std::printf("%s (%zu bytes)\n", entry.path().filename().c_str(), bytes.size());
    std::fflush(stdout);  // the last line tells which file ended the program
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    ++count;
  }
  std::printf("%d files\n", count);
  return count > 0 ? 0 : 1;
}
