// CPU of on-line lists of moldable tasks: 2,500 tasks on 1,024 processors, by every allocation and priority under every
// speed-up law.
#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "strategies/ptg/graph_method.h"
#include "strategies/ptg/moldable/online_list.h"
#include "strategies/registry.h"
#include "tests/bench/figure.h"
#include "tests/bench/scheduling/scheduling.h"

namespace palio::bench {

void bench_online_lists(Workbench& bench) {
  const Platform platform = platform_of("one-cluster:cluster_processors=1024,speed=1e9");
  std::vector<double> slowest;
  std::string what;
  const int rounds = bench.choose(3, 1);
  for (int round = 0; round < rounds; ++round) {
    double longest = 0;
    for (const std::string_view law : k_speedup_laws) {
      const Workload workload = workload_of(fmt::format(
          "daggen:tasks=2500,fat=0.7,density=0.3,regular=0.5,jump=5,law={},data_factor=0,sample=0,seed=1", law));
      for (const std::string_view name : {"ICPP22", "TOPC24", "Fair", "minTime", "minArea"})
        for (const std::string_view priority : k_ready_orders) {
          const Strategy& row = strategy(name);
          const Parameters parameters = resolve(name, row.parameters, {{"priority", std::string(priority)}});
          const double time =
              1e3 * cpu_of([&] { method_if<GraphMethod>(row)->schedule(platform, workload, parameters); });
          if (time <= longest) continue;
          longest = time;
          what = fmt::format("{}, {}, law {}", name, priority, law);
        }
    }
    slowest.push_back(longest);
  }
  bench.tell({.what = "CPU of scheduling 2,500 moldable tasks on line on 1,024 processors, the slowest of 100 cases",
              .unit = "ms",
              .measured = spread(slowest),
              .rounds = rounds,
              .target = Target{Bound::at_most, 20},
              .against = "",
              .sides = what,
              .commands = {"./dev bench online"}});
}

}  // namespace palio::bench
