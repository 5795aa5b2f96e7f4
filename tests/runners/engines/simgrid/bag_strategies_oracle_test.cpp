// Every strategy for bags of tasks on SimGrid against the closed engine: both report the same events at the same dates.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/identity/random_stream.h"
#include "strategies/bags/bag_policy.h"
#include "strategies/registry.h"
#include "tests/runners/engines/simgrid/bag_recorder.h"

namespace palio {
namespace {

struct Instance {
  Star star;
  BagBatch batch;
};

// Dates from powers of two and multiples of 1/8 add up exactly: dates that are equal on paper are equal in both
// engines.
double eighths(RandomStream& random, int least, int most) {
  return static_cast<double>(random.uniform_integer(least, most)) / 8;
}

Instance drawn(std::uint64_t seed) {
  RandomStream random(seed);
  const auto power = [&] { return std::ldexp(1.0, static_cast<int>(random.uniform_integer(-2, 2))); };
  Instance instance{{{}, 2, PortModel::one_port}, {}};
  for (auto workers = random.uniform_integer(2, 5); workers > 0; --workers)
    instance.star.workers.push_back({power(), {power(), seed % 2 == 0 ? 0 : eighths(random, 0, 4)}});
  double date = eighths(random, 0, 8);
  for (auto applications = random.uniform_integer(2, 5); applications > 0; --applications) {
    const auto tasks = static_cast<int>(random.uniform_integer(1, 15));
    instance.batch.applications.push_back({"", tasks, eighths(random, 1, 80), eighths(random, 1, 24), date});
    date += std::max(0.0, eighths(random, -40, 160));  // sometimes several at one date
  }
  return instance;
}

std::vector<Recipe> every_recipe() {
  std::vector<Recipe> recipes;
  for (const std::span<const Strategy> rows : {bag_strategies(), cbs3m_strategies()})
    for (const Strategy& row : rows) {
      recipes.push_back({std::string(row.name), resolve(row.name, row.parameters, {})});
      for (const ParameterSpec& parameter : row.parameters)
        for (const std::string_view word : parameter.choices)
          if (word != parameter.default_value)
            recipes.push_back({std::string(row.name),
                               resolve(row.name, row.parameters, {{std::string(parameter.name), std::string(word)}})});
    }
  return recipes;
}

std::unique_ptr<BagPolicy> policy_of(const Recipe& recipe, const Instance& instance) {
  return method_if<BagMethod>(strategy(recipe.name))->policy(instance.star, instance.batch, recipe.parameters);
}

TEST(BagStrategiesOracle, EveryStrategyIsToldWhatTheClosedEngineTellsIt) {
  const std::vector<Recipe> recipes = every_recipe();
  EXPECT_GE(recipes.size(), 18U);
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Instance instance = drawn(seed);
    for (const Recipe& recipe : recipes) {
      test::expect_told_alike(
          instance.star, instance.batch, [&] { return policy_of(recipe, instance); },
          fmt::format("{}, seed {}", recipe.name, seed));
    }
  }
}

}  // namespace
}  // namespace palio
