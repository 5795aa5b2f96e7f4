// Shards of random studies and selections: each instance is in one of them, and they are even.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

#include "campaign/plan/plan.h"
#include "campaign/study/dimension_rows.h"
#include "core/error.h"
#include "tests/campaign/campaign_helpers.h"
#include "tests/support/error_of.h"
#include "tests/support/studies.h"

namespace palio {
namespace {

using test::instances_of;

class Dice {
public:
  explicit Dice(std::uint64_t seed) : bits_(seed) {}
  std::uint64_t operator()(std::uint64_t sides) { return bits_() % sides; }

private:
  std::mt19937_64 bits_;
};

// The first n numbers of a list, as TOML.
template <class Number>
std::string first(std::initializer_list<Number> numbers, std::uint64_t count) {
  return fmt::format("[{}]", fmt::join(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(count), ", "));
}

// 1 to 24 platforms, 1 to 36 workloads, 1 to 3 strategies, of which the last may take a part of the workloads.
Study random_study(Dice& dice) {
  std::string text = fmt::format(R"([study]
name = "random"
seed = {}

[[platform]]
family        = "random-multi-cluster"
clusters      = {}
min_speed     = 1e9
heterogeneity = {}
samples       = {}

[[workload]]
family     = "random-ptg"
tasks      = {}
width      = {}
regularity = 0.8
density    = 0.2
jump       = 1
complexity = "mixed"
samples    = {}
)",
                                 dice(1000), first({1, 2, 4, 8}, 1 + dice(4)), first({1, 2}, 1 + dice(2)), 1 + dice(3),
                                 first({5, 8, 10}, 1 + dice(3)), first({0.1, 0.5, 0.8}, 1 + dice(3)), 1 + dice(4));
  const std::uint64_t strategies = 1 + dice(3);
  for (std::uint64_t s = 0; s < strategies; ++s)
    text += fmt::format("\n[[strategy]]\nname = \"{}\"\n", std::array{"HCPA", "M-HEFT", "HCPA-OPT"}[s]);
  if (strategies > 1 && dice(3) == 0) text += "workloads = \"tasks = 5\"\n";
  return test::study(text);
}

std::shared_ptr<const ScenarioWeights> random_weights(const Study& study, Dice& dice) {
  ScenarioWeights weights;
  const auto fill = [&](std::vector<double>& factors, std::size_t count) {
    while (factors.size() < count) factors.push_back(std::pow(10.0, static_cast<double>(dice(200)) / 100 - 1));
  };
  fill(weights.platform, study.platforms.size());
  fill(weights.workload, study.workloads.size());
  fill(weights.strategy, study.strategies.size());
  return std::make_shared<ScenarioWeights>(weights);
}

// What stands between platforms and workloads is not arithmetic: parts of it are even only roughly.
struct Condition {
  const char* where;
  enum class Holds { for_a_product, otherwise } holds;
};
constexpr auto k_conditions =
    std::to_array<Condition>({{"", Condition::Holds::for_a_product},
                              {"tasks = 5", Condition::Holds::for_a_product},
                              {"clusters < 4 AND width < 0.6", Condition::Holds::for_a_product},
                              {"strategy = 'HCPA'", Condition::Holds::for_a_product},
                              {"platform_sample = workload_sample", Condition::Holds::otherwise},
                              {"clusters = 1 OR strategy = 'HCPA' AND tasks = 5", Condition::Holds::otherwise}});

double weight(const Instance& instance, const InstanceStream& stream, const ScenarioWeights& weights) {
  double strategies = 0;
  for (const std::uint32_t s : stream.strategies(instance)) strategies += weights.strategy[s];
  return weights.platform[instance.platform] * weights.workload[instance.workload] * strategies;
}

class PartsTest : public testing::Test {
protected:
  // Parts of what a selection wants. Returns the sizes.
  std::vector<std::size_t> check(const Study& study, const Selection& undivided, const Shard& kind) {
    const std::vector<Instance> whole = instances_of(study, undivided);
    const DoneSet nothing(study, {});
    std::map<Instance, std::uint32_t> owners;
    std::vector<std::size_t> sizes;
    std::uint64_t scenarios = 0;
    for (std::uint32_t index = 1; index <= kind.count; ++index) {
      Selection part = undivided;
      part.shard = {index, kind.count, kind.rule};
      part = drawn(study, part);
      const std::vector<Instance> mine = instances_of(study, part);
      for (const Instance& instance : mine) EXPECT_TRUE(owners.emplace(instance, index).second);
      expect_streamed(InstanceStream(study, part), whole, mine.size(), owners, index);
      scenarios += count_state(study, part, nothing).wanted;
      sizes.push_back(mine.size());
    }
    EXPECT_EQ(owners.size(), whole.size());
    for (const Instance& instance : whole) EXPECT_TRUE(owners.contains(instance));
    EXPECT_EQ(scenarios, count_state(study, undivided, nothing).wanted);
    if (kind.rule == ShardRule::costs) expect_even_weights(study, undivided, owners, kind.count);
    return sizes;
  }

  static void expect_streamed(const InstanceStream& stream, const std::vector<Instance>& whole, std::size_t size,
                              const std::map<Instance, std::uint32_t>& owners, std::uint32_t index) {
    EXPECT_EQ(stream.size().value_or(size), size);
    for (const Instance& instance : whole)
      EXPECT_EQ(stream.holds(instance), owners.contains(instance) && owners.at(instance) == index);
  }

  static void expect_even_weights(const Study& study, const Selection& undivided,
                                  const std::map<Instance, std::uint32_t>& owners, std::uint32_t count) {
    const InstanceStream stream(study, undivided);
    std::vector<double> sums(count);
    double heaviest = 0;
    for (const auto& [instance, owner] : owners) {
      const double own = weight(instance, stream, *undivided.weights);
      sums[owner - 1] += own;
      heaviest = std::max(heaviest, own);
    }
    // Weights are whole numbers of 2^-39 of the heaviest.
    EXPECT_LE(std::ranges::max(sums) - std::ranges::min(sums), heaviest * (1 + 1e-8));
  }
};

TEST_F(PartsTest, OfRandomStudiesAreDisjointCompleteAndEven) {
  Dice dice(2026);
  int selections = 0;
  for (int round = 0; round < 20; ++round) {
    const Study study = random_study(dice);
    for (int choice = 0; choice < 8; ++choice, ++selections) {
      // Seldom, for each compiles an expression a dozen times.
      const Condition& condition = k_conditions[dice(10) == 0 ? dice(k_conditions.size()) : 0];
      const std::uint64_t sample = dice(2) == 0 ? 0 : 1 + dice(study.instance_count() + 5);
      const Selection undivided =
          drawn(study, {.sample = sample, .where = condition.where, .weights = random_weights(study, dice)});
      const auto count = static_cast<std::uint32_t>(2 + dice(dice(25) == 0 ? study.instance_count() + 3 : 9));
      const auto rule = std::array{ShardRule::rounds, ShardRule::rounds, ShardRule::costs}[dice(3)];
      const Shard kind{1, count, rule};
      const std::vector<std::size_t> sizes = check(study, undivided, kind);
      const bool arithmetic = condition.holds == Condition::Holds::for_a_product || undivided.instances;
      if (rule == ShardRule::rounds && arithmetic) {
        EXPECT_LE(std::ranges::max(sizes) - std::ranges::min(sizes), 1U) << condition.where;
      }
      if (HasFailure()) FAIL() << study.text << condition.where << " --sample " << sample << " in " << count;
    }
  }
  EXPECT_EQ(selections, 160);
}

// Dealt without costs: what belongs to an axis value comes to each part in equal numbers, as close as whole instances
// allow, although parts and axes are of the same lengths. 8 clusters x 12 samples, 3 x 32 graphs: 9,216 instances.
TEST_F(PartsTest, HaveTheSameMixOfEveryAxis) {
  std::string text(test::k_small_study);
  text.replace(text.find("[1, 2]"), 6, "[1, 2, 3, 4, 5, 6, 7, 8]");
  text.replace(text.find("samples       = 2"), 17, "samples       = 12");
  text.replace(text.rfind("samples    = 2"), 14, "samples    = 32");
  const Study study = test::study(text);
  for (const std::uint32_t count : {2U, 3U, 4U, 8U, 12U, 16U, 32U, 96U}) {
    for (std::uint32_t index = 1; index <= count; ++index) {
      std::map<std::uint32_t, double> by_clusters, by_tasks, by_draw;
      for (const Instance& instance : instances_of(study, {.shard = {index, count}})) {
        ++by_clusters[instance.platform / 12];
        ++by_tasks[instance.workload / 32];
        ++by_draw[instance.workload % 32];
      }
      for (const auto& [value, instances] : by_clusters) EXPECT_NEAR(instances, 1152.0 / count, 2) << count;
      for (const auto& [value, instances] : by_tasks) EXPECT_NEAR(instances, 3072.0 / count, 6) << count;
      EXPECT_EQ(by_clusters.size(), 8U);
      EXPECT_EQ(by_tasks.size(), 3U);
      EXPECT_EQ(by_draw.size(), 32U) << count;
    }
  }
}

// A sample's parts are dealt in its order: a larger sample gives each part what it had, and more.
TEST_F(PartsTest, OfAGrowingSampleGrow) {
  const Study study = test::study(test::k_small_study);
  for (std::uint32_t index = 1; index <= 3; ++index) {
    const std::vector<Instance> small = instances_of(study, {.sample = 10, .shard = {index, 3}}),
                                large = instances_of(study, {.sample = 17, .shard = {index, 3}});
    ASSERT_GT(large.size(), small.size());
    EXPECT_EQ(std::vector(large.begin(), large.begin() + static_cast<std::ptrdiff_t>(small.size())), small);
  }
}

// Weights of 1 but for the second platform's 10: 4 x 6 instances x 2 strategies. The six heavy ones of 20 on 4 parts:
// two parts have two of them (40), two have one (20) and take 10 of the light ones (2) each before the others get any;
// there are 18, so these two share all of them: 9 each, 38.
TEST_F(PartsTest, ByCostsGiveTheHeavyOnesFirst) {
  const Study study = test::study(test::k_small_study);
  ScenarioWeights weights{.text = "", .platform = {1, 10, 1, 1}, .workload = {1, 1, 1, 1, 1, 1}, .strategy = {1, 1}};
  EXPECT_EQ(check(study, {.weights = std::make_shared<ScenarioWeights>(weights)}, {1, 4, ShardRule::costs}),
            (std::vector<std::size_t>{2, 2, 10, 10}));
}

TEST_F(PartsTest, OfMoreInstancesThanCanBeWeighedAreRefused) {
  std::string text(test::k_small_study);
  text.replace(text.find("samples       = 2"), 17, "samples       = 525");
  text.replace(text.rfind("samples    = 2"), 14, "samples    = 334");
  const Study study = test::study(text);  // 1,050 x 1,002 = 1,052,100 instances
  Dice dice(1);
  Selection part{.shard = {1, 4, ShardRule::costs}, .weights = random_weights(study, dice)};
  EXPECT_NE(test::error_of([&] { drawn(study, part); }).find("--costs weighs at most 1,048,576 instances"),
            std::string::npos);
  part.sample = 100;
  EXPECT_NO_THROW(drawn(study, part));
}

}  // namespace
}  // namespace palio
