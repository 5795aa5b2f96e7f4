// How often the interval at which a campaign stops holds the value that it is about.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include "analysis/statistics/intervals/clustered.h"
#include "campaign/until/look_plan.h"

namespace palio::test {
namespace {

// Values exp(a p + b w + c i) of draws of platforms p, workloads w and instances i, all standard normal: skewed, as
// makespans are, with a known mean. So many kinds of platforms and of workloads, each with a scale of its own.
struct World {
  double platform, workload, product;
  int platform_kinds, workload_kinds;
  DrawCounts first;
  double target;  // relative half-width

  static double scale(int platform_kind, int workload_kind) { return 1 + 0.5 * platform_kind + 0.3 * workload_kind; }
  double mean() const {
    double scales = 0;
    for (int p = 0; p < platform_kinds; ++p)
      for (int w = 0; w < workload_kinds; ++w) scales += scale(p, w);
    return scales / (platform_kinds * workload_kinds) * std::exp(variance() / 2);
  }
  double geometric_mean() const {
    double logs = 0;
    for (int p = 0; p < platform_kinds; ++p)
      for (int w = 0; w < workload_kinds; ++w) logs += std::log(scale(p, w));
    return std::exp(logs / (platform_kinds * workload_kinds));
  }
  double quantile(double order) const {
    double low = 0, high = 1000;
    while (high - low > 1e-9) {
      const double middle = (low + high) / 2;
      (share_below(middle) < order ? low : high) = middle;
    }
    return low;
  }

  double variance() const { return platform * platform + workload * workload + product * product; }  // of logarithms
  double share_below(double value) const {
    double share = 0;
    for (int p = 0; p < platform_kinds; ++p)
      for (int w = 0; w < workload_kinds; ++w)
        share += std::erfc(-std::log(value / scale(p, w)) / std::sqrt(2 * variance())) / 2;
    return share / (platform_kinds * workload_kinds);
  }
};

constexpr std::int64_t k_most = 200;  // draws

std::int64_t id(int kind, std::int64_t sample) { return kind * k_most + sample; }

Draws draws_of_kinds(int kinds) {
  std::vector<std::pair<std::int64_t, std::string>> names;
  for (int kind = 0; kind < kinds; ++kind)
    for (std::int64_t sample = 0; sample < k_most; ++sample)
      names.emplace_back(id(kind, sample), "a:kind=" + std::to_string(kind) + ",sample=" + std::to_string(sample));
  return Draws(names);
}

// In (0, 1): Steele, Lea and Flood's SplitMix64, OOPSLA 2014.
double uniform(std::uint64_t seed) {
  std::uint64_t z = seed * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
  return (static_cast<double>((z ^ (z >> 31U)) >> 11U) + 0.5) * 0x1p-53;
}

// A standard normal variable that is the same whenever it is asked for, as a draw is (Box and Muller).
double normal(std::uint64_t campaign, std::uint64_t what, std::uint64_t number) {
  const std::uint64_t seed = 2 * ((campaign * 10'000 + what) * 10'000 + number);
  return std::sqrt(-2 * std::log(uniform(seed + 1))) * std::cos(2 * std::numbers::pi * uniform(seed + 2));
}

std::vector<DrawnValue> values_of(const World& world, std::uint64_t campaign, const DrawCounts& draws) {
  std::vector<DrawnValue> values;
  for (int k = 0; k < world.platform_kinds; ++k)
    for (std::int64_t p = 0; p < draws.platforms; ++p) {
      const double platform = normal(campaign, 1, id(k, p));
      for (int l = 0; l < world.workload_kinds; ++l)
        for (std::int64_t w = 0; w < draws.workloads; ++w) {
          const double workload = normal(campaign, 2, id(l, w));
          const double both = normal(campaign, 3 + id(k, p), id(l, w));
          values.push_back({World::scale(k, l) *
                                std::exp(world.platform * platform + world.workload * workload + world.product * both),
                            id(k, p), id(l, w)});
        }
    }
  return values;
}

// A claim whose bound is the mean itself. It is never decided rightly, so that it goes on as long as it may.
Estimate estimate_claim(const World& world, std::span<const DrawnValue> drawn, const Draws& platforms,
                        const Draws& workloads) {
  CrossedRatio values;
  for (const DrawnValue& value : drawn) values.add(value.value, 1, value.platform, value.workload);
  const DrawVariances variances = values.variances(platforms, workloads);
  Estimate estimate{.name = "",
                    .value = values.ratio(),
                    .margin = draws_margin(variances.platforms, variances.workloads, k_level_of_verdicts)};
  estimate.holds = is_narrow(variances, k_level_of_verdicts, std::abs(estimate.value - world.mean()));
  estimate.most = estimate.margin / 1.3;
  estimate.parts = values.parts(platforms, workloads);
  return estimate;
}

// Whether the interval of an estimate holds the value of the world.
bool covers(const World& world, const Target& target, const Estimate& estimate, std::span<const DrawnValue> values) {
  if (target.statistic == Statistic::geometric_mean)
    return std::abs(std::log(estimate.value / world.geometric_mean())) <= estimate.margin;
  if (target.statistic == Statistic::mean) return std::abs(estimate.value - world.mean()) <= estimate.margin;
  const double quantile = world.quantile(target.order);
  const auto below = std::ranges::count_if(values, [&](const DrawnValue& value) { return value.value < quantile; });
  return std::abs(static_cast<double>(below) / static_cast<double>(values.size()) - target.order) <= estimate.margin;
}

// Whether the interval of the last look covers.
bool covers(const World& world, std::uint64_t campaign, Target target, const Draws& platforms, const Draws& workloads) {
  Looks looks{.until = {}, .at_most = 0, .draws = {world.first}};
  target.most = world.target;
  for (;;) {
    const std::vector<DrawnValue> values = values_of(world, campaign, looks.draws.back());
    const Estimate estimate = target.decided ? estimate_claim(world, values, platforms, workloads)
                                             : estimate_value(target, "", values, platforms, workloads);
    const bool is_covered = covers(world, target, estimate, values);
    if (estimate.holds) return is_covered;
    const std::vector<TargetState> states{{target, {estimate}}};
    const std::int64_t most = target.decided ? 60 : k_most;
    const LookPlan plan = plan_look(looks, {most, most}, states, std::ssize(values));
    if (!plan.next) return target.decided || is_covered;
    looks.draws.push_back(*plan.next);
  }
}

double coverage(const World& world, const Target& target, std::uint64_t campaigns) {
  const Draws platforms = draws_of_kinds(world.platform_kinds), workloads = draws_of_kinds(world.workload_kinds);
  std::uint64_t covered = 0;
  for (std::uint64_t campaign = 0; campaign < campaigns; ++campaign)
    covered += covers(world, campaign, target, platforms, workloads) ? 1 : 0;
  return static_cast<double>(covered) / static_cast<double>(campaigns);
}

// Of each world; PALIO_CAMPAIGNS=3000 makes it exact to 0.4 points.
std::uint64_t campaigns() {
  const char* wanted = std::getenv("PALIO_CAMPAIGNS");
  return wanted == nullptr ? 40 : std::stoull(wanted);
}

const std::vector<World> k_worlds{{0.4, 0.4, 0.3, 1, 1, {5, 5}, 0.2},  {0.5, 0.2, 0.4, 3, 2, {4, 3}, 0.12},
                                  {0.2, 0.5, 0.2, 2, 3, {3, 4}, 0.12}, {0.3, 0.3, 0.6, 2, 2, {4, 4}, 0.15},
                                  {0.4, 0.4, 0.3, 1, 1, {2, 2}, 0.2},  {0.3, 0.1, 0.1, 1, 1, {2, 2}, 0.1},
                                  {0.5, 0.3, 0.3, 1, 4, {3, 3}, 0.15}};

// Few campaigns tell of all worlds together; enough of them, of each.
void expect_coverage(const std::string& text, double least, double most) {
  const Target target = parse_target(text);
  const std::uint64_t count = campaigns();
  double sum = 0;
  for (std::size_t i = 0; i < k_worlds.size(); ++i) {
    const double share = coverage(k_worlds[i], target, count);
    testing::Test::RecordProperty("coverage_" + std::to_string(i), std::to_string(share));
    sum += share;
    if (count < 3000) continue;
    EXPECT_GE(share, least) << i;
    EXPECT_LE(share, most) << i;
  }
  const double mean = sum / static_cast<double>(k_worlds.size());
  EXPECT_GE(mean, least);
  EXPECT_LE(mean, most);
}

// The worlds say how precise.
TEST(Coverage, OfMeansWhereTheirPrecisionStopsThem) {
  expect_coverage("relative half-width of mean(makespan) <= 50 %", 0.93, 0.97);
}

// These are hardly narrow by chance where they are small, so that nearly all of the 97 % of each look are left.
TEST(Coverage, OfGeometricMeans) {
  expect_coverage("relative half-width of geometric_mean(makespan) <= 50 %", 0.94, 0.99);
}

TEST(Coverage, OfMedians) { expect_coverage("relative half-width of median(makespan) <= 50 %", 0.94, 0.99); }

TEST(Coverage, OfHighQuantiles) {
  expect_coverage("relative half-width of quantile(makespan, 0.9) <= 50 %", 0.94, 0.99);
}

// The claim whose bound is the mean itself is one that no campaign can decide rightly: how many do not decide it
// wrongly?
TEST(Coverage, OfMeansWhereAVerdictStopsThem) { expect_coverage("decided", 0.93, 0.97); }

}  // namespace
}  // namespace palio::test
