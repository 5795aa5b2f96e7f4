// How often the interval at which a campaign stops holds the mean that it is about.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <numbers>
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
    return scales / (platform_kinds * workload_kinds) *
           std::exp((platform * platform + workload * workload + product * product) / 2);
  }
};

constexpr std::int64_t k_most = 200;  // draws

std::size_t id(int kind, std::int64_t sample) { return static_cast<std::size_t>(kind * k_most + sample); }

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

CrossedRatio values_of(const World& world, std::uint64_t campaign, const DrawCounts& draws) {
  CrossedRatio values;
  for (int k = 0; k < world.platform_kinds; ++k)
    for (std::int64_t p = 0; p < draws.platforms; ++p) {
      const double platform = normal(campaign, 1, id(k, p));
      for (int l = 0; l < world.workload_kinds; ++l)
        for (std::int64_t w = 0; w < draws.workloads; ++w) {
          const double workload = normal(campaign, 2, id(l, w));
          const double both = normal(campaign, 3 + id(k, p), id(l, w));
          values.add(World::scale(k, l) *
                         std::exp(world.platform * platform + world.workload * workload + world.product * both),
                     1, id(k, p), id(l, w));
        }
    }
  return values;
}

// What ends a campaign: an interval that is narrow enough, or one that does not reach the mean, as if that were the
// bound of a claim.
enum class Ends { narrow, verdict };

Estimate estimate_of(const World& world, const CrossedRatio& values, Ends ends, const Draws& platforms,
                     const Draws& workloads) {
  const double level = ends == Ends::narrow ? k_level_of_widths : k_level_of_verdicts;
  const DrawVariances variances = values.variances(platforms, workloads);
  Estimate estimate{
      .name = "", .value = values.ratio(), .margin = draws_margin(variances.platforms, variances.workloads, level)};
  // A claim that is never decided rightly goes on as long as it may.
  const double room = std::abs(estimate.value - world.mean());
  estimate.most = ends == Ends::narrow ? world.target * values.ratio() : room;
  estimate.holds = is_narrow(variances, level, estimate.most);
  if (ends == Ends::verdict) estimate.most = estimate.margin / 1.3;
  estimate.parts = values.parts(platforms, workloads);
  return estimate;
}

// Whether the interval of the last look holds the mean.
bool covers(const World& world, std::uint64_t campaign, Ends ends, const Draws& platforms, const Draws& workloads) {
  Looks looks{.until = {}, .at_most = 0, .draws = {world.first}};
  const Target target{.text = "", .decided = ends == Ends::verdict, .metric = "", .by = {}};
  for (;;) {
    const CrossedRatio values = values_of(world, campaign, looks.draws.back());
    const Estimate estimate = estimate_of(world, values, ends, platforms, workloads);
    const bool holds_mean = std::abs(estimate.value - world.mean()) <= estimate.margin;
    if (estimate.holds) return holds_mean;
    const std::vector<TargetState> states{{target, {estimate}}};
    const std::int64_t most = ends == Ends::narrow ? k_most : 60;
    const LookPlan plan = plan_look(looks, {most, most}, states, static_cast<std::int64_t>(values.count()));
    if (!plan.next) return ends == Ends::verdict || holds_mean;
    looks.draws.push_back(*plan.next);
  }
}

double coverage(const World& world, Ends ends, std::uint64_t campaigns) {
  const Draws platforms = draws_of_kinds(world.platform_kinds), workloads = draws_of_kinds(world.workload_kinds);
  std::uint64_t covered = 0;
  for (std::uint64_t campaign = 0; campaign < campaigns; ++campaign)
    covered += covers(world, campaign, ends, platforms, workloads) ? 1 : 0;
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
void expect_nominal(Ends ends) {
  const std::uint64_t count = campaigns();
  double sum = 0;
  for (std::size_t i = 0; i < k_worlds.size(); ++i) {
    const double share = coverage(k_worlds[i], ends, count);
    testing::Test::RecordProperty("coverage_" + std::to_string(i), std::to_string(share));
    sum += share;
    if (count < 3000) continue;
    EXPECT_GE(share, 0.93) << i;
    EXPECT_LE(share, 0.97) << i;
  }
  const double mean = sum / static_cast<double>(k_worlds.size());
  EXPECT_GE(mean, 0.93);
  EXPECT_LE(mean, 0.97);
}

TEST(Coverage, OfMeansWhereTheirPrecisionStopsThem) { expect_nominal(Ends::narrow); }

// The claim whose bound is the mean itself is one that no campaign can decide rightly: how many do not decide it
// wrongly?
TEST(Coverage, OfMeansWhereAVerdictStopsThem) { expect_nominal(Ends::verdict); }

}  // namespace
}  // namespace palio::test
