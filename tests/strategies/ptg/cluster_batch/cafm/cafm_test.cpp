#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "strategies/ptg/cluster_batch/batch_plan.h"
#include "strategies/ptg/cluster_batch/cafm/cafm.h"
#include "strategies/ptg/cluster_batch/list_plan.h"
#include "strategies/registry.h"
#include "tests/strategies/ptg/cluster_batch/random_batch.h"
#include "tests/strategies/ptg/graph_runs.h"
#include "workloads/family.h"

namespace palio {
namespace {

const Parameters k_classic_cafm{{"allocation", "cpa"}, {"area_divisor", "classic"}};

Platform cluster_of(int processors) { return test::fast_platform({test::cluster(processors, 1)}); }

using Interval = std::pair<double, double>;

// Start and finish of the tasks, graph by graph.
std::vector<Interval> dates(std::string_view name, int processors, const Workload& workload) {
  std::vector<Interval> all;
  const SchedulingResult result =
      method_if<GraphMethod>(strategy(name))->schedule(cluster_of(processors), workload, k_classic_cafm);
  for (const std::vector<Placement>& application : result.schedule.placements)
    for (const Placement& placed : application) all.emplace_back(placed.start, placed.finish);
  return all;
}

using CafmDates = std::vector<Interval>;

// One task each; alpha 1: as long on any number of processors.
Workload rigid(const std::vector<double>& seconds) {
  std::vector<TaskGraph> graphs;
  graphs.reserve(seconds.size());
  for (const double length : seconds) graphs.push_back(test::graph({{length, 1}}));
  return test::batch(std::move(graphs));
}

// Classic CPA gives a single task with alpha 0 all p processors: flop / p seconds.

TEST(CafmBoxes, LongestFirst) {
  // Jobs of 1, 2, 3 s on two processors: 3 s are the bound, 1 s is small, the others fill the first shelf: one
  // processor each. Rigid jobs of 3 s and 2 s at 0, then 1 s where it fits: at 2 s.
  EXPECT_EQ(dates("CAFM_LPTF", 2, rigid({1, 2, 3})), (CafmDates{{2, 3}, {0, 2}, {0, 3}}));
}

TEST(CafmBoxes, LongestIsNotTheLargestArea) {
  // Two jobs of 6 flop and one of 3.75 s on three processors. Bound 15.75/3 = 5.25: by 5.25 s the first two need 2
  // processors, by 2.625 s 3; the rigid one needs the first shelf, where the earlier one has room. Rigid jobs 2 x 3 s,
  // 3 x 2 s, 1 x 3.75 s.
  const Workload workload = test::batch({test::graph({{6, 0}}), test::graph({{6, 0}}), test::graph({{3.75, 1}})});
  EXPECT_EQ(dates("CAFM_LPTF", 3, workload), (CafmDates{{0, 3}, {3.75, 5.75}, {0, 3.75}}));
}

TEST(CafmBoxes, ShortestFirst) {
  EXPECT_EQ(dates("CAFM_SPTF", 2, rigid({1, 2, 3})), (CafmDates{{0, 1}, {0, 2}, {1, 4}}));
}

TEST(CafmBoxes, SmallestAreaFirst) {
  // Two jobs of 6 flop and one of 3 s on three processors. Bound 15/3 = 5: by 5 s the first two need 2 processors, by
  // 2.5 s 3; the rigid one needs the first shelf, where one more job has room: the earlier one. Rigid jobs 2 x 3 s, 3 x
  // 2 s, 1 x 3 s. Areas 6, 6, 3: the last first, then the first beside it, then the second.
  const Workload workload = test::batch({test::graph({{6, 0}}), test::graph({{6, 0}}), test::graph({{3, 1}})});
  EXPECT_EQ(dates("CAFM_SAF", 3, workload), (CafmDates{{0, 3}, {3, 5}, {0, 3}}));
  // By time the second one comes first.
  EXPECT_EQ(dates("CAFM_SPTF", 3, workload), (CafmDates{{2, 5}, {0, 2}, {2, 5}}));
}

TEST(CafmBoxes, ShelvesOfDoublingLengths) {
  // Two jobs of 4 flop and one of 4 s on four processors: bound 4, one processor each. Shortest job 1 s, K = 2: shelves
  // of 1, 2, 4 s. 1 s: each of the first two would fill it: the earlier one. 2 s: the other on 2. 4 s: the last on 1.
  const Workload workload = test::batch({test::graph({{4, 0}}), test::graph({{4, 0}}), test::graph({{4, 1}})});
  EXPECT_EQ(dates("CAFM_K_SHELVES", 4, workload), (CafmDates{{0, 1}, {1, 3}, {1, 5}}));
  EXPECT_EQ(dates("CAFM_LPTF", 4, workload), (CafmDates{{0, 4}, {0, 4}, {0, 4}}));
}

TEST(CafmBoxes, AreOpenedForBackfilling) {
  // A graph of independent tasks of 4 s and 2 s takes 6 s on one processor; on two it gives the longer one both, so 6 s
  // again: one processor. The other graph, 2 s, is small. Rigid jobs side by side; open, the task of 2 s moves from 4 s
  // to the other processor at 2 s.
  const Workload workload = test::batch({test::graph({{4, 1}, {2, 1}}), test::graph({{2, 1}})});
  for (const char* name : {"CAFM_LPTF", "CAFM_SPTF", "CAFM_SAF", "CAFM_K_SHELVES"})
    EXPECT_EQ(dates(name, 2, workload), (CafmDates{{0, 4}, {2, 4}, {0, 2}})) << name;
}

TEST(CafmCra, MapsByLevelByWeightOrByGraph) {
  // One processor; a chain of 2 s and 1 s (C* 3) and a task of 4 s (C* 4). Levels 3, 1, 4; weights 3/9, 1/9, 4/16.
  const Workload workload = test::batch({test::chain({{2, 1}, {1, 1}}), test::graph({{4, 1}})});
  EXPECT_EQ(dates("CAFM_CRA", 1, workload), (CafmDates{{4, 6}, {6, 7}, {0, 4}}));
  EXPECT_EQ(dates("CAFM_CRA_WEIGHT", 1, workload), (CafmDates{{0, 2}, {6, 7}, {2, 6}}));
  EXPECT_EQ(dates("CAFM_CRA_ORDER", 1, workload), (CafmDates{{0, 2}, {2, 3}, {3, 7}}));
}

TEST(CafmCra, AllocatesForTheJobsProcessorsAndMapsOnTheWholeCluster) {
  // Two equal graphs of two independent tasks of 2 flop, one processor each: 4 s on one processor, 2 s on two. Bound
  // 8/2 = 4: one processor for each graph. But the first graph has both from 0 to 2 s, the second one then.
  const TaskGraph graph = test::graph({{2, 0}, {2, 0}});
  const CafmDates expected{{0, 2}, {0, 2}, {2, 4}, {2, 4}};
  for (const char* name : {"CAFM_CRA", "CAFM_CRA_WEIGHT", "CAFM_CRA_ORDER"})
    EXPECT_EQ(dates(name, 2, test::batch({graph, graph})), expected) << name;
}

TEST(Cafm, SchedulesOfRandomBatchesAreValidAndAboveTheBound) {
  RandomStream random(13);
  for (int i = 0; i < 600; ++i) {
    const Workload workload = test::small_batch(random, 6, 8);
    const auto processors = static_cast<int>(random.uniform_integer(1, 12));
    const double speed = random.uniform_real(0.3, 3);
    const Platform platform = test::fast_platform({test::cluster(processors, speed)});
    Parameters parameters = k_classic_cafm;
    if (i % 2 == 0) parameters["area_divisor"] = "improved";
    if (i % 3 == 0) parameters["allocation"] = i % 2 == 0 ? "mcpa" : "bicpa";
    for (const Strategy& known : strategies()) {
      if (!known.name.starts_with("CAFM")) continue;
      const Schedule schedule = method_if<GraphMethod>(known)->schedule(platform, workload, parameters).schedule;
      ASSERT_EQ(test::violation_of(known, platform, workload, schedule), "valid") << known.name << " on batch " << i;
      ASSERT_GE(test::end_of(schedule), test::makespan_bound(platform, workload) * (1 - 1e-9)) << known.name << i;
    }
  }
}

// One processor for every task.
RigidJob job(const Workload& workload, int application, int processors) {
  const TaskGraph& graph = workload.applications[application].graph;
  const std::vector<int> allocation(graph.tasks().size(), 1);
  return {application, processors, last_finish(list_plan(graph, allocation, processors, 1)), allocation};
}

TEST(RigidJobs, GoIntoTheFirstHoleThatHoldsThem) {
  // Three processors. Job 0: two tasks of 4 s, two processors, 0 to 4 s. Job 1: three of 2 s, three processors: 4 to
  // 6 s. Job 2: one of 5 s: one processor is free until 4 s only, so 6 to 11 s. Job 3: one of 3 s: 0 to 3 s.
  const Workload workload = test::batch({test::graph({{4, 1}, {4, 1}}), test::graph({{2, 1}, {2, 1}, {2, 1}}),
                                         test::graph({{5, 1}}), test::graph({{3, 1}})});
  const std::vector<RigidJob> jobs{job(workload, 0, 2), job(workload, 1, 3), job(workload, 2, 1), job(workload, 3, 1)};
  const BatchPlan plan = place_rigid_jobs(workload, 3, 1, jobs);
  EXPECT_EQ(plan[0][1].start, 0);
  EXPECT_EQ(plan[1][2].start, 4);
  EXPECT_EQ(plan[2][0].start, 6);
  EXPECT_EQ(plan[3][0].start, 0);
}

TEST(RigidJobs, ArePlacedInTheGivenOrderWithTheirInnerSchedule) {
  // One processor. A chain of 1 s and 2 s behind a task of 4 s: 4 and 5 s.
  const Workload workload = test::batch({test::chain({{1, 1}, {2, 1}}), test::graph({{4, 1}})});
  const BatchPlan plan =
      place_rigid_jobs(workload, 1, 1, std::vector<RigidJob>{job(workload, 1, 1), job(workload, 0, 1)});
  EXPECT_EQ(plan[1][0].start, 0);
  EXPECT_EQ(plan[0][0].start, 4);
  EXPECT_EQ(plan[0][1].start, 5);
  EXPECT_EQ(plan[0][1].finish(), 7);
}

struct Use {
  double start, finish;  // s
  int processors;
};

int most_in_use(const std::vector<Use>& uses) {
  std::map<double, int> change;
  for (const Use& use : uses) {
    change[use.start] += use.processors;
    change[use.finish] -= use.processors;
  }
  int used = 0;
  int most = 0;
  for (const auto& [date, difference] : change) most = std::max(most, used += difference);
  return most;
}

std::vector<Use> by_task(const BatchPlan& plan) {
  std::vector<Use> uses;
  for (const std::vector<Slot>& application : plan)
    for (const Slot& slot : application) uses.push_back({slot.start, slot.finish(), slot.processors});
  return uses;
}

// Each graph's processors from its first start to its last finish.
std::vector<Use> by_job(const BatchPlan& plan, const std::vector<RigidJob>& jobs) {
  std::vector<Use> uses;
  for (const RigidJob& each : jobs) {
    const std::vector<Slot>& slots = plan[each.application];
    uses.push_back({std::ranges::min_element(slots, {}, &Slot::start)->start, last_finish(slots), each.processors});
  }
  return uses;
}

std::vector<RigidJob> random_jobs(RandomStream& random, const Workload& workload, int processors, double speed) {
  std::vector<RigidJob> jobs;
  for (int app = 0; app < static_cast<int>(workload.applications.size()); ++app) {
    const TaskGraph& graph = workload.applications[app].graph;
    const auto p = static_cast<int>(random.uniform_integer(1, processors));
    std::vector<int> allocation = cluster_allocation(graph, p, speed, {});
    const double length = last_finish(list_plan(graph, allocation, p, speed));
    jobs.push_back({app, p, length, std::move(allocation)});
  }
  return jobs;
}

TEST(RigidJobs, NeverNeedMoreProcessorsThanThereAre) {
  RandomStream random(11);
  for (int i = 0; i < 3000; ++i) {
    const Workload workload = test::small_batch(random, 6, 8);
    const auto processors = static_cast<int>(random.uniform_integer(1, 10));
    const double speed = random.uniform_real(0.3, 3);  // dates that have to be rounded
    const std::vector<RigidJob> jobs = random_jobs(random, workload, processors, speed);
    const BatchPlan plan = place_rigid_jobs(workload, processors, speed, jobs);
    ASSERT_LE(most_in_use(by_task(plan)), processors) << "case " << i;
    ASSERT_LE(most_in_use(by_job(plan, jobs)), processors) << "case " << i;
  }
}

TEST(RigidJobs, OpenedBoxesOnlyLetTasksStartEarlier) {
  RandomStream random(12);
  int earlier = 0;
  for (int i = 0; i < 2000; ++i) {
    const Workload workload = test::small_batch(random, 6, 8);
    const auto processors = static_cast<int>(random.uniform_integer(1, 10));
    const double speed = random.uniform_real(0.3, 3);
    const BatchPlan as_rigid_jobs =
        place_rigid_jobs(workload, processors, speed, random_jobs(random, workload, processors, speed));
    BatchPlan opened = as_rigid_jobs;
    backfill(workload, processors, opened);
    ASSERT_LE(most_in_use(by_task(opened)), processors) << "case " << i;
    for (std::size_t app = 0; app < as_rigid_jobs.size(); ++app)
      for (std::size_t task = 0; task < as_rigid_jobs[app].size(); ++task) {
        ASSERT_LE(opened[app][task].start, as_rigid_jobs[app][task].start) << "case " << i;
        earlier += opened[app][task].start < as_rigid_jobs[app][task].start ? 1 : 0;
      }
  }
  EXPECT_GT(earlier, 1000);
}

using Method = AllocationRule::Method;

constexpr AllocationRule k_classic_rule{Method::cpa, AreaDivisor::classic};
constexpr AllocationRule k_improved{Method::cpa, AreaDivisor::improved};

TEST(MoldableProfile, RepeatsAnAllocationThatMoreProcessorsDoNotChange) {
  // One task of 12 flop, alpha 0; divisor sqrt(p). p = 2: 12 s > 12 / 1.41, on two 6 s <= 8.5. p = 3: 6 s <= 6.9.
  // p = 4: 6 s <= 6. So two processors for all of them.
  const MoldableProfile profile(test::graph({{12, 0}}), 4, 1, k_improved);
  EXPECT_EQ(profile.makespans(), (std::vector<double>{12, 6, 6, 6}));
  EXPECT_EQ(profile.allocation(1), std::vector<int>{1});
  for (const int p : {2, 3, 4}) EXPECT_EQ(profile.allocation(p), std::vector<int>{2});
}

TEST(MoldableProfile, ATaskThatWouldOutgrowTheSmallerClusterLetsTheOtherOneGrowThere) {
  // 8 then 1 flop, alpha 0, divisor p. Gains of the first 8 - 4/2 = 6, 4/2 - 2.67/3 = 1.11, of the second 1 - 0.5/2 =
  // 0.75. p = 2: the first to 2 (5 s > 4.5), it may not have 3: the second to 2 (4.5 s). p = 4: the first to 3 (3.67 s
  // > 2.25), the second (its 0.75 against 0.89 - 0.5 = 0.39) to 2 (3.17 s), the first to 4 (2.5 s), the second (0.14)
  // to 3 (2.33 s) and to 4 (2.25 s).
  const MoldableProfile profile(test::chain({{8, 0}, {1, 0}}), 4, 1, k_classic_rule);
  EXPECT_EQ(profile.allocation(2), (std::vector<int>{2, 2}));
  EXPECT_EQ(profile.allocation(4), (std::vector<int>{4, 4}));
  EXPECT_EQ(profile.makespan(1), 9);
  EXPECT_EQ(profile.makespan(2), 4.5);
  EXPECT_EQ(profile.makespan(4), 2.25);
}

TEST(MoldableProfile, MapsOneAllocationAgainWhereItHadToWait) {
  // Three tasks of 4 s whatever their processors, divisor min(p, sqrt(3 p)). p = 1: 4 <= 12. p = 2: 4 <= 6. p = 3:
  // 4 <= 4. One processor each: 3, 2 and 1 rounds.
  const MoldableProfile profile(test::graph({{4, 1}, {4, 1}, {4, 1}}), 3, 1, k_improved);
  EXPECT_EQ(profile.makespans(), (std::vector<double>{12, 8, 4}));
  for (const int p : {1, 2, 3}) EXPECT_EQ(profile.allocation(p), (std::vector<int>{1, 1, 1}));
}

void expect_single_runs(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule) {
  const MoldableProfile profile(graph, processors, speed, rule);
  ASSERT_EQ(profile.processors(), processors);
  for (int p = 1; p <= processors; ++p) {
    const std::vector<int> alone = cluster_allocation(graph, p, speed, rule);
    ASSERT_EQ(profile.allocation(p), alone) << "on " << p;
    ASSERT_EQ(profile.makespan(p), last_finish(list_plan(graph, alone, p, speed))) << "on " << p;
  }
}

TEST(MoldableProfile, IsBitForBitWhatSingleRunsGiveWhereMuchIsEqual) {
  RandomStream random(1);
  for (int i = 0; i < 800; ++i) {
    SCOPED_TRACE(i);
    const TaskGraph graph = test::small_graph(random, i % 20 == 0 ? 150 : 12);
    const auto processors = static_cast<int>(random.uniform_integer(1, 40));
    expect_single_runs(graph, processors, random.uniform_real(0.5, 2), i % 2 == 0 ? k_improved : k_classic_rule);
    if (HasFatalFailure()) return;
  }
}

TEST(MoldableProfile, IsBitForBitWhatSingleRunsGiveOnChains) {
  RandomStream random(2);
  for (int i = 0; i < 30; ++i) {
    SCOPED_TRACE(i);
    std::vector<std::pair<double, double>> tasks;
    for (int task = 0; task < 30; ++task)
      tasks.emplace_back(i % 3 == 0 ? 5 : random.uniform_real(1, 100), i % 5 == 0 ? 0 : random.uniform_real(0, 0.25));
    expect_single_runs(test::chain(tasks), 70, 1, i % 2 == 0 ? k_improved : k_classic_rule);
    if (HasFatalFailure()) return;
  }
}

TEST(MoldableProfile, RunsEveryOtherMethodForItself) {
  RandomStream random(3);
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(i);
    const TaskGraph graph = test::small_graph(random, 10);
    for (const Method method : {Method::mcpa, Method::bicpa})
      expect_single_runs(graph, 9, 1, {method, i % 2 == 0 ? AreaDivisor::improved : AreaDivisor::classic});
    if (HasFatalFailure()) return;
  }
}

// Every shape of the papers' random graphs with so many tasks.
std::vector<TaskGraph> published_graphs(const std::string& tasks) {
  const WorkloadFamily& family = workload_family("random-ptg");
  std::vector<TaskGraph> graphs;
  for (const char* width : {"0.2", "0.5", "0.8"})
    for (const char* regularity : {"0.2", "0.8"})
      for (const char* density : {"0.2", "0.8"})
        for (const char* jump : {"1", "2", "4"}) {
          const std::string recipe = "random-ptg:tasks=" + tasks + ",width=" + width + ",regularity=" + regularity +
                                     ",density=" + density + ",jump=" + jump + ",complexity=mixed,sample=0,seed=1";
          graphs.push_back(
              as<Workload>(family.build(parse_recipe(recipe, family.parameters), "")).applications.front().graph);
        }
  return graphs;
}

TEST(MoldableProfile, IsBitForBitWhatSingleRunsGiveOnPublishedGraphs) {
  for (const char* tasks : {"10", "30"})
    for (const TaskGraph& graph : published_graphs(tasks))
      for (const AllocationRule& rule : {k_improved, k_classic_rule}) {
        expect_single_runs(graph, 47, 3.379e9, rule);
        if (HasFatalFailure()) return;
      }
}

// Processors added one by one by a sweep, relative to those that the largest cluster's allocation takes alone.
double relative_steps(const TaskGraph& graph, int processors) {
  CpaSweep sweep(graph, processors, 3e9, AreaDivisor::improved);
  for (int p = 1; p <= processors; ++p) sweep.next();
  const std::vector<int> largest = cluster_allocation(graph, processors, 3e9, k_improved);
  const int alone = std::accumulate(largest.begin(), largest.end(), -graph.task_count());
  return static_cast<double>(sweep.steps()) / alone;
}

TEST(CpaSweep, CostsLittleMoreThanItsLastAllocation) {
  for (const int processors : {20, 47, 120, 216}) {
    double sum = 0;
    for (const char* tasks : {"10", "20", "30"})
      for (const TaskGraph& graph : published_graphs(tasks)) sum += relative_steps(graph, processors);
    EXPECT_LT(sum / (3 * 36), 1.5) << processors;
  }
}

}  // namespace

}  // namespace palio
