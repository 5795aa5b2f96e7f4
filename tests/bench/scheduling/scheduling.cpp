#include "tests/bench/scheduling/scheduling.h"

#include <ctime>

#include "platforms/family.h"
#include "workloads/family.h"

namespace palio::bench {

Platform platform_of(const std::string& recipe) {
  const PlatformFamily& family = platform_family(recipe_name(recipe));
  return as<Platform>(family.build(parse_recipe(recipe, family.parameters), {}));
}

Workload workload_of(const std::string& recipe) {
  const WorkloadFamily& family = workload_family(recipe_name(recipe));
  return as<Workload>(family.build(parse_recipe(recipe, family.parameters), {}));
}

double cpu_clock() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace palio::bench
