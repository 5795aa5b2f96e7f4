// Properties of all schedulers of sequential tasks, on thousands of random instances.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "strategies/ptg/schedule_validator.h"
#include "strategies/registry.h"
#include "strategies/sequential/model/host_schedule.h"
#include "tests/strategies/ptg/graph_runs.h"
#include "tests/strategies/sequential/examples.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

using test::drawn_example;
using test::end_of;
using test::RandomExample;
using test::runs;

Schedule scheduled(std::string_view name, const RandomExample& example) {
  return test::scheduled_by(name, example.platform, example.workload).schedule;
}

// The longest path through the graph if each task took its least time and data took none.
double critical_path(const RandomExample& example) {
  const Application& application = example.workload.applications.front();
  std::vector<double> finish(application.graph.tasks().size(), 0);
  for (const int task : application.graph.topological_order()) {
    double start = application.release_date;
    for (const Edge& edge : application.graph.in_edges(task)) start = std::max(start, finish[edge.from]);
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k < static_cast<int>(example.platform.clusters.size()); ++k)
      least = std::min(least, execution_time(application.graph.task(task), 1, k, example.platform.clusters[k].speed));
    finish[task] = start + least;
  }
  return *std::ranges::max_element(finish);
}

TEST(RandomSequentialSchedules, AreValidAndNeverBetterThanTheBestNorThanTheCriticalPath) {
  RandomStream random(18);
  for (int i = 0; i < 1500; ++i) {
    const RandomExample example = drawn_example(random, 6, 3);
    const double best = end_of(scheduled("Exact", example)) * (1 - 1e-12);  // up to rounding
    ASSERT_GE(best, critical_path(example) * (1 - 1e-11)) << i;
    for (const Strategy& known : sequential_strategies()) {
      const Schedule schedule = scheduled(known.name, example);
      ASSERT_EQ(find_violation(example.platform, example.workload, schedule).value_or("valid"), "valid")
          << known.name << " on instance " << i;
      ASSERT_GE(end_of(schedule), best) << known.name << " on instance " << i;
    }
  }
}

TEST(RandomSequentialSchedules, AreValidOnLargerInstances) {
  RandomStream random(19);
  for (int i = 0; i < 100; ++i) {
    const RandomExample example = drawn_example(random, 60, 8);
    for (const Strategy& known : sequential_strategies()) {
      if (known.name == "Exact") continue;
      const Schedule schedule = scheduled(known.name, example);
      ASSERT_EQ(find_violation(example.platform, example.workload, schedule).value_or("valid"), "valid")
          << known.name << " on instance " << i;
      ASSERT_GE(end_of(schedule), critical_path(example)) << known.name << " on instance " << i;
    }
  }
}

// An idle platform is the same at any date; all dates here are whole numbers.
TEST(SequentialSchedules, ALaterReleaseMovesThem) {
  for (const test::HostExample& example : {test::k_independent, test::k_diamond, test::k_heft_paper})
    for (const Strategy& known : sequential_strategies()) {
      Workload workload = example.workload();
      test::Runs expected = runs(known.name, example.platform(), workload);
      for (test::Run& run : expected) run = {run.host, run.start + 64, run.finish + 64};
      workload.applications.front().release_date = 64;
      EXPECT_EQ(runs(known.name, example.platform(), workload), expected) << known.name;
    }
}

TEST(RandomSequentialSchedules, DuplexIsTheBetterOfMinMinAndMaxMin) {
  RandomStream random(20);
  for (int i = 0; i < 300; ++i) {
    const RandomExample example = drawn_example(random, 20, 4);
    const double min_min = end_of(scheduled("MinMin", example));
    const double max_min = end_of(scheduled("MaxMin", example));
    EXPECT_EQ(end_of(scheduled("Duplex", example)), std::min(min_min, max_min)) << i;
  }
}

// The definition of rules that choose a task by its least two finishes: all ready tasks on all hosts, after each task.
// Always the task of the greatest key: (least, second least) -> double.
template <class Key>
test::Runs by_definition(const RandomExample& example, Key key) {
  const SequentialInstance instance(example.platform, example.workload);
  const TaskGraph& graph = instance.graph();
  HostSchedule schedule(instance);
  test::Runs made(graph.tasks().size(), {-1, 0, 0});
  std::vector<double> ready(instance.host_count());
  for (int count = 0; count < graph.task_count(); ++count) {
    int chosen = -1;
    double greatest = 0;
    HostSlot place;
    for (int task = 0; task < graph.task_count(); ++task) {
      const auto is_missing = [&](const Edge& edge) { return made[edge.from].host < 0; };
      if (made[task].host >= 0 || std::ranges::any_of(graph.in_edges(task), is_missing)) continue;
      schedule.find_data_ready(task, ready);
      std::vector<HostSlot> slots;
      for (int host = 0; host < instance.host_count(); ++host)
        slots.push_back(schedule.slot(task, host, ready[host], Placing::append));
      std::ranges::stable_sort(slots, {}, &HostSlot::finish);
      const double of_task = key(slots.front().finish, slots[slots.size() > 1 ? 1 : 0].finish);
      if (chosen >= 0 && of_task <= greatest) continue;
      chosen = task;
      greatest = of_task;
      place = slots.front();
    }
    schedule.place(chosen, place);
    made[chosen] = {place.host, place.start, place.finish};
  }
  return made;
}

// Also with more hosts than the rules remember for each task, and equal finishes.
TEST(RandomSequentialSchedules, RulesOfTheLeastFinishesFollowTheirDefinition) {
  RandomStream random(24);
  for (int i = 0; i < 150; ++i) {
    const RandomExample example = drawn_example(random, 80, i % 2 == 0 ? 60 : 20);
    const auto made = [&](std::string_view name, const Parameters& parameters) {
      return runs(name, example.platform, example.workload, parameters);
    };
    ASSERT_EQ(made("MinMin", {{"ready", "each"}}), by_definition(example, [](double least, double) { return -least; }));
    ASSERT_EQ(made("MaxMin", {{"ready", "each"}}), by_definition(example, [](double least, double) { return least; }));
    ASSERT_EQ(made("Sufferage", {}),
              by_definition(example, [](double least, double second) { return second - least; }));
  }
}

TEST(RandomSequentialSchedules, InsertionIsNeverLaterThanAppendingForTheSameOrderAndHosts) {
  RandomStream random(21);
  int earlier = 0;
  for (int i = 0; i < 2000; ++i) {
    const RandomExample example = drawn_example(random, 20, 4);
    const SequentialInstance instance(example.platform, example.workload);
    HostSchedule inserted(instance), appended(instance);
    for (const int task : instance.graph().topological_order()) {
      const auto host = static_cast<int>(random.uniform_integer(0, instance.host_count() - 1));
      inserted.place(task, inserted.slot_on(host, task, Placing::insertion));
      appended.place(task, appended.slot_on(host, task, Placing::append));
      ASSERT_LE(inserted.finish(task), appended.finish(task)) << "instance " << i << ", task " << task;
      earlier += inserted.finish(task) < appended.finish(task) ? 1 : 0;
    }
  }
  EXPECT_GT(earlier, 1000);
}

TEST(RandomSequentialSchedules, ReadySetsOfIndependentTasksAreTheSame) {
  RandomStream random(22);
  for (int i = 0; i < 300; ++i) {
    RandomExample example = drawn_example(random, 10, 4);
    const std::span<const Task> tasks = example.workload.applications.front().graph.tasks();
    const Workload workload = test::workload({{tasks.begin(), tasks.end()}, {}});
    for (const std::string name : {"MinMin", "MaxMin"})
      EXPECT_EQ(runs(name, example.platform, workload), runs(name, example.platform, workload, {{"ready", "each"}}))
          << i;
  }
}

}  // namespace
}  // namespace palio
