// The optimum that every instance of bags is held against.
#include <fmt/format.h>

#include <algorithm>

#include "platforms/family.h"
#include "strategies/bags/cbs3m/stretch_search.h"
#include "tests/bench/figure.h"
#include "workloads/family.h"

namespace palio::bench {
namespace {

Star star_of(const std::string& recipe) {
  const PlatformFamily& family = platform_family("random-star");
  return as<Star>(family.build(parse_recipe(recipe, family.parameters), {}));
}

BagBatch bags_of(const std::string& recipe) {
  const WorkloadFamily& family = workload_family("bags-of-tasks");
  return as<BagBatch>(family.build(parse_recipe(recipe, family.parameters), {}));
}

}  // namespace

void bench_optimum(Workbench& bench) {
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

}  // namespace palio::bench
