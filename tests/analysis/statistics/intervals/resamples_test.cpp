#include "analysis/statistics/intervals/draws.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace palio::test {
namespace {

using Entries = std::vector<std::pair<std::int64_t, std::string>>;

Entries draws_of(const std::string& kind, int count, std::int64_t first = 0) {
  Entries entries;
  for (int sample = 0; sample < count; ++sample)
    entries.emplace_back(first + sample, "a:kind=" + kind + ",sample=" + std::to_string(sample));
  return entries;
}

double sum_of(const Resamples& resamples, const Draws& draws, const Entries& entries, std::size_t resample) {
  return std::accumulate(entries.begin(), entries.end(), 0.0, [&](double sum, const auto& entry) {
    return sum + resamples.weights(draws, entry.first).at(resample);
  });
}

// Of 2 draws, 1 is in a resample and counts for both; of 5, 4 that count 5/4 each.
TEST(Resamples, LeaveEachKindItsWeight) {
  Entries entries = draws_of("x", 2);
  const Entries others = draws_of("y", 5, 10);
  entries.insert(entries.end(), others.begin(), others.end());
  const Draws draws(entries);
  const Resamples resamples(entries, draws, "platform");
  for (std::size_t i = 0; i < Resamples::k_count; ++i) {
    EXPECT_NEAR(sum_of(resamples, draws, others, i), 5, 1e-12);
    const double first = resamples.weights(draws, 0)[i];
    EXPECT_TRUE(first == 0 || first == 2) << first;
    EXPECT_EQ(first + resamples.weights(draws, 1)[i], 2);
  }
}

// The mean of n values has the variance s^2/n: of 0, 1, ..., 9, s^2 = 55/6 and s^2/10 = 0.917. 200 resamples tell it up
// to a tenth (the deviation of a variance is sqrt(2/199)); three tenths are allowed.
TEST(Resamples, VaryAsMeansOfOtherDrawsDo) {
  const Entries entries = draws_of("x", 10);
  const Draws draws(entries);
  const Resamples resamples(entries, draws, "platform");
  double squares = 0;
  for (std::size_t i = 0; i < Resamples::k_count; ++i) {
    double mean = 0;
    for (std::int64_t id = 0; id < 10; ++id) mean += resamples.weights(draws, id)[i] * static_cast<double>(id) / 10;
    squares += (mean - 4.5) * (mean - 4.5);
  }
  EXPECT_NEAR(squares / Resamples::k_count, 55.0 / 60, 0.3 * 55 / 60);
}

TEST(Resamples, AreTheSameInWhateverOrderDrawsWereStored) {
  const Entries entries = draws_of("x", 6);
  Entries other;
  for (int sample = 5; sample >= 0; --sample) other.emplace_back(5 - sample, entries[sample].second);
  const Draws draws(entries), others(other);
  const Resamples resamples(entries, draws, "platform"), again(other, others, "platform");
  for (std::int64_t id = 0; id < 6; ++id) EXPECT_EQ(resamples.weights(draws, id), again.weights(others, 5 - id)) << id;
  const Resamples other_side(entries, draws, "workload");
  EXPECT_NE(resamples.weights(draws, 0), other_side.weights(draws, 0));
}

TEST(Resamples, LeaveWhatIsNotDrawnAlone) {
  Entries entries{{0, "lille"}, {1, "a:kind=x,sample=0"}};
  const Draws draws(entries);
  const Resamples resamples(entries, draws, "platform");
  for (const std::int64_t id : {0, 1}) EXPECT_TRUE(resamples.weights(draws, id).empty());
}

// Each is the only one of its kind: there are no other ones to draw.
TEST(Resamples, MakeNoneOfKindsWithASingleDraw) {
  Entries entries = draws_of("x", 1);
  const Entries other = draws_of("y", 1, 1);
  entries.insert(entries.end(), other.begin(), other.end());
  const Draws draws(entries);
  const Resamples resamples(entries, draws, "platform");
  EXPECT_TRUE(resamples.weights(draws, 1).empty());
  EXPECT_FALSE(resamples.is_known(draws, 1));
  EXPECT_TRUE(resamples.is_known(Draws(std::vector<std::pair<std::int64_t, std::string>>{}), 1));  // not drawn
}

}  // namespace
}  // namespace palio::test
