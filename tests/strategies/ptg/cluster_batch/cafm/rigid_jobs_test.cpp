#include "strategies/ptg/cluster_batch/cafm/cafm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "strategies/ptg/cluster_batch/backfill.h"
#include "strategies/ptg/cluster_batch/list_plan.h"
#include "tests/strategies/ptg/cluster_batch/small_graphs.h"

namespace palio {
namespace {

// One processor for every task.
RigidJob job(const Workload& workload, int application, int processors) {
  const TaskGraph& graph = workload.applications[static_cast<std::size_t>(application)].graph;
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
    const std::vector<Slot>& slots = plan[static_cast<std::size_t>(each.application)];
    uses.push_back({std::ranges::min_element(slots, {}, &Slot::start)->start, last_finish(slots), each.processors});
  }
  return uses;
}

std::vector<RigidJob> random_jobs(RandomStream& random, const Workload& workload, int processors, double speed) {
  std::vector<RigidJob> jobs;
  for (int app = 0; app < static_cast<int>(workload.applications.size()); ++app) {
    const TaskGraph& graph = workload.applications[static_cast<std::size_t>(app)].graph;
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

}  // namespace
}  // namespace palio
