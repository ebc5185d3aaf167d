#pragma once

#include <functional>
#include <thread>

namespace kebne::detail {

/// How an executor starts a thread. Throws `std::system_error` when there is none to be had; tests
/// put one in its place that does so.
using ThreadStarter = std::thread (*)(std::function<void()> body);

inline std::thread start_thread(std::function<void()> body) { return std::thread{std::move(body)}; }

}  // namespace kebne::detail
