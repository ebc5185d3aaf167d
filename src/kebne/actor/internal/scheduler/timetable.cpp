#include "kebne/actor/detail/timetable.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

namespace kebne::detail {
namespace {

using Time = std::chrono::nanoseconds;

double ms(Time time) noexcept { return std::chrono::duration<double, std::milli>(time).count(); }

}  // namespace

bool Timetable::add(Time& time, Time by) noexcept {
  if (by > Time::max() - std::max(time, Time{0})) return false;
  time += by;
  return true;
}

Time Timetable::first(Time now) const {
  if (delay < Time{0}) {
    throw std::invalid_argument{fmt::format("delay: found {} ms, wanted 0 or more", ms(delay))};
  }
  if (repeat != Repeat::Once && interval <= Time{0}) {
    throw std::invalid_argument{
        fmt::format("interval: found {} ms, wanted more than 0", ms(interval))};
  }
  if (!add(now, delay)) {
    throw std::invalid_argument{fmt::format("delay: found {} ms, wanted at most {} ms", ms(delay),
                                            ms(Time::max() - std::max(now, Time{0})))};
  }
  return now;
}

}  // namespace kebne::detail
