#include "kebne/base/base64_name.hpp"

namespace kebne {
namespace {

constexpr char digits[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+~";

}  // namespace

std::size_t write_base64(std::uint64_t n, char* to) noexcept {
  std::size_t size = 0;
  do {
    to[size++] = digits[n & 63];
    n >>= 6;
  } while (n != 0);
  return size;
}

std::string base64_name(std::uint64_t n) {
  char text[base64_name_max];
  return {text, write_base64(n, text)};
}

}  // namespace kebne
