#pragma once

#include "kebne/config/config_values.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace kebne::detail::hocon {

// Texts as values, in Akka.NET's spellings. White space around numbers, durations and sizes does
// not count. False: the text is none, or out of range; `out` is then unspecified.

bool read_scalar(std::string_view text, std::string& out);
bool read_scalar(std::string_view text, bool& out);
bool read_scalar(std::string_view text, std::uint8_t& out);
bool read_scalar(std::string_view text, std::int32_t& out);
bool read_scalar(std::string_view text, std::uint32_t& out);
bool read_scalar(std::string_view text, std::int64_t& out);
bool read_scalar(std::string_view text, float& out);
bool read_scalar(std::string_view text, double& out);
bool read_scalar(std::string_view text, std::chrono::nanoseconds& out);
bool read_scalar(std::string_view text, Timeout& out);
bool read_scalar(std::string_view text, ByteSize& out);

/// What a text of this type looks like, for error texts.
template <class T>
inline constexpr std::string_view wanted = "";
template <>
inline constexpr std::string_view wanted<std::string> = "a text";
template <>
inline constexpr std::string_view wanted<bool> = "on, off, true, false, yes or no";
template <>
inline constexpr std::string_view wanted<std::uint8_t> = "a whole number 0..255";
template <>
inline constexpr std::string_view wanted<std::int32_t> = "a whole number -2147483648..2147483647";
template <>
inline constexpr std::string_view wanted<std::uint32_t> = "a whole number 0..4294967295";
template <>
inline constexpr std::string_view wanted<std::int64_t> = "a whole number of 64 bits";
template <>
inline constexpr std::string_view wanted<float> = "a number";
template <>
inline constexpr std::string_view wanted<double> = "a number";
template <>
inline constexpr std::string_view wanted<std::chrono::nanoseconds> =
    "a duration such as 500ms or 5 s";
template <>
inline constexpr std::string_view wanted<Timeout> = "a duration such as 500ms or 5 s, or infinite";
template <>
inline constexpr std::string_view wanted<ByteSize> = "a size in bytes such as 4096, 64KiB or 1MB";

}  // namespace kebne::detail::hocon
