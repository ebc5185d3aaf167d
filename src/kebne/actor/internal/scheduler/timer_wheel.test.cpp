#include "kebne/actor/internal/scheduler/timer_wheel.hpp"

#include "kebne/base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kebne::detail {
namespace {

using namespace std::chrono_literals;
using Time = TimerWheel::Time;

constexpr Time end_of_time = Time::max();
constexpr Time revolution{std::int64_t{1} << 33};  // 512 buckets of 2^24 ns

struct Named : TimerWheel::Entry {
  explicit Named(char c) : name{c} {}
  char name;
};

/// Everything due at `now`, in order.
std::string pop(TimerWheel& wheel, Time now) {
  std::string names;
  for (;;) {
    TimerWheel::Entry* entry = wheel.pop_due(now);
    if (entry != nullptr) {
      names += static_cast<Named*>(entry)->name;
    } else if (!wheel.is_sorting()) {
      return names;
    }
  }
}

TEST(TimerWheel, IsNeverEarly) {
  for (const Time deadline : {Time{1}, Time{63}, Time{64}, Time{10ms}, Time{2s}, revolution,
                              revolution + Time{1}, Time{1h}, end_of_time}) {
    TimerWheel wheel{10ms, 512, 0ns};
    Named a{'a'};
    wheel.arm(a, deadline);

    EXPECT_EQ(wheel.next(), deadline);
    EXPECT_EQ(pop(wheel, deadline - 1ns), "");
    EXPECT_EQ(wheel.next(), deadline);
    EXPECT_EQ(pop(wheel, deadline), "a");
    EXPECT_EQ(wheel.next(), std::nullopt);
  }
}

TEST(TimerWheel, GoesByDeadlineThenByArming) {
  TimerWheel wheel{10ms, 512, 0ns};
  Named entries[] = {Named{'a'}, Named{'b'}, Named{'c'}, Named{'d'}, Named{'e'}};
  const Time deadlines[] = {50ms, 20ms, 50ms, 20ms + 1ns, 50ms};
  for (std::size_t i = 0; i < 5; ++i) wheel.arm(entries[i], deadlines[i]);

  EXPECT_EQ(pop(wheel, 20ms), "b");
  EXPECT_EQ(pop(wheel, 1s), "dace");
}

TEST(TimerWheel, KeepsTheOrderOfArmingAcrossBuckets) {
  TimerWheel wheel{10ms, 512, 0ns};
  Named entries[] = {Named{'a'}, Named{'b'}, Named{'c'}, Named{'x'}};
  wheel.arm(entries[0], 3 * revolution + 5ns);
  EXPECT_EQ(pop(wheel, 2 * revolution), "");
  wheel.arm(entries[1], 3 * revolution + 5ns);
  wheel.arm(entries[3], 3 * revolution);
  EXPECT_EQ(pop(wheel, 3 * revolution), "x");
  wheel.arm(entries[2], 3 * revolution + 5ns);

  EXPECT_EQ(pop(wheel, 4 * revolution), "abc");
}

TEST(TimerWheel, TakesAPastDeadlineForNow) {
  TimerWheel wheel{10ms, 512, 0ns};
  Named a{'a'};
  Named b{'b'};
  EXPECT_EQ(pop(wheel, 1s), "");
  wheel.arm(b, 1s);
  wheel.arm(a, 500ms);

  EXPECT_EQ(pop(wheel, 1s), "ba");
}

TEST(TimerWheel, ForgetsWhatIsCancelled) {
  TimerWheel wheel{10ms, 512, 0ns};
  Named a{'a'};
  Named b{'b'};
  Named c{'c'};
  wheel.arm(a, 1s);
  wheel.arm(b, 1s);
  wheel.arm(c, 1h);

  wheel.cancel(b);
  EXPECT_FALSE(b.is_armed());
  EXPECT_EQ(wheel.size(), 2u);
  wheel.cancel(c);
  EXPECT_EQ(pop(wheel, 2h), "a");
  EXPECT_EQ(wheel.size(), 0u);
  EXPECT_EQ(wheel.next(), std::nullopt);

  wheel.arm(b, 3h);
  EXPECT_EQ(pop(wheel, 3h), "b");
}

TEST(TimerWheel, WorksFromTheBeginningToTheEndOfTime) {
  TimerWheel wheel{10ms, 512, Time::min()};
  Named a{'a'};
  Named b{'b'};
  Named c{'c'};
  wheel.arm(c, end_of_time);
  wheel.arm(b, 0ns);
  wheel.arm(a, -1ns);

  EXPECT_EQ(pop(wheel, -2ns), "");
  EXPECT_EQ(pop(wheel, -1ns), "a");
  EXPECT_EQ(pop(wheel, end_of_time - 1ns), "b");
  EXPECT_EQ(pop(wheel, end_of_time), "c");
}

TEST(TimerWheel, CrossesTheLimitsOfMillisecondCounters) {
  for (const std::int64_t limit : {std::int64_t{1} << 31, std::int64_t{1} << 32}) {
    const Time start = std::chrono::milliseconds{limit} - 5s;
    TimerWheel wheel{10ms, 512, start};
    Named entries[] = {Named{'a'}, Named{'b'}, Named{'c'}};
    wheel.arm(entries[2], start + 10s);
    wheel.arm(entries[1], start + 5s);
    wheel.arm(entries[0], start + 5s - 1ns);

    EXPECT_EQ(pop(wheel, start + 5s - 1ns), "a");
    EXPECT_EQ(pop(wheel, start + 5s), "b");
    EXPECT_EQ(pop(wheel, start + 10s), "c");
  }
}

TEST(TimerWheel, RoundsTheNumberOfBucketsUp) {
  EXPECT_EQ(TimerWheel(10ms, 1, 0ns).buckets(), 1u);
  EXPECT_EQ(TimerWheel(10ms, 500, 0ns).buckets(), 512u);
  EXPECT_EQ(TimerWheel(10ms, 512, 0ns).buckets(), 512u);
  EXPECT_EQ(TimerWheel(10ms, 1u << 30, 0ns).buckets(), TimerWheel::most_buckets);
}

/// A sorted map that is told the same as a wheel.
class Twins {
 public:
  Twins(Time tick, std::uint32_t buckets, Time now, std::uint64_t seed)
      : wheel_{tick, buckets, now}, now_{now}, random_{seed} {}

  void step() {
    const std::uint64_t what = draw(10);
    if (what < 5) {
      arm();
    } else if (what < 7) {
      cancel();
    } else {
      advance();
    }
    ASSERT_EQ(wheel_.size(), model_.size());
    if (model_.empty()) {
      ASSERT_EQ(wheel_.next(), std::nullopt);
    } else {
      ASSERT_TRUE(wheel_.next());
      ASSERT_LE(*wheel_.next(), model_.begin()->first.first);
    }
  }

  /// Fills a bucket that is far away.
  void arm_many(int n) {
    const Time near = now_ + 3 * revolution;
    for (int i = 0; i < n; ++i) arm_at(near + Time{static_cast<std::int64_t>(draw(1000))});
  }

  void run_out() {
    now_ = end_of_time;
    take_due();
    ASSERT_TRUE(model_.empty());
  }

  /// Each entry moves at most once per level, but for the lowest.
  void check_work() const { EXPECT_LE(wheel_.moves(), armed_ * (wheel_.levels() - 1)); }

 private:
  struct Numbered : TimerWheel::Entry {
    std::uint64_t number = 0;
  };
  using Key = std::pair<Time, std::uint64_t>;

  std::uint64_t draw(std::uint64_t below) { return random_.next() % below; }

  Time draw_delay() {
    static constexpr std::int64_t scales[] = {1,
                                              64,
                                              100'000,
                                              20'000'000,
                                              revolution.count(),
                                              5 * revolution.count(),
                                              std::int64_t{1'000'000} << 31,
                                              std::int64_t{1'000'000} << 32,
                                              end_of_time.count()};
    const std::int64_t scale = scales[draw(std::size(scales))];
    const auto delay =
        static_cast<std::int64_t>(draw(static_cast<std::uint64_t>(scale))) + (draw(2) ? 0 : 1);
    const Time most = now_ < Time{0} ? end_of_time : end_of_time - now_;
    // Often the same ones, so that deadlines are equal.
    return std::min(Time{draw(3) == 0 ? scale : delay}, most);
  }

  void arm() {
    const Time deadline = now_ + draw_delay();
    const bool is_twin = !model_.empty() && draw(4) == 0;
    arm_at(is_twin ? std::prev(model_.end())->first.first : deadline);
  }

  void arm_at(Time deadline) {
    auto entry = std::make_unique<Numbered>();
    entry->number = armed_++;
    wheel_.arm(*entry, deadline);
    ASSERT_EQ(entry->deadline(), deadline);
    const Key key{deadline, entry->number};
    model_.emplace(key, std::move(entry));
  }

  void cancel() {
    if (model_.empty()) return;
    auto victim = model_.begin();
    if (draw(2) != 0) std::advance(victim, static_cast<std::ptrdiff_t>(draw(model_.size())));
    wheel_.cancel(*victim->second);
    model_.erase(victim);
  }

  void advance() {
    const Time by = draw_delay() / 4;
    const auto next = wheel_.next();
    now_ = next && draw(2) == 0 ? std::max(now_, *next) : now_ + by;
    take_due();
  }

  void take_due() {
    for (;;) {
      TimerWheel::Entry* entry = wheel_.pop_due(now_);
      if (entry == nullptr && wheel_.is_sorting()) {  // others get in between
        draw(2) == 0 ? arm() : cancel();
        continue;
      }
      if (entry == nullptr) break;
      ASSERT_FALSE(model_.empty());
      ASSERT_EQ(entry, model_.begin()->second.get());
      ASSERT_LE(entry->deadline(), now_);
      model_.erase(model_.begin());
    }
    ASSERT_TRUE(model_.empty() || model_.begin()->first.first > now_);
  }

  TimerWheel wheel_;
  Time now_;
  SeededRandom random_;
  std::uint64_t armed_ = 0;
  std::map<Key, std::unique_ptr<Numbered>> model_;
};

TEST(TimerWheel, DoesAsASortedMapDoes) {
  const std::pair<Time, std::uint32_t> sizes[] = {
      {10ms, 512}, {10ms, 1}, {1ns, 1}, {1ns, 4096}, {3ns, 7}, {1h, 512}, {end_of_time, 64}};
  const Time starts[] = {0ns, -(1h), std::chrono::milliseconds{std::int64_t{1} << 32} - 5s};
  std::uint64_t seed = 1;
  for (const auto& [tick, buckets] : sizes) {
    for (const Time start : starts) {
      for (int repetition = 0; repetition < 10; ++repetition, ++seed) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        Twins twins{tick, buckets, start, seed};
        if (repetition == 0) twins.arm_many(1000);
        for (int i = 0; i < 1000 && !testing::Test::HasFatalFailure(); ++i) twins.step();
        twins.run_out();
        twins.check_work();
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(TimerWheel, SortsALargeBucketALittleAtATime) {
  constexpr std::size_t n = 10'000;
  TimerWheel wheel{10ms, 512, 0ns};
  std::vector<TimerWheel::Entry> entries(n);
  SeededRandom random{1};
  for (TimerWheel::Entry& e : entries) {
    wheel.arm(e, 10 * revolution + Time{static_cast<std::int64_t>(random.next() % 1'000'000'000)});
  }
  EXPECT_EQ(wheel.moves(), 0u);

  Time last{0};
  std::size_t popped = 0;
  Named late{'x'};
  while (popped < n) {
    const std::uint64_t before = wheel.moves();
    TimerWheel::Entry* entry = wheel.pop_due(11 * revolution);
    ASSERT_LE(wheel.moves() - before, TimerWheel::moves_per_call * wheel.levels());
    if (entry == nullptr) {
      ASSERT_TRUE(wheel.is_sorting());
      ASSERT_LE(*wheel.next(), 11 * revolution);
      if (late.is_armed()) wheel.cancel(late);  // in between others may arm and cancel
      wheel.arm(late, 20 * revolution);
      continue;
    }
    ASSERT_LE(last, entry->deadline());
    last = entry->deadline();
    ++popped;
  }
  EXPECT_EQ(pop(wheel, 20 * revolution), "x");
}

TEST(TimerWheel, GivesUpAllThatIsInIt) {
  TimerWheel wheel{10ms, 512, 0ns};
  Named a{'a'};
  Named b{'b'};
  wheel.arm(a, 1ns);
  wheel.arm(b, 1h);

  EXPECT_EQ(wheel.pop_any(), &a);
  EXPECT_EQ(wheel.pop_any(), &b);
  EXPECT_EQ(wheel.pop_any(), nullptr);
  EXPECT_EQ(wheel.size(), 0u);
}

}  // namespace
}  // namespace kebne::detail
