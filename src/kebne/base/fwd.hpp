#pragma once

#include <cstdint>

namespace kebne {

class Alarm;
class Clock;
class Executor;
class LazyText;
class Observer;
class Random;
class SeededRandom;
class StderrObserver;
class SystemClock;
class SystemRandom;
struct DeadLetterReport;
struct Done;
struct Error;
struct FailureReport;
struct Runnable;
struct UnhandledReport;
template <class T>
class IntrusivePtr;
enum class Code : std::uint8_t;
enum class DeadLetterReason : std::uint8_t;
enum class FailurePoint : std::uint8_t;

}  // namespace kebne
