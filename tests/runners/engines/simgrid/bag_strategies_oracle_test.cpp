// Every strategy for bags of tasks on SimGrid against the closed engine: it is told the same events at the same dates.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "core/identity/random_stream.h"
#include "strategies/bags/bag_policy.h"
#include "strategies/registry.h"
#include "tests/support/closed_bag_engine.h"
#include "tests/support/isolated_master_worker.h"

namespace palio {
namespace {

// Asks another policy, and writes down all that it is told and what it answers.
class Recorder : public BagPolicy {
public:
  explicit Recorder(std::unique_ptr<BagPolicy> policy) : policy_(std::move(policy)) {}

  void released(int application, double now) override {
    note(0, application, -1, now);
    policy_->released(application, now);
  }
  void received(const Send& send, double now) override {
    note(1, send.application, send.worker, now);
    policy_->received(send, now);
  }
  void started(int application, int worker, double now) override {
    note(2, application, worker, now);
    policy_->started(application, worker, now);
  }
  void finished(int application, int worker, double now) override {
    note(3, application, worker, now);
    policy_->finished(application, worker, now);
  }
  std::optional<Send> next_send(double now) override {
    const std::optional<Send> send = policy_->next_send(now);
    note(4, send ? send->application : -1, send ? send->worker : -1, now);
    return send;
  }
  std::optional<double> wake_up() const override { return policy_->wake_up(); }
  int next_application(int worker, std::span<const int> held, double now) override {
    const int next = policy_->next_application(worker, held, now);
    note(5, next, worker, now);
    return next;
  }

  std::vector<double> told;  // kind, application, worker, date

private:
  void note(int kind, int what, int worker, double now) {
    for (const int number : {kind, what, worker}) told.push_back(number);
    told.push_back(now);
  }

  std::unique_ptr<BagPolicy> policy_;
};

struct Instance {
  Star star;
  BagBatch batch;
};

// Of powers of two and multiples of 1/8, dates add up exactly: those that are equal on paper are so in both engines.
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
    date += std::max(0.0, eighths(random, -40, 160));  // now and then several at one date
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
      Recorder expected(policy_of(recipe, instance));
      test::run_bags(instance.star, instance.batch, expected);
      const std::vector<double> told = test::numbers_of_child([&] {
        Recorder recorder(policy_of(recipe, instance));
        carry_out(instance.star, instance.batch, recorder, simgrid_crew());
        return recorder.told;
      });
      ASSERT_EQ(told.size(), expected.told.size()) << recipe.name << ", seed " << seed;
      for (std::size_t i = 0; i < told.size(); ++i)
        ASSERT_NEAR(told[i], expected.told[i], 1e-9 * std::max(1.0, std::abs(expected.told[i])))
            << recipe.name << ", seed " << seed << ", number " << i;
    }
  }
}

}  // namespace
}  // namespace palio
