// The studies of masters and workers: how long they take, what a decision that solves linear programs costs, and the
// optimum that every instance of bags is held against.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "platforms/family.h"
#include "storage/read/campaign_reader.h"
#include "strategies/bags/cbs3m/stretch_search.h"
#include "tests/bench/table/workbench.h"
#include "workloads/family.h"

namespace palio::bench {
namespace {

// A run of a shipped study into a new database.
Command study_run(const Workbench& bench, const std::string& study, std::vector<std::string> options) {
  const std::string database = bench.file(study + ".db");
  std::filesystem::remove(database);
  std::vector<std::string> arguments{"run", study, "--db", database, "-q"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return bench.palio(arguments);
}

void tell_table(const Workbench& bench) {
  const int rounds = bench.choose(3, 1);
  std::vector<double> seconds;
  Command command;
  for (int i = 0; i < rounds; ++i) {
    command = study_run(bench, "shared-files-table1", {});
    seconds.push_back(run(command).wall);
  }
  bench.tell({.what = "shared-files-table1 whole: 39 scenarios of 32,000 tasks on up to 10,000 workers",
              .unit = "s",
              .measured = spread(seconds),
              .rounds = rounds,
              .target = Target{Bound::at_most, 60},
              .against = "",
              .sides = "",
              .commands = {bench.typed(command)}});
}

constexpr int k_instances = 1000;  // of the whole study

// The part of the study that was run stands for the whole; its instances are drawn evenly over loads and platforms.
void tell_bags(const Workbench& bench) {
  const int rounds = bench.choose(3, 1), sample = bench.choose(50, 10);
  std::vector<double> minutes;
  Command command;
  for (int i = 0; i < rounds; ++i) {
    command = study_run(bench, "bag-of-tasks", {"--sample", std::to_string(sample)});
    minutes.push_back(run(command).wall / sample * k_instances / 60);
  }
  bench.tell({.what = "bag-of-tasks whole: 1,000 instances x 18 strategies",
              .unit = "min",
              .measured = spread(minutes),
              .rounds = rounds,
              .target = Target{Bound::at_most, 30},
              .against = "",
              .sides = fmt::format("as {} of its instances take it", sample),
              .commands = {bench.typed(command)}});
}

// ms of CPU: CBS3M decides at each of the 8 releases of a scenario; the linear programs are what a decision costs.
std::vector<double> decisions(const Workbench& bench) {
  std::vector<double> times;
  CampaignReader(bench.file("bag-of-tasks.db"))
      .query(
          "SELECT lp_time / applications * 1e3 FROM results WHERE strategy IN ('CBS3M-EDF', 'CBS3M-FIFO') AND "
          "outcome = 'completed'",
          [](const auto&) {},
          [&](const std::vector<SqlValue>& row) { times.push_back(std::get<double>(row.front())); });
  return times;
}

void tell_decisions(const Workbench& bench) {
  const std::vector<double> times = decisions(bench);
  bench.tell({.what = "CPU of an online decision of CBS3M, 8 applications on 8 workers, median over scenarios",
              .unit = "ms",
              .measured = spread(times),
              .rounds = static_cast<int>(times.size()),
              .target = Target{Bound::at_most, 50},
              .against = "",
              .sides = "its linear programs, mean of a scenario's eight decisions",
              .commands = {"./dev bench masters"}});
}

Star star_of(const std::string& recipe) {
  const PlatformFamily& family = platform_family("random-star");
  return as<Star>(family.build(parse_recipe(recipe, family.parameters), {}));
}

BagBatch bags_of(const std::string& recipe) {
  const WorkloadFamily& family = workload_family("bags-of-tasks");
  return as<BagBatch>(family.build(parse_recipe(recipe, family.parameters), {}));
}

void tell_optimum(const Workbench& bench) {
  const int instances = bench.choose(10, 2);
  std::vector<double> seconds;
  for (int i = 0; i < instances; ++i) {
    const Star star = star_of(fmt::format("random-star:workers=20,sample={},seed=7", i));
    const BagBatch batch = bags_of(fmt::format("bags-of-tasks:applications=20,load=2,sample={},seed=7", i));
    BagPolicy::LpUse use;
    offline_optimum(star, batch, &use);
    seconds.push_back(use.time);
  }
  const double largest = *std::ranges::max_element(seconds);
  bench.tell({.what = "CPU of the offline optimum, 20 applications on 20 workers, the largest",
              .unit = "s",
              .measured = {largest, *std::ranges::min_element(seconds), largest},
              .rounds = instances,
              .target = Target{Bound::at_most, 10},
              .against = "",
              .sides = fmt::format("median {:.2f} s of {} instances", spread(seconds).median, instances),
              .commands = {"./dev bench masters"}});
}

}  // namespace

void bench_masters(Workbench& bench) {
  tell_table(bench);
  tell_bags(bench);
  tell_decisions(bench);
  tell_optimum(bench);
}

}  // namespace palio::bench
