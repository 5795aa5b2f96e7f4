#include "strategies/ptg/moldable/online_list.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "strategies/bounds/instance_bounds.h"
#include "tests/strategies/ptg/graph_runs.h"
#include "tests/support/builders.h"
#include "workloads/family.h"

namespace palio {
namespace {

using enum SpeedupLaw;

struct PlacedTask {
  int processors;
  double start;
};

struct Case {
  SpeedupLaw law;
  std::string_view strategy;
  int processors;
  std::vector<PlacedTask> tasks;
};

// As online_schedules.py makes them.
Workload workload_of(int number, SpeedupLaw law) {
  std::vector<Task> tasks;
  std::vector<Edge> edges;
  for (int task = 0; task < 9; ++task) {
    const SpeedupParameters has = parameters_of(law);
    Task& made = tasks.emplace_back(Task{10.0 + (7 * task + 3 * number) % 11, 0, ""});
    made.speedup.law = law;
    if (has.alpha) made.alpha = 0.02 * ((task + number) % 6);
    if (has.max_processors) made.speedup.max_processors = 2 + (5 * task + number) % 9;
    if (has.overhead) made.speedup.overhead = 0.004 * (1 + (task + 2 * number) % 5);
    if (has.exponent) made.speedup.exponent = 0.125 * ((3 * task + number) % 8);
    for (int parent = 0; parent < task; ++parent)
      if ((3 * parent + 5 * task + number) % 4 == 0) edges.push_back({parent, task, 0});
  }
  return one_graph(std::move(tasks), std::move(edges));
}

// The numbers are those that online_schedules.py prints, a second implementation.
TEST(OnlineList, MakesTheSchedulesOfASecondImplementation) {
  const std::vector<Case> cases{
      {SpeedupLaw::amdahl,
       "ICPP22:priority=fifo",
       12,
       {{4, 0}, {4, 0}, {4, 0}, {4, 2.5}, {4, 3.64}, {3, 8.4}, {4, 4.505}, {4, 8.6}, {4, 9.255}}},
      {SpeedupLaw::amdahl,
       "TOPC24:priority=length",
       20,
       {{5, 0}, {5, 0}, {5, 0}, {5, 2.808}, {5, 4.64}, {5, 3.968}, {5, 5.976}, {5, 9.96}, {5, 6.968}}},
      {SpeedupLaw::roofline,
       "ICPP22:priority=processors",
       9,
       {{4, 0}, {4, 0}, {4, 4}, {4, 3}, {4, 8.75}, {2, 6.75}, {4, 11.5}, {3, 15.75}, {4, 15}}},
      {SpeedupLaw::roofline,
       "minTime:priority=area",
       10,
       {{5, 0},
        {10, 3.8},
        {6, 5.3},
        {2, 7.13333333333},
        {7, 16.1333333333},
        {3, 18.1333333333},
        {8, 21.4666666667},
        {4, 23.5916666667},
        {9, 26.8416666667}}},
      {SpeedupLaw::communication,
       "ICPP22:priority=length",
       16,
       {{3, 0},
        {3, 0},
        {6, 0},
        {4, 0},
        {4, 4.01866666667},
        {3, 6.72},
        {3, 2.61333333333},
        {6, 2.74},
        {4, 8.88066666667}}},
      {SpeedupLaw::communication,
       "TOPC24:priority=area",
       11,
       {{4, 0}, {4, 9.054}, {4, 0}, {4, 3.668}, {4, 11.794}, {4, 4.862}, {4, 7.542}, {4, 17.994}, {4, 11.794}}},
      {SpeedupLaw::general,
       "Fair:priority=fifo",
       25,
       {{5, 0},
        {3, 0},
        {3, 4.216},
        {4, 4.92266666667},
        {4, 12.216},
        {3, 9.83466666667},
        {2, 16.224},
        {4, 17.8906666667},
        {3, 23.964}}},
      {SpeedupLaw::general,
       "TOPC24:priority=processors",
       18,
       {{4, 0}, {4, 6.5}, {4, 11.172}, {4, 15}, {2, 21.574}, {4, 30.064}, {3, 33.474}, {4, 39.858}, {4, 44.114}}},
      {SpeedupLaw::powercom,
       "Fair:priority=area",
       14,
       {{5, 3.80248836597},
        {5, 0},
        {5, 0},
        {5, 7.47486467781},
        {5, 6.29848836597},
        {5, 4.2169160348},
        {5, 12.9194852604},
        {5, 9.94389047771},
        {5, 10.0594852604}}},
      {SpeedupLaw::powercom,
       "minArea:priority=length",
       2,
       {{1, 0}, {1, 35.344}, {1, 0}, {1, 15.24}, {1, 46.564}, {1, 18.072}, {1, 29.352}, {1, 56.684}, {1, 46.564}}},
  };
  for (int number = 0; number < std::ssize(cases); ++number) {
    const auto& [law, strategy, processors, tasks] = cases[static_cast<std::size_t>(number)];
    const Schedule made =
        test::scheduled_by(strategy, test::one_cluster(processors), workload_of(number, law)).schedule;
    for (std::size_t task = 0; task < tasks.size(); ++task) {
      const Placement& placed = made.placements[0][task];
      EXPECT_EQ(std::ssize(placed.processors), tasks[task].processors) << strategy << ", task " << task;
      EXPECT_NEAR(placed.start, tasks[task].start, 1e-9) << strategy << ", task " << task;
    }
  }
}

// Three tasks of 2, 3 and 1 s on one processor: first known first, or the longest first.
TEST(OnlineList, StartsWaitingTasksByPriority) {
  const Workload three = test::workload(test::graph({{2, 1}, {3, 1}, {1, 1}}));
  const auto starts = [&](std::string_view strategy) {
    const Schedule made = test::scheduled_by(strategy, test::one_cluster(1), three).schedule;
    std::vector<double> dates;
    for (const Placement& placed : made.placements[0]) dates.push_back(placed.start);
    return dates;
  };
  EXPECT_EQ(starts("minArea"), (std::vector<double>{0, 2, 5}));
  EXPECT_EQ(starts("minArea:priority=length"), (std::vector<double>{3, 0, 5}));
}

// A task is not known before its application is there.
TEST(OnlineList, WaitsForTheRelease) {
  Workload late = test::workload(test::graph({{2, 1}}));
  late.applications.front().release_date = 7;
  EXPECT_EQ(test::scheduled_by("Fair", test::one_cluster(4), late).schedule.placements[0][0].start, 7);
}

struct Proven {
  std::string_view strategy;
  std::array<double, 4> ratio;  // amdahl, roofline, communication, general
};

constexpr std::array<Proven, 3> k_proven{
    {{"ICPP22", {4.74, 2.62, 3.61, 5.72}}, {"TOPC24", {4.55, 2.62, 3.40, 4.63}}, {"Fair", {4.56, 2.62, 3.41, 4.60}}}};

Workload drawn(int sample, std::string_view law) {
  RandomStream random(static_cast<std::uint64_t>(sample));
  Parameters given{{"tasks", random.uniform_integer(1, 60)},
                   {"fat", random.uniform_real(0, 1)},
                   {"density", random.uniform_real(0, 1)},
                   {"regular", random.uniform_real(0, 1)},
                   {"jump", random.uniform_integer(1, 5)},
                   {"law", std::string(law)},
                   {"data_factor", 0.0},
                   {"sample", std::int64_t{sample}},
                   {"seed", std::int64_t{1}}};
  const WorkloadFamily& family = workload_family("daggen");
  return as<Workload>(family.build({"daggen", resolve("daggen", family.parameters, given)}, ""));
}

TEST(OnlineList, IsValidAndNeverWorseThanItsProvenRatio) {
  RandomStream random(7);
  for (int sample = 0; sample < 1000; ++sample)
    for (std::size_t law = 0; law < k_speedup_laws.size(); ++law) {
      const Workload workload = drawn(sample, k_speedup_laws[law]);
      const Platform platform = test::one_cluster(static_cast<int>(random.uniform_integer(1, 300)));
      for (const std::string_view name : {"ICPP22", "TOPC24", "Fair", "minTime", "minArea"}) {
        const std::string priority(k_ready_orders[static_cast<std::size_t>(random.uniform_integer(0, 3))]);
        const std::string recipe = std::string(name) + ":priority=" + priority;
        const SchedulingResult result = test::scheduled_by(recipe, platform, workload);
        ASSERT_EQ(test::violation_of(strategy(name), platform, workload, result.schedule), "valid")
            << recipe << ", " << k_speedup_laws[law] << ", sample " << sample;
        const double ratio = test::end_of(result.schedule) / bounds_of(platform, workload).lower_bound;
        ASSERT_GE(ratio, 1 - 1e-9) << recipe << ", " << k_speedup_laws[law] << ", sample " << sample;
        const auto* const proven = std::ranges::find(k_proven, name, &Proven::strategy);
        if (proven == k_proven.end() || law >= proven->ratio.size()) continue;
        ASSERT_LE(ratio, proven->ratio.at(law)) << recipe << ", " << k_speedup_laws[law] << ", sample " << sample;
      }
    }
}

// Their dates are those of the laws, and no task has more processors than make it fastest.
TEST(SpeedupLaws, AreTakenByStrategiesThatNeedOnlyTimes) {
  const Platform platform = test::fast_platform({test::cluster(20, 1), test::cluster(9, 2)});
  for (const std::string_view law : k_speedup_laws)
    for (const std::string_view name : {"M-HEFT", "M-HEFT-IMP", "M-HEFT-MAX", "HEFT"}) {
      const Workload workload = drawn(5, law);
      const Schedule made = test::scheduled_by(name, platform, workload).schedule;
      ASSERT_EQ(test::violation_of(strategy(name), platform, workload, made), "valid") << name << ", " << law;
      const TaskGraph& graph = workload.applications[0].graph;
      for (int task = 0; task < graph.task_count(); ++task)
        ASSERT_LE(std::ssize(made.placements[0][task].processors), fastest_allocation(graph.task(task), 20));
    }
}

// One that computes with Amdahl's law, and those that need only times.
TEST(SpeedupLaws, AreRefusedByStrategiesThatAssumeAmdahls) {
  const Workload roofs = drawn(3, "roofline");
  for (const std::string_view name : {"M-HEFT", "M-HEFT-IMP", "M-HEFT-MAX", "HEFT", "minTime"})
    EXPECT_NO_THROW(check_workload(strategy(name), AnyWorkload(roofs))) << name;
  for (const std::string_view name : {"CPA", "HCPA", "M-HEFT-EFF", "S", "SELFISH", "MAGS"})
    EXPECT_THROW(check_workload(strategy(name), AnyWorkload(roofs)), UserError) << name;
  try {
    check_workload(strategy("CPA"), AnyWorkload(roofs));
    FAIL();
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(),
                 "strategy CPA computes with Amdahl's law, but tasks have the speed-up law roofline: "
                 "M-HEFT, HEFT and Fair take any law");
  }
}

}  // namespace
}  // namespace palio
