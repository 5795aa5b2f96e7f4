// CPU of scheduling graphs of sequential tasks on meshes: HEFT on 50 and on 1,000 tasks, and all schedulers on the
// pairs of graph and hosts that a search for bad instances looks at, 10 tasks on 4 hosts.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/text/count_text.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/registry.h"
#include "tests/bench/figure.h"
#include "tests/bench/scheduling/scheduling.h"

namespace palio::bench {
namespace {

constexpr const char* k_sequential_command = "./dev bench sequential";

struct SequentialCase {
  Platform platform;
  Workload workload;
};

// Layers of about tasks^width tasks.
SequentialCase drawn_case(int tasks, int hosts, double width, int sample) {
  return {platform_of(fmt::format("mesh:hosts={},heterogeneity=4,max_latency=1e-3,sample={},seed=1", hosts, sample)),
          workload_of(fmt::format(
              "random-ptg:tasks={},width={},regularity=0.8,density=0.5,jump=2,complexity=mixed,sample={},seed=1", tasks,
              width, sample))};
}

std::vector<SequentialCase> drawn_cases(int tasks, int hosts, int count, double width = 0.5) {
  std::vector<SequentialCase> cases;
  for (int sample = 0; sample < count; ++sample) cases.push_back(drawn_case(tasks, hosts, width, sample));
  return cases;
}

// s of a graph, the mean of the cases.
double mean_time(const Strategy& row, const std::vector<SequentialCase>& cases) {
  const auto* method = method_if<GraphMethod>(row);
  const Parameters parameters = resolve(row.name, row.parameters, {});
  double total = 0;
  for (const auto& [platform, workload] : cases)
    total += cpu_of([&, &p = platform, &w = workload] { method->schedule(p, w, parameters); });
  return total / static_cast<double>(cases.size());
}

struct Size {
  int tasks, hosts, cases;
  double scale;  // units in a second
  std::string_view unit;
  double most;  // in that unit
};

void tell_heft(const Workbench& bench, const Size& size) {
  const std::vector<SequentialCase> cases = drawn_cases(size.tasks, size.hosts, size.cases);
  const int rounds = bench.choose(5, 2);
  std::vector<double> times;
  for (int round = 0; round < rounds; ++round) times.push_back(size.scale * mean_time(strategy("HEFT"), cases));
  bench.tell({.what = fmt::format("CPU of scheduling {} sequential tasks on {} hosts, HEFT", count_text(size.tasks),
                                  size.hosts),
              .unit = std::string(size.unit),
              .measured = spread(times),
              .rounds = rounds,
              .target = Target{Bound::at_most, size.most},
              .against = "",
              .sides = fmt::format("mean of {} graphs", size.cases),
              .commands = {k_sequential_command}});
}

void tell_exact(const Workbench& bench) {
  const std::vector<SequentialCase> cases =
      drawn_cases(9, 4, bench.choose(50, 10), 1);  // the hardest: nothing has an order
  const Strategy& exact = strategy("Exact");
  std::vector<double> times;
  for (const SequentialCase& drawn : cases) times.push_back(mean_time(exact, {drawn}));
  const double longest = std::ranges::max(times);
  bench.tell({.what = "CPU of an optimal schedule of 9 independent tasks on 4 hosts, the longest",
              .unit = "s",
              .measured = {longest, longest, longest},
              .rounds = 1,
              .target = Target{Bound::at_most, 1},
              .against = "",
              .sides = fmt::format("of {} instances, whose median is {:.2g} s", cases.size(), spread(times).median),
              .commands = {k_sequential_command}});
}

void tell_all(const Workbench& bench) {
  const std::vector<SequentialCase> cases = drawn_cases(10, 4, 20);
  const int rounds = bench.choose(5, 2);
  std::vector<std::pair<double, std::string_view>> last;
  std::vector<double> means;
  for (int round = 0; round < rounds; ++round) {
    last.clear();
    double total = 0;
    for (const Strategy& row : sequential_strategies()) {
      if (row.name == "Exact" || method_if<GraphMethod>(row)->terms.places == PlacesNeed::of_all_tasks) continue;
      last.emplace_back(1e6 * mean_time(row, cases), row.name);
      total += last.back().first;
    }
    means.push_back(total / static_cast<double>(last.size()));
  }
  std::ranges::sort(last);
  std::string each;
  for (const auto& [time, name] : last) each += fmt::format("{}{} {:.1f} us", each.empty() ? "" : ", ", name, time);
  bench.tell(
      {.what = fmt::format("CPU of scheduling 10 sequential tasks on 4 hosts, mean of {} strategies", last.size()),
       .unit = "us",
       .measured = spread(means),
       .rounds = rounds,
       .target = Target{Bound::at_most, 25},
       .against = "",
       .sides = each,
       .commands = {k_sequential_command}});
}

}  // namespace

void bench_sequential_scheduling(Workbench& bench) {
  tell_heft(bench, {50, 8, 20, 1e6, "us", 50});
  tell_heft(bench, {1'000, 64, 3, 1e3, "ms", 30});
  tell_all(bench);
  tell_exact(bench);
}

}  // namespace palio::bench
