#include "analysis/effects/effects.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

#include "analysis/statistics/distributions.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A value and the canonical names of its scenario.
struct MadeValue {
  std::string platform, workload;
  double value = 0;
  std::string strategy = "ratio";
};

struct MadeDesign {
  std::vector<ResponseValue> values;
  CampaignNames names;
};

// With ids in the order in which names come up.
MadeDesign made_design(const std::vector<MadeValue>& made) {
  MadeDesign design;
  const auto id = [](CampaignNames::Names& names, const std::string& name) {
    for (const auto& [known, text] : names)
      if (text == name) return known;
    names.emplace_back(static_cast<std::int64_t>(names.size()) + 1, name);
    return names.back().first;
  };
  for (const MadeValue& one : made)
    design.values.push_back({.platform = id(design.names.platforms, one.platform),
                             .workload = id(design.names.workloads, one.workload),
                             .strategy = id(design.names.strategies, one.strategy),
                             .value = one.value});
  return design;
}

// Two numbers of clusters with two platforms each, two numbers of tasks with two graphs each, each graph on each
// platform. A value is 10, -3 for 1 cluster and +3 for 2, -1 for 10 tasks and +1 for 20, +0.5 where both have one sign
// and -0.5 else; -2 for the first platform and +2 for the second, -1 and +1 for the graph, +0.5 where these two have
// one sign and -0.5 else.
std::vector<MadeValue> two_axes_and_draws() {
  std::vector<MadeValue> values;
  for (const int clusters : {-1, 1})
    for (const int platform : {-1, 1})
      for (const int tasks : {-1, 1})
        for (const int graph : {-1, 1})
          values.push_back(
              {.platform =
                   "p:clusters=" + std::to_string((clusters + 3) / 2) + ",sample=" + std::to_string((platform + 1) / 2),
               .workload = "w:sample=" + std::to_string((graph + 1) / 2) + ",tasks=" + (tasks < 0 ? "10" : "20"),
               .value =
                   10 + 3 * clusters + tasks + 0.5 * clusters * tasks + 2 * platform + graph + 0.5 * platform * graph});
  return values;
}

std::vector<EffectRow> explain_values(const std::vector<MadeValue>& made, EffectCells cells = EffectCells::none) {
  MadeDesign design = made_design(made);
  return effect_rows({.name = "m", .cells = cells, .values = std::move(design.values), .left_out = {}}, design.names);
}

// The rows of one part: effect, level, value, degrees of freedom, cases, note; what there is not is left out.
std::vector<std::string> lines(const std::vector<EffectRow>& rows, const std::string& part) {
  std::vector<std::string> lines;
  for (const EffectRow& row : rows) {
    if (row.part != part) continue;
    std::string line = row.effect;
    if (!row.level.empty()) line += " = " + row.level;
    line += std::isnan(row.value) ? ":" : fmt::format(": {:.6g}", row.value);
    if (row.freedom != EffectRow::k_no_count) line += fmt::format(" ({})", row.freedom);
    if (row.cases != EffectRow::k_no_count) line += fmt::format(" of {}", row.cases);
    if (!row.note.empty()) line += ", " + row.note;
    lines.push_back(line);
  }
  return lines;
}

const EffectRow& row_of(const std::vector<EffectRow>& rows, const std::string& part, const std::string& effect,
                        const std::string& level = {}) {
  return *std::ranges::find_if(rows, [&](const EffectRow& row) {
    return row.part == part && row.effect == effect && (level.empty() || row.level == level);
  });
}

TEST(Effects, SharesAreSumsOfSquares) {
  // 16 values. Clusters 16 x 9 = 144, tasks 16 x 1 = 16, both 16 x 0.25 = 4; platforms 16 x 4 = 64, graphs 16, these
  // two 4: 248 together. 144, 16 and 4 of it are 58.0645, 6.45161 and 1.6129 %.
  const std::vector<EffectRow> rows = explain_values(two_axes_and_draws());
  EXPECT_THAT(lines(rows, "axis"), ElementsAre("clusters: 58.0645 (1)", "tasks: 6.45161 (1)"));
  EXPECT_THAT(lines(rows, "interaction"), ElementsAre("clusters x tasks: 1.6129 (1)"));
  EXPECT_THAT(lines(rows, "together"),
              ElementsAre("axes, each by itself: 64.5161 (2)", "axes and all interactions: 66.129 (3)",
                          "draws within cells: 33.871 (12)"));
}

TEST(Effects, ChanceIsWhatNoiseWouldExplain) {
  // 248 - 160 = 88 are left to 15 - 2 degrees of freedom: 88 / 13 / 248 = 2.72953 % for one.
  const std::vector<EffectRow> rows = explain_values(two_axes_and_draws());
  EXPECT_NEAR(row_of(rows, "interaction", "clusters x tasks").chance, 100 * 88 / 13.0 / 248, 1e-9);
  EXPECT_NEAR(row_of(rows, "axis", "tasks").chance, 100 * 88 / 13.0 / 248, 1e-9);
  EXPECT_TRUE(std::isnan(row_of(rows, "mean", "tasks").chance));
}

TEST(Effects, DrawsAreVarianceComponents) {
  // In each cell, of two platforms and two graphs: mean squares of platforms 4 x 4 = 16, of graphs 4 x 1 = 4, of both
  // together 4 x 0.25 = 1. Components (16 - 1) / 2 = 7.5, (4 - 1) / 2 = 1.5 and 1, beside 248 / 15 of all values.
  const std::vector<EffectRow> rows = explain_values(two_axes_and_draws());
  EXPECT_THAT(lines(rows, "variance"), ElementsAre("platforms: 7.5", "workloads: 1.5", "both together: 1"));
  EXPECT_THAT(lines(rows, "draws"), ElementsAre("platforms: 45.3629", "workloads: 9.07258", "both together: 6.04839"));
}

TEST(Effects, MeansHaveIntervalsForOtherDraws) {
  const std::vector<EffectRow> rows = explain_values(two_axes_and_draws());
  EXPECT_THAT(lines(rows, "response"), ElementsAre("m = mean: 10 of 16"));
  EXPECT_THAT(lines(rows, "mean"), ElementsAre("clusters = 1: 7 of 8", "clusters = 2: 13 of 8", "tasks = 10: 9 of 8",
                                               "tasks = 20: 11 of 8"));
  // Of 1 cluster: each platform adds -2 or 2 in four of eight values, -1 or 1: 2 draws x variance 2 = 4, of one degree
  // of freedom. Each graph -1 or 1 in two of eight, -1/4 or 1/4: 2 x 1/8 for either number of tasks, 1/2 of two.
  const double margin = student_quantile(0.95, 4.5 * 4.5 / (4 * 4 / 1.0 + 0.5 * 0.5 / 2)) * std::sqrt(4.5);
  EXPECT_NEAR(row_of(rows, "mean", "clusters", "1").low, 7 - margin, 1e-9);
  EXPECT_NEAR(row_of(rows, "mean", "clusters", "1").high, 7 + margin, 1e-9);
}

TEST(Effects, OnLogarithmsMeansAreGeometric) {
  std::vector<MadeValue> made{{"p:clusters=1,sample=0", "w:name=g", std::log(2)},
                              {"p:clusters=1,sample=1", "w:name=g", std::log(8)},
                              {"p:clusters=2,sample=0", "w:name=g", std::log(1)},
                              {"p:clusters=2,sample=1", "w:name=g", std::log(1)}};
  MadeDesign design = made_design(made);
  const std::vector<EffectRow> rows =
      effect_rows({.name = "m", .scale = EffectScale::logarithms, .values = design.values, .left_out = "3 scenarios"},
                  design.names);
  EXPECT_THAT(lines(rows, "response"), ElementsAre("m = geometric mean: 2 of 4, 3 scenarios"));
  EXPECT_THAT(lines(rows, "mean"), ElementsAre("clusters = 1: 4 of 2", "clusters = 2: 1 of 2"));
  EXPECT_NEAR(row_of(rows, "mean", "clusters", "2").high, 1, 1e-12);  // no draw differs
}

TEST(Effects, AMissingValueLeavesTheComponentsUnbiased) {
  // One cell: -2.5 and -1.5 on the first platform, 0.5 on the second, whose second graph is missing. Half squared
  // differences: 0.5 of one platform, 4.5 of one graph, 2 of neither. Platforms 2 - 0.5, graphs 2 - 4.5, both 5 - 2.
  const std::vector<EffectRow> rows = explain_values(
      {{"p:sample=0", "w:sample=0", -2.5}, {"p:sample=0", "w:sample=1", -1.5}, {"p:sample=1", "w:sample=0", 0.5}});
  EXPECT_THAT(lines(rows, "variance"), ElementsAre("platforms: 1.5", "workloads: -2.5", "both together: 3"));
  // Beside the variance 7/3 of all three.
  EXPECT_THAT(lines(rows, "draws"), ElementsAre("platforms: 64.2857", "workloads: 0", "both together: 128.571"));
  EXPECT_THAT(lines(rows, "axis"), IsEmpty());
}

TEST(Effects, ComponentsThatCannotBeToldApartAreOne) {
  // Graphs of one platform each: pairs of one platform (0, 2) and (10, 14): (2 + 8) / 2 = 5. The other pairs: 100, 196,
  // 64 and 144 halved: mean 63.
  EXPECT_THAT(lines(explain_values({{"p:sample=0", "w:sample=0", 0},
                                    {"p:sample=0", "w:sample=1", 2},
                                    {"p:sample=1", "w:sample=2", 10},
                                    {"p:sample=1", "w:sample=3", 14}}),
                    "variance"),
              ElementsAre("platforms: 58", "workloads of a platform: 5"));
  EXPECT_THAT(lines(explain_values({{"p:sample=0", "w:sample=0", 0}, {"p:sample=1", "w:sample=1", 2}}), "variance"),
              ElementsAre("platforms and workloads: 2"));
  // Sites are not drawn: what differs on one is the graph.
  EXPECT_THAT(lines(explain_values({{"site:name=a", "w:sample=0", 0},
                                    {"site:name=a", "w:sample=1", 2},
                                    {"site:name=b", "w:sample=0", 5},
                                    {"site:name=b", "w:sample=1", 7}}),
                    "variance"),
              ElementsAre("workloads: 2"));
}

TEST(Effects, AnAxisIsHeldToBeWhatItIsBeyondTheOthers) {
  // The value is that of b alone, but a = 1 has more of b = 1: its plain means are 1/3 and 2/3.
  const auto value = [](int a, int b, int sample) {
    return MadeValue{fmt::format("p:a={}", a), fmt::format("w:b={},sample={}", b, sample), static_cast<double>(b)};
  };
  const std::vector<EffectRow> rows =
      explain_values({value(0, 0, 0), value(0, 0, 1), value(0, 1, 0), value(1, 0, 0), value(1, 1, 0), value(1, 1, 1)});
  // b beyond a: 1.5 in all, less the 1/6 that a alone explains: 8/9.
  EXPECT_THAT(lines(rows, "axis"), ElementsAre("b: 88.8889 (1)", "a: 0 (1)"));
  EXPECT_THAT(lines(rows, "together"), ElementsAre("axes, each by itself: 100 (2), unbalanced: shares do not add up",
                                                   "axes and all interactions: 100 (3)",
                                                   "draws within cells: 0 (2), too few values for each cell"));
  EXPECT_THAT(lines(rows, "mean"), ElementsAre("a = 0: 0.5 of 3", "a = 1: 0.5 of 3", "b = 0: 0 of 3", "b = 1: 1 of 3"));
}

TEST(Effects, ParameterThatOnlySomeFamiliesHaveIsComparedWithinThem) {
  // Points are those of fft alone, and always 4: no axis. Means: fft 1, random 4 and 6, that is 5. Of 6 values the mean
  // is 11/3; families explain 2 (8/3)^2 + 4 (4/3)^2 = 64/3, widths 4 x 1, and all is 76/3: 84.2105 and 15.7895 %.
  std::vector<MadeValue> made;
  for (const char* sample : {"0", "1"}) {
    made.push_back({"s:n=1", fmt::format("fft:points=4,sample={}", sample), 1});
    made.push_back({"s:n=1", fmt::format("random:sample={},width=0.2", sample), 4});
    made.push_back({"s:n=1", fmt::format("random:sample={},width=0.8", sample), 6});
  }
  const std::vector<EffectRow> rows = explain_values(made);
  EXPECT_THAT(lines(rows, "axis"), ElementsAre("workload_family: 84.2105 (1)", "width: 15.7895 (1)"));
  EXPECT_THAT(lines(rows, "mean"), ElementsAre("workload_family = fft: 1 of 2", "workload_family = random: 5 of 4",
                                               "width = 0.2: 4 of 2", "width = 0.8: 6 of 2"));
  EXPECT_THAT(lines(rows, "interaction"), IsEmpty());
}

TEST(Effects, AxesThatCannotBeToldApartAreNamed) {
  // Speeds change with clusters; graphs of 10 tasks ran on 1 cluster alone, those of 20 on 2.
  const std::vector<EffectRow> rows = explain_values({{"p:clusters=1,sample=0,speed=5", "w:tasks=10", 1},
                                                      {"p:clusters=1,sample=1,speed=5", "w:tasks=10", 2},
                                                      {"p:clusters=2,sample=0,speed=7", "w:tasks=20", 4}});
  EXPECT_THAT(lines(rows, "axis"),
              ElementsAre("clusters: (0), cannot be separated from the other axes",
                          "tasks: (0), cannot be separated from the other axes", "speed:, follows from clusters"));
  EXPECT_EQ(row_of(rows, "mean", "clusters", "1").note, "cannot be separated from the other axes");
  EXPECT_TRUE(std::isnan(row_of(rows, "mean", "clusters", "1").value));
}

TEST(Effects, CellsAreTheSurelyMostDifferentEitherWay) {
  // One axis. Means -1 (-1.1, -0.9), 0.5 (0.49, 0.51), -3 (-6, 0), 0 (0, 0): the third may be 0.
  std::vector<MadeValue> made;
  const std::vector<std::pair<double, double>> values{{-1.1, -0.9}, {0.499, 0.501}, {-6, 0}, {0, 0}};
  for (std::size_t a = 0; a < values.size(); ++a) {
    made.push_back({fmt::format("p:a={}", a), "w:sample=0", values[a].first});
    made.push_back({fmt::format("p:a={}", a), "w:sample=1", values[a].second});
  }
  // The interval of the first reaches 12.7 x 0.1 beyond -1, so that it may be 0, too.
  EXPECT_THAT(lines(explain_values(made, EffectCells::differing), "cell"), ElementsAre("a = 1: 0.5 of 2"));
  made[0].value = -1.01;
  made[1].value = -0.99;
  EXPECT_THAT(lines(explain_values(made, EffectCells::differing), "cell"),
              ElementsAre("a = 0: -1 of 2", "a = 1: 0.5 of 2"));
  EXPECT_THAT(lines(explain_values(made), "cell"), IsEmpty());
}

TEST(Effects, WithoutDrawsThereAreCellsWithoutIntervals) {
  const std::vector<EffectRow> rows =
      explain_values({{"p:a=1", "w:b=1", -1}, {"p:a=1", "w:b=2", 2}, {"p:a=2", "w:b=1", 0}}, EffectCells::differing);
  EXPECT_THAT(lines(rows, "cell"), ElementsAre("a x b = 1, 1: -1 of 1", "a x b = 1, 2: 2 of 1"));
  EXPECT_TRUE(std::isnan(row_of(rows, "cell", "a x b").low));
  EXPECT_TRUE(std::isnan(row_of(rows, "response", "m").low));
  EXPECT_THAT(lines(rows, "variance"), IsEmpty());
}

// Any two axes tell the third: their cells hold one value each, which a x c and b x c have again. Equal values of other
// instances are other cells.
TEST(Effects, CellsWithTheSameValuesCountOnce) {
  const std::vector<EffectRow> rows = explain_values(
      {{"p:a=1,b=1", "w:c=1", 2}, {"p:a=1,b=2", "w:c=2", 2}, {"p:a=2,b=2", "w:c=1", 0}, {"p:a=2,b=1", "w:c=2", -1}},
      EffectCells::differing);
  EXPECT_THAT(lines(rows, "cell"),
              ElementsAre("a x b = 2, 1: -1 of 1", "a x b = 1, 1: 2 of 1", "a x b = 1, 2: 2 of 1"));
}

TEST(Effects, NothingVaries) {
  const std::vector<EffectRow> rows = explain_values({{"p:a=1", "w:b=1", 3}, {"p:a=2", "w:b=1", 3}});
  EXPECT_THAT(lines(rows, "axis"), ElementsAre("a: (1)"));
  EXPECT_THAT(lines(explain_values({{"p:a=1", "w:b=1", 3}}), "response"), ElementsAre("m = mean: 3 of 1"));
  EXPECT_THAT(explain_values({}), IsEmpty());
  EXPECT_THAT(lines(effect_rows({.name = "m", .values = {}, .left_out = "2 instances"}, {}), "response"),
              ElementsAre("m: of 0, 2 instances"));
}

// Three axes and strategies, two draws of platforms and three of graphs.
class BalancedEffects : public testing::Test {
protected:
  BalancedEffects() {
    for (int i = 0; i < 2 * 3 * 2 * 2 * 3 * 2; ++i) {
      const int a = i % 2, b = i / 2 % 3, c = i / 6 % 2, platform = i / 12 % 2, graph = i / 24 % 3, strategy = i / 72;
      levels_.push_back({a, b, c, strategy, platform, graph});
      made_.push_back({.platform = fmt::format("p:a={},sample={}", a, platform),
                       .workload = fmt::format("w:b={},c={},sample={},seed=3", b, c, graph),
                       .value = 0,
                       .strategy = strategy == 0 ? "HCPA" : "CPA"});
    }
  }

  // Of the means of the values that share the levels of some axes, about the mean of all.
  double squares(const std::vector<std::size_t>& axes) const {
    std::map<std::vector<int>, std::pair<double, int>> groups;
    double sum = 0;
    for (std::size_t i = 0; i < made_.size(); ++i) {
      std::vector<int> key;
      for (const std::size_t axis : axes) key.push_back(levels_[i][axis]);
      groups[key].first += made_[i].value;
      ++groups[key].second;
      sum += made_[i].value;
    }
    double squares = 0;
    for (const auto& [key, group] : groups) squares += group.first * group.first / group.second;
    return squares - sum * sum / static_cast<double>(made_.size());
  }

  std::vector<std::vector<int>> levels_;
  std::vector<MadeValue> made_;
};

TEST_F(BalancedEffects, SumsOfSquaresAreThoseOfMeansAndAddUp) {
  std::mt19937 random(7);
  const std::vector<std::string> names{"a", "b", "c", "strategy_name"};
  for (int round = 0; round < 50; ++round) {
    double total = 0;
    for (MadeValue& made : made_) made.value = std::uniform_real_distribution<>(0, 100)(random);
    const double mean = std::accumulate(made_.begin(), made_.end(), 0.0,
                                        [](double sum, const MadeValue& made) { return sum + made.value; }) /
                        static_cast<double>(made_.size());
    for (const MadeValue& made : made_) total += (made.value - mean) * (made.value - mean);
    const std::vector<EffectRow> rows = explain_values(made_);
    double alone = 0;
    for (std::size_t a = 0; a < names.size(); ++a) {
      EXPECT_NEAR(row_of(rows, "axis", names[a]).value, 100 * squares({a}) / total, 1e-9);
      alone += squares({a});
      for (std::size_t b = a + 1; b < names.size(); ++b)
        EXPECT_NEAR(row_of(rows, "interaction", names[a] + " x " + names[b]).value,
                    100 * (squares({a, b}) - squares({a}) - squares({b})) / total, 1e-9);
    }
    EXPECT_NEAR(row_of(rows, "together", "axes, each by itself").value, 100 * alone / total, 1e-9);
    const double cells = row_of(rows, "together", "axes and all interactions").value;
    EXPECT_NEAR(cells, 100 * squares({0, 1, 2, 3}) / total, 1e-9);
    EXPECT_NEAR(cells + row_of(rows, "together", "draws within cells").value, 100, 1e-9);
  }
}

// Of 24 cells with 2 platforms and 3 graphs each.
TEST_F(BalancedEffects, ComponentsAreThoseOfTheAnalysisOfVariance) {
  std::mt19937 random(13);
  for (int round = 0; round < 50; ++round) {
    for (MadeValue& made : made_) made.value = std::uniform_real_distribution<>(0, 100)(random);
    const double cells = squares({0, 1, 2, 3});
    const double platforms = squares({0, 1, 2, 3, 4}) - cells, graphs = squares({0, 1, 2, 3, 5}) - cells;
    const double both = (squares({0, 1, 2, 3, 4, 5}) - cells - platforms - graphs) / 48;
    const std::vector<EffectRow> rows = explain_values(made_);
    EXPECT_NEAR(row_of(rows, "variance", "platforms").value, (platforms / 24 - both) / 3, 1e-8);
    EXPECT_NEAR(row_of(rows, "variance", "workloads").value, (graphs / 48 - both) / 2, 1e-8);
    EXPECT_NEAR(row_of(rows, "variance", "both together").value, both, 1e-8);
  }
}

// Of other numbers and another order of the rows, bit by bit.
TEST_F(BalancedEffects, DoNotDependOnHowTheCampaignWasStored) {
  std::mt19937 random(11);
  for (MadeValue& made : made_) made.value = std::uniform_real_distribution<>(-1, 1)(random);
  made_.resize(made_.size() - 7);
  const auto text = [](const std::vector<EffectRow>& rows) {
    std::string all;
    for (const EffectRow& row : rows)
      all += fmt::format("{} {} {} {} {} {}\n", row.part, row.effect, row.level, row.value, row.low, row.high);
    return all;
  };
  const std::string before = text(explain_values(made_, EffectCells::differing));
  for (int round = 0; round < 5; ++round) {
    std::ranges::shuffle(made_, random);
    EXPECT_EQ(text(explain_values(made_, EffectCells::differing)), before);
  }
}

}  // namespace
}  // namespace palio::test
