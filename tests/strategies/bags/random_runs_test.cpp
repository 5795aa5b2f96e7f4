// Every online strategy for bags of tasks on random instances, run without a simulator.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "core/identity/random_stream.h"
#include "platforms/family.h"
#include "strategies/bags/bag_policy.h"
#include "strategies/bags/bag_schedule.h"
#include "strategies/bags/dedicated_rate.h"
#include "strategies/registry.h"
#include "tests/support/closed_bag_engine.h"
#include "workloads/family.h"

namespace palio {
namespace {

struct BagInstance {
  Star star;
  BagBatch batch;
};

BagInstance draw_run(RandomStream& random, int seed) {
  const auto pick = [&](const std::vector<std::string>& values) {
    return values[random.uniform_integer(0, static_cast<std::int64_t>(values.size()) - 1)];
  };
  const PlatformFamily& platforms = platform_family("random-star");
  const WorkloadFamily& workloads = workload_family("bags-of-tasks");
  const std::string platform = "random-star:workers=" + pick({"1", "2", "5", "8"}) +
                               ",max_slowdown=" + pick({"1", "3", "10"}) + ",master_bandwidth=" + pick({"0", "5e6"}) +
                               ",sample=0,seed=" + std::to_string(seed);
  const std::string workload = "bags-of-tasks:applications=" + pick({"1", "2", "4", "8"}) +
                               ",load=" + pick({"0.5", "1", "4", "10"}) + ",max_tasks=" + pick({"1", "5", "30"}) +
                               ",sample=0,seed=" + std::to_string(seed);
  BagInstance instance{as<Star>(platforms.build(parse_recipe(platform, platforms.parameters), "")), {}};
  instance.batch =
      dated(as<BagBatch>(workloads.build(parse_recipe(workload, workloads.parameters), "")), instance.star);
  if (seed % 3 == 0)
    for (Worker& worker : instance.star.workers) worker.link.latency = random.uniform_real(0, 0.1);
  return instance;
}

BagSchedule run(const Strategy& known, const BagInstance& instance) {
  const auto policy =
      method_if<BagMethod>(known)->policy(instance.star, instance.batch, resolve(known.name, known.parameters, {}));
  return test::run_bags(instance.star, instance.batch, *policy);
}

bool same_run(const BagTask& a, const BagTask& b) {
  return a.application == b.application && a.worker == b.worker && a.send_start == b.send_start &&
         a.send_finish == b.send_finish && a.start == b.start && a.finish == b.finish;
}

// No application can finish before its dedicated makespan in the fluid model.
TEST(RandomBagRuns, AreValidAndAboveTheDedicatedMakespans) {
  RandomStream random(2008);
  for (int i = 0; i < 150; ++i) {
    const BagInstance instance = draw_run(random, i);
    for (const Strategy& known : bag_strategies()) {
      const BagSchedule schedule = run(known, instance);
      const auto violation = find_bag_violation(instance.star, instance.batch, schedule);
      ASSERT_EQ(violation.value_or("valid"), "valid") << known.name << " on instance " << i;
      std::vector<double> finish(instance.batch.applications.size(), 0);
      for (const BagTask& task : schedule.tasks) {
        double& last = finish[task.application];
        last = std::max(last, task.finish);
      }
      for (std::size_t k = 0; k < finish.size(); ++k) {
        const BagOfTasks& bag = instance.batch.applications[k];
        ASSERT_GE(finish[k] - bag.release_date, dedicated_makespan(instance.star, bag) * (1 - 1e-9))
            << known.name << " on instance " << i << ", application " << k;
      }
    }
  }
}

TEST(RandomBagRuns, AreTheSameBitsAgain) {
  RandomStream random(7);
  for (int i = 0; i < 20; ++i) {
    const BagInstance instance = draw_run(random, i);
    for (const Strategy& known : bag_strategies())
      EXPECT_TRUE(std::ranges::equal(run(known, instance).tasks, run(known, instance).tasks, same_run)) << known.name;
  }
}

// All but the demand-driven ones keep the port busy while a released task is unsent.
TEST(RandomBagRuns, DoNotLetThePortRestUnlessDemandDriven) {
  RandomStream random(11);
  for (int i = 0; i < 40; ++i) {
    const BagInstance instance = draw_run(random, i);
    for (const Strategy& known : bag_strategies()) {
      if (known.name.ends_with("-DD")) continue;
      const BagSchedule schedule = run(known, instance);
      std::vector<int> unsent;
      for (const BagOfTasks& bag : instance.batch.applications) unsent.push_back(bag.tasks);
      double free = 0;
      for (const BagTask& task : schedule.tasks) {
        double earliest = std::numeric_limits<double>::infinity();
        for (std::size_t k = 0; k < unsent.size(); ++k)
          if (unsent[k] > 0) earliest = std::min(earliest, instance.batch.applications[k].release_date);
        ASSERT_EQ(task.send_start, std::max(free, earliest)) << known.name << " on instance " << i;
        free = task.send_finish;
        --unsent[task.application];
      }
    }
  }
}

// What is sent before the last release does not depend on the last application.
TEST(RandomBagRuns, DoNotLookIntoTheFuture) {
  RandomStream random(13);
  for (int i = 0; i < 60; ++i) {
    const BagInstance instance = draw_run(random, i);
    BagInstance other = instance;
    BagOfTasks& last = other.batch.applications.back();
    last.tasks += 3;
    last.flop *= 0.01;
    last.bytes *= 0.5;
    for (const Strategy& known : bag_strategies()) {
      const BagSchedule first = run(known, instance);
      const BagSchedule second = run(known, other);
      for (std::size_t id = 0; id < first.tasks.size() && first.tasks[id].send_start < last.release_date; ++id) {
        ASSERT_EQ(first.tasks[id].send_start, second.tasks[id].send_start) << known.name;
        ASSERT_EQ(first.tasks[id].application, second.tasks[id].application) << known.name;
        ASSERT_EQ(first.tasks[id].worker, second.tasks[id].worker) << known.name;
      }
    }
  }
}

}  // namespace
}  // namespace palio
