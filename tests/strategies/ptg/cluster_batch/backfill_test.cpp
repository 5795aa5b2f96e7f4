#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/error.h"
#include "core/identity/random_stream.h"
#include "strategies/ptg/cluster_batch/batch_plan.h"
#include "strategies/ptg/cluster_batch/list_plan.h"
#include "strategies/ptg/schedule_validator.h"
#include "tests/strategies/ptg/cluster_batch/random_batch.h"

namespace palio {
namespace {

// Two processors. A: one of them, 0 to 4; B: both, 4 to 6; C: one, 6 to 9; D: both, 9 to 10.
class BackfillOfFourTasks : public testing::Test {
protected:
  BatchPlan plan_{{{1, 0, 4}, {2, 4, 2}, {1, 6, 3}, {2, 9, 1}}};

  std::vector<double> starts_after(std::vector<Edge> edges) {
    const Workload workload = test::workload(test::graph({{4, 0}, {4, 0}, {3, 0}, {2, 0}}, std::move(edges)));
    backfill(workload, 2, plan_);
    std::vector<double> starts;
    for (const Slot& slot : plan_.front()) starts.push_back(slot.start);
    return starts;
  }
};

TEST_F(BackfillOfFourTasks, FillsAHole) {
  // C fits beside A from 0 to 3; D then follows B at once, since nothing keeps it from 6.
  EXPECT_EQ(starts_after({}), (std::vector<double>{0, 4, 0, 6}));
}

TEST_F(BackfillOfFourTasks, WaitsForPredecessors) {
  // B before C: C stays at 6 and D behind it.
  EXPECT_EQ(starts_after({{1, 2, 0}}), (std::vector<double>{0, 4, 6, 9}));
}

TEST_F(BackfillOfFourTasks, FollowsAPredecessorThatMoved) {
  // C before D, B after A: C at 0 as above; D could start at 3 for its predecessor, but A is there until 4, B until 6.
  EXPECT_EQ(starts_after({{0, 1, 0}, {2, 3, 0}}), (std::vector<double>{0, 4, 0, 6}));
}

TEST_F(BackfillOfFourTasks, LeavesAHoleThatIsTooShort) {
  // 5 s do not fit into 0 to 4; and D stays behind.
  plan_.front()[2] = {1, 6, 5};
  plan_.front()[3].start = 11;
  EXPECT_EQ(starts_after({}), (std::vector<double>{0, 4, 6, 11}));
}

TEST_F(BackfillOfFourTasks, WaitsForTheRelease) {
  Workload workload = test::workload(test::graph({{4, 0}, {4, 0}, {3, 0}, {2, 0}}));
  workload.applications.front().release_date = 0.5;
  for (Slot& slot : plan_.front()) slot.start += 1;
  // A from 1 to 0.5, B behind it at 4.5, C beside A, D behind B at 6.5.
  backfill(workload, 2, plan_);
  EXPECT_EQ(plan_[0][0].start, 0.5);
  EXPECT_EQ(plan_[0][1].start, 4.5);
  EXPECT_EQ(plan_[0][2].start, 0.5);
  EXPECT_EQ(plan_[0][3].start, 6.5);
}

TEST(ScheduleOf, TakesTheProcessorsFreedMostRecently) {
  // Three processors. A: one, 0 to 2, on processor 0; B: one, 0 to 3, on 1; C: one at 3, after B: on 1 again;
  // D: two at 3, on 0 (free since 2) and 2 (since 0), and there from 2 s on, which is all it waits for.
  const Workload workload = test::workload(test::graph({{2, 0}, {3, 0}, {1, 0}, {2, 0}}, {{1, 2, 0}}));
  const BatchPlan plan{{{1, 0, 2}, {1, 0, 3}, {1, 3, 1}, {2, 3, 1}}};
  const Schedule schedule = schedule_of(test::fast_platform({test::cluster(3, 1)}), workload, plan);
  const std::vector<Placement>& placed = schedule.placements.front();
  EXPECT_EQ(placed[0].processors, std::vector<int>{0});
  EXPECT_EQ(placed[1].processors, std::vector<int>{1});
  EXPECT_EQ(placed[2].processors, std::vector<int>{1});
  EXPECT_EQ(placed[2].start, 3);
  EXPECT_EQ(placed[3].processors, (std::vector<int>{0, 2}));
  EXPECT_EQ(placed[3].start, 2);
  EXPECT_EQ(placed[3].finish, 3);
}

TEST(ScheduleOf, RefusesAPlanOfMoreProcessorsThanThereAre) {
  const Workload workload = test::workload(test::graph({{2, 0}, {4, 0}}));
  const BatchPlan plan{{{1, 0, 2}, {2, 1, 2}}};
  EXPECT_THROW(schedule_of(test::fast_platform({test::cluster(2, 1)}), workload, plan), InternalError);
}

// A list of the tasks in which only predecessors must come first.
std::vector<BatchTask> any_order(RandomStream& random, const Workload& workload) {
  std::vector<BatchTask> left;
  for (int app = 0; app < static_cast<int>(workload.applications.size()); ++app)
    for (int task = 0; task < workload.applications[app].graph.task_count(); ++task) left.push_back({app, task});
  std::vector<BatchTask> order;
  std::vector<std::vector<char>> done;
  for (const Application& each : workload.applications) done.emplace_back(each.graph.tasks().size());
  while (!left.empty()) {
    const auto at = left.begin() + random.uniform_integer(0, static_cast<std::int64_t>(left.size()) - 1);
    auto& of_its_graph = done[at->application];
    const TaskGraph& graph = workload.applications[at->application].graph;
    if (std::ranges::any_of(graph.in_edges(at->task), [&](const Edge& e) { return !of_its_graph[e.from]; })) continue;
    of_its_graph[at->task] = 1;
    order.push_back(*at);
    left.erase(at);
  }
  return order;
}

// The largest number of processors in use at any start.
int largest_use(const BatchPlan& plan) {
  std::vector<Slot> slots;
  for (const std::vector<Slot>& each : plan) slots.insert(slots.end(), each.begin(), each.end());
  int largest = 0;
  for (const Slot& at : slots) {
    int used = 0;
    for (const Slot& slot : slots)
      if (slot.start <= at.start && at.start < slot.finish()) used += slot.processors;
    largest = std::max(largest, used);
  }
  return largest;
}

struct BackfillCase {
  Platform platform;
  Workload workload;
  BatchPlan plan;

  int processors() const { return platform.clusters.front().processors; }
};

// Random graphs, releases, allocations and list.
BackfillCase draw_case(RandomStream& random) {
  BackfillCase drawn{test::fast_platform({test::cluster(static_cast<int>(random.uniform_integer(1, 16)), 1e9)}),
                     test::draw_batch(random, 4, {"1", "3", "6", "12"}),
                     {}};
  BatchAllocation allocation;
  for (Application& each : drawn.workload.applications) {
    if (random.uniform_integer(0, 3) == 0) each.release_date = random.uniform_real(0, 30);
    allocation.emplace_back();
    for (int task = 0; task < each.graph.task_count(); ++task)
      allocation.back().push_back(static_cast<int>(random.uniform_integer(1, drawn.processors())));
  }
  drawn.plan = list_plan(drawn.workload, allocation, any_order(random, drawn.workload), drawn.processors(), 1e9);
  return drawn;
}

void expect_no_later(const BatchPlan& before, const BatchPlan& after) {
  for (std::size_t app = 0; app < before.size(); ++app)
    for (std::size_t task = 0; task < before[app].size(); ++task) {
      ASSERT_LE(after[app][task].start, before[app][task].start);
      ASSERT_EQ(after[app][task].duration, before[app][task].duration);
      ASSERT_EQ(after[app][task].processors, before[app][task].processors);
    }
}

TEST(Backfill, DelaysNothingAndKeepsEveryPlanValid) {
  RandomStream random(17);
  int moved = 0;
  for (int round = 0; round < 2000; ++round) {
    const BackfillCase drawn = draw_case(random);
    ASSERT_LE(largest_use(drawn.plan), drawn.processors()) << "round " << round;
    BatchPlan plan = drawn.plan;
    backfill(drawn.workload, drawn.processors(), plan);
    expect_no_later(drawn.plan, plan);
    ASSERT_FALSE(testing::Test::HasFatalFailure()) << "round " << round;
    ASSERT_LE(largest_use(plan), drawn.processors()) << "round " << round;
    for (const BatchTask& id : by_start(drawn.workload, plan)) {
      const auto app = static_cast<std::size_t>(id.application);
      const auto task = static_cast<std::size_t>(id.task);
      ASSERT_GE(plan[app][task].start, ready_date(drawn.workload, plan, id)) << "round " << round;
      moved += plan[app][task].start < drawn.plan[app][task].start ? 1 : 0;
    }
  }
  EXPECT_GT(moved, 1000);
}

TEST(ScheduleOf, MakesValidSchedulesNoLaterThanThePlan) {
  RandomStream random(19);
  for (int round = 0; round < 2000; ++round) {
    const BackfillCase drawn = draw_case(random);
    const Schedule schedule = schedule_of(drawn.platform, drawn.workload, drawn.plan);
    const auto violation =
        find_violation(drawn.platform, drawn.workload, schedule, PlannedCommunication::ignored).value_or("valid");
    ASSERT_EQ(violation, "valid") << "round " << round;
    for (std::size_t app = 0; app < drawn.plan.size(); ++app)
      for (std::size_t task = 0; task < drawn.plan[app].size(); ++task) {
        const Placement& placed = schedule.placements[app][task];
        ASSERT_LE(placed.start, drawn.plan[app][task].start) << "round " << round;
        ASSERT_EQ(placed.finish, placed.start + drawn.plan[app][task].duration) << "round " << round;
        ASSERT_EQ(static_cast<int>(placed.processors.size()), drawn.plan[app][task].processors) << "round " << round;
      }
  }
}

constexpr double k_forever = std::numeric_limits<double>::infinity();

TEST(UsageProfile, AnEmptyClusterTakesAnything) {
  const UsageProfile profile(4);
  EXPECT_EQ(profile.earliest(0, 10, 4), 0);
  EXPECT_EQ(profile.earliest(2.5, 10, 4), 2.5);
  EXPECT_EQ(profile.latest(0, 10, 4, 4), 6);
  EXPECT_EQ(profile.latest(7, 10, 4, 4), std::nullopt);
}

// 4 processors; 3 in use from 2 to 5, all 4 from 8 to 9.
UsageProfile busy_profile() {
  UsageProfile profile(4);
  profile.add(2, 5, 3);
  profile.add(8, 9, 4);
  return profile;
}

TEST(UsageProfile, EarliestFindsHoles) {
  const UsageProfile profile = busy_profile();
  EXPECT_EQ(profile.earliest(0, 2, 4), 0);    // ends when the others begin
  EXPECT_EQ(profile.earliest(0, 3, 2), 5);    // 5 to 8, between the two
  EXPECT_EQ(profile.earliest(0, 3.5, 2), 9);  // too long for that
  EXPECT_EQ(profile.earliest(0, 8, 1), 0);    // beside the three
  EXPECT_EQ(profile.earliest(1, 8, 1), 9);
  EXPECT_EQ(profile.earliest(3, 1, 2), 5);
}

TEST(UsageProfile, LatestFindsHolesBackwards) {
  const UsageProfile profile = busy_profile();
  EXPECT_EQ(profile.latest(0, 10, 1, 4), 9);
  EXPECT_EQ(profile.latest(0, 10, 2, 4), 6);  // to the step of four at 8
  EXPECT_EQ(profile.latest(0, 10, 4, 1), 4);
  EXPECT_EQ(profile.latest(0, 10, 4, 2), std::nullopt);  // 5 to 8 and 0 to 2 are too short
  EXPECT_EQ(profile.latest(0, 8, 3, 2), 5);
  EXPECT_EQ(profile.latest(5.5, 8, 3, 2), std::nullopt);
}

TEST(UsageProfile, WhatIsTakenBackIsFree) {
  UsageProfile profile = busy_profile();
  profile.remove(2, 5, 3);
  EXPECT_EQ(profile.earliest(0, 8, 4), 0);
  profile.remove(8, 9, 4);
  EXPECT_EQ(profile.earliest(0, 100, 4), 0);
}

// The same questions answered by checking every interval.
class Reference {
public:
  struct Interval {
    double start, finish;
    int n;
  };

  explicit Reference(int processors) : processors_(processors) {}

  bool has_room(double start, double finish, int n) const {
    if (!has_room_at(start, n)) return false;
    return std::ranges::none_of(intervals, [&](const Interval& other) {
      return other.start > start && other.start < finish && !has_room_at(other.start, n);
    });
  }

  double earliest(double ready, double duration, int n) const {
    double best = k_forever;
    if (has_room(ready, ready + duration, n)) return ready;
    for (const Interval& other : intervals)
      if (other.finish >= ready && has_room(other.finish, other.finish + duration, n))
        best = std::min(best, other.finish);
    return best;
  }

  std::optional<double> latest(double begin, double end, double duration, int n) const {
    std::optional<double> best;
    const auto offer = [&](double finish) {
      double start = finish - duration;
      while (start + duration > finish) start = std::nextafter(start, -k_forever);
      if (start >= begin && has_room(start, finish, n) && (!best || start > *best)) best = start;
    };
    offer(end);
    for (const Interval& other : intervals)
      if (other.start < end) offer(other.start);
    return best;
  }

  std::vector<Interval> intervals;

private:
  bool has_room_at(double date, int n) const {
    int used = n;
    for (const Interval& other : intervals)
      if (other.start <= date && date < other.finish) used += other.n;
    return used <= processors_;
  }

  int processors_;
};

// Dates on a grid often coincide, others never.
enum class BusyDates { grid, any };

void compare(RandomStream& random, BusyDates dates) {
  const auto draw = [&](int largest) {
    return dates == BusyDates::grid ? static_cast<double>(random.uniform_integer(0, 2 * std::int64_t{largest})) / 2
                                    : random.uniform_real(0, largest);
  };
  const auto processors = static_cast<int>(random.uniform_integer(1, 8));
  UsageProfile profile(processors);
  Reference reference(processors);
  for (int operation = 0; operation < 30; ++operation) {
    const double ready = draw(20);
    const double duration = draw(6) + 0.5;
    const auto n = static_cast<int>(random.uniform_integer(1, processors));
    const double start = profile.earliest(ready, duration, n);
    ASSERT_EQ(start, reference.earliest(ready, duration, n));
    const double end = ready + draw(20);
    ASSERT_EQ(profile.latest(ready, end, duration, n), reference.latest(ready, end, duration, n));
    const auto count = static_cast<std::int64_t>(reference.intervals.size());
    if (count > 0 && random.uniform_integer(0, 2) == 0) {
      const auto out = reference.intervals.begin() + random.uniform_integer(0, count - 1);
      profile.remove(out->start, out->finish, out->n);
      reference.intervals.erase(out);
    } else {
      profile.add(start, start + duration, n);
      reference.intervals.push_back({start, start + duration, n});
    }
  }
}

TEST(UsageProfile, AnswersAsACountOverAllIntervals) {
  RandomStream random(3);
  for (int round = 0; round < 2000; ++round) {
    compare(random, round % 2 == 0 ? BusyDates::grid : BusyDates::any);
    ASSERT_FALSE(testing::Test::HasFatalFailure()) << "round " << round;
  }
}

}  // namespace

}  // namespace palio
