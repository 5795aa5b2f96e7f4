// Scenarios of studies that share a process, against the same ones with a process each.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>
#include <optional>

#include "campaign/plan/plan.h"
#include "runners/client/worker_runner.h"

namespace palio {
namespace {

std::vector<ScenarioResult> results(WorkerRunner& runner, RunRequest request, ProcessPer isolation) {
  request.isolation = isolation;
  std::vector<ScenarioResult> all;
  runner.run(request, [&](int, ScenarioResult result, const auto&) { all.push_back(std::move(result)); });
  return all;
}

// With all its bits.
std::string text_of(const Outcome& outcome) { return encode(ScenarioReply{outcome, 0, 0, std::nullopt}); }

// The number of scenarios.
int compare(const std::string& name, std::uint64_t sample) {
  const Study study = load_study(fmt::format("{}/campaign/studies/{}.toml", PALIO_SOURCE_DIR, name));
  WorkerRunner one_each(PALIO_WORKER_FLUID_PATH), many(PALIO_WORKER_FLUID_PATH);
  InstanceStream stream(study, {.sample = sample, .shard = {}});
  int scenarios = 0;
  while (const std::optional<Instance> instance = stream.next()) {
    RunRequest request{.id = scenarios + 1,
                       .platform = study.platforms[instance->platform],
                       .workload = study.workloads[instance->workload],
                       .strategies = {}};
    for (const std::uint32_t number : stream.strategies(*instance))
      request.strategies.push_back(study.strategies[number]);
    const auto alone = results(one_each, request, ProcessPer::scenario);
    const auto in_group = results(many, request, ProcessPer::group);
    for (std::size_t i = 0; i < request.strategies.size(); ++i, ++scenarios) {
      EXPECT_TRUE(std::holds_alternative<Completed>(in_group.at(i).outcome));
      EXPECT_EQ(text_of(in_group.at(i).outcome), text_of(alone.at(i).outcome)) << canonical_text(request.strategies[i]);
      const Cost& cost = in_group.at(i).cost;
      constexpr double k_clock = 1e-5;  // s; the clocks are not read at the same instant
      EXPECT_GE(cost.total_time + k_clock, cost.schedule_time + cost.simulation_time);
      EXPECT_GT(cost.peak_memory, 1e6);
    }
  }
  return scenarios;
}

TEST(Groups, GiveTheBitsOfAProcessPerScenario) {
  std::signal(SIGPIPE, SIG_IGN);
  EXPECT_EQ(compare("mixed-parallel", 50), 350);
  EXPECT_EQ(compare("ptg-batch", 5), 100);
}

}  // namespace
}  // namespace palio
