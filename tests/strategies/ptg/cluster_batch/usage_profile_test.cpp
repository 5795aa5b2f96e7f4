#include "strategies/ptg/cluster_batch/backfill.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/identity/random_stream.h"

namespace palio {
namespace {

constexpr double k_forever = std::numeric_limits<double>::infinity();

TEST(UsageProfile, AnEmptyClusterTakesAnything) {
  const UsageProfile profile(4);
  EXPECT_EQ(profile.earliest(0, 10, 4), 0);
  EXPECT_EQ(profile.earliest(2.5, 10, 4), 2.5);
  EXPECT_EQ(profile.latest(0, 10, 4, 4), 6);
  EXPECT_EQ(profile.latest(7, 10, 4, 4), std::nullopt);
}

// 4 processors; 3 in use from 2 to 5, all 4 from 8 to 9.
UsageProfile busy_profile() {
  UsageProfile profile(4);
  profile.add(2, 5, 3);
  profile.add(8, 9, 4);
  return profile;
}

TEST(UsageProfile, EarliestFindsHoles) {
  const UsageProfile profile = busy_profile();
  EXPECT_EQ(profile.earliest(0, 2, 4), 0);    // ends when the others begin
  EXPECT_EQ(profile.earliest(0, 3, 2), 5);    // 5 to 8, between the two
  EXPECT_EQ(profile.earliest(0, 3.5, 2), 9);  // too long for that
  EXPECT_EQ(profile.earliest(0, 8, 1), 0);    // beside the three
  EXPECT_EQ(profile.earliest(1, 8, 1), 9);
  EXPECT_EQ(profile.earliest(3, 1, 2), 5);
}

TEST(UsageProfile, LatestFindsHolesBackwards) {
  const UsageProfile profile = busy_profile();
  EXPECT_EQ(profile.latest(0, 10, 1, 4), 9);
  EXPECT_EQ(profile.latest(0, 10, 2, 4), 6);  // to the step of four at 8
  EXPECT_EQ(profile.latest(0, 10, 4, 1), 4);
  EXPECT_EQ(profile.latest(0, 10, 4, 2), std::nullopt);  // 5 to 8 and 0 to 2 are too short
  EXPECT_EQ(profile.latest(0, 8, 3, 2), 5);
  EXPECT_EQ(profile.latest(5.5, 8, 3, 2), std::nullopt);
}

TEST(UsageProfile, WhatIsTakenBackIsFree) {
  UsageProfile profile = busy_profile();
  profile.remove(2, 5, 3);
  EXPECT_EQ(profile.earliest(0, 8, 4), 0);
  profile.remove(8, 9, 4);
  EXPECT_EQ(profile.earliest(0, 100, 4), 0);
}

// The same questions answered by looking at every interval.
class Reference {
public:
  struct Interval {
    double start, finish;
    int n;
  };

  explicit Reference(int processors) : processors_(processors) {}

  bool has_room(double start, double finish, int n) const {
    if (!has_room_at(start, n)) return false;
    return std::ranges::none_of(intervals, [&](const Interval& other) {
      return other.start > start && other.start < finish && !has_room_at(other.start, n);
    });
  }

  double earliest(double ready, double duration, int n) const {
    double best = k_forever;
    if (has_room(ready, ready + duration, n)) return ready;
    for (const Interval& other : intervals)
      if (other.finish >= ready && has_room(other.finish, other.finish + duration, n))
        best = std::min(best, other.finish);
    return best;
  }

  std::optional<double> latest(double begin, double end, double duration, int n) const {
    std::optional<double> best;
    const auto offer = [&](double finish) {
      double start = finish - duration;
      while (start + duration > finish) start = std::nextafter(start, -k_forever);
      if (start >= begin && has_room(start, finish, n) && (!best || start > *best)) best = start;
    };
    offer(end);
    for (const Interval& other : intervals)
      if (other.start < end) offer(other.start);
    return best;
  }

  std::vector<Interval> intervals;

private:
  bool has_room_at(double date, int n) const {
    int used = n;
    for (const Interval& other : intervals)
      if (other.start <= date && date < other.finish) used += other.n;
    return used <= processors_;
  }

  int processors_;
};

// Dates on a grid meet often, others never.
enum class BusyDates { grid, any };

void compare(RandomStream& random, BusyDates dates) {
  const auto draw = [&](int largest) {
    return dates == BusyDates::grid ? static_cast<double>(random.uniform_integer(0, 2 * std::int64_t{largest})) / 2
                                    : random.uniform_real(0, largest);
  };
  const auto processors = static_cast<int>(random.uniform_integer(1, 8));
  UsageProfile profile(processors);
  Reference reference(processors);
  for (int operation = 0; operation < 30; ++operation) {
    const double ready = draw(20);
    const double duration = draw(6) + 0.5;
    const auto n = static_cast<int>(random.uniform_integer(1, processors));
    const double start = profile.earliest(ready, duration, n);
    ASSERT_EQ(start, reference.earliest(ready, duration, n));
    const double end = ready + draw(20);
    ASSERT_EQ(profile.latest(ready, end, duration, n), reference.latest(ready, end, duration, n));
    const auto count = static_cast<std::int64_t>(reference.intervals.size());
    if (count > 0 && random.uniform_integer(0, 2) == 0) {
      const auto out = reference.intervals.begin() + random.uniform_integer(0, count - 1);
      profile.remove(out->start, out->finish, out->n);
      reference.intervals.erase(out);
    } else {
      profile.add(start, start + duration, n);
      reference.intervals.push_back({start, start + duration, n});
    }
  }
}

TEST(UsageProfile, AnswersAsACountOverAllIntervals) {
  RandomStream random(3);
  for (int round = 0; round < 2000; ++round) {
    compare(random, round % 2 == 0 ? BusyDates::grid : BusyDates::any);
    ASSERT_FALSE(testing::Test::HasFatalFailure()) << "round " << round;
  }
}

}  // namespace
}  // namespace palio
