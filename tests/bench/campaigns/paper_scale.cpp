// A campaign as large as the paper's that is stored already: how long palio takes to see that, and how much memory.
#include <fmt/format.h>

#include <algorithm>

#include "core/text/count_text.h"
#include "tests/bench/table/workbench.h"

namespace palio::bench {
namespace {

struct Costs {
  std::vector<double> seconds, memory;  // byte
};

Costs measure(const Command& command, int rounds) {
  Costs costs;
  in_turn(rounds, {[&] {
            const Usage usage = run(command);
            costs.seconds.push_back(usage.wall);
            costs.memory.push_back(usage.peak_memory);
          }});
  return costs;
}

void tell_seconds(const Workbench& bench, const std::string& what, const Command& command, const Costs& costs,
                  double target) {
  bench.tell({.what = what,
              .unit = "s",
              .measured = spread(costs.seconds),
              .rounds = static_cast<int>(costs.seconds.size()),
              .target = Target{Bound::at_most, target},
              .against = "",
              .sides = fmt::format("{:.0f} MB of memory", spread(costs.memory).median / 1e6),
              .commands = {bench.typed(command)}});
}

}  // namespace

void bench_paper_scale(Workbench& bench) {
  const int rounds = bench.choose(5, 3);
  const std::string& database = bench.stored_campaign();
  const Command resume = bench.palio({"run", "mixed-parallel", "--db", database, "-q"});
  const Command status = bench.palio({"status", database});
  const std::string size = count_text(static_cast<std::int64_t>(bench.stored_results()));
  const Costs resumed = measure(resume, rounds);
  const Costs asked = measure(status, rounds);
  tell_seconds(bench, fmt::format("resume: seeing that {} stored results need no run", size), resume, resumed, 2);
  tell_seconds(bench, fmt::format("status of {} stored results", size), status, asked, 0.1);

  std::vector<double> memory{bench.stored_usage().peak_memory};
  memory.insert(memory.end(), resumed.memory.begin(), resumed.memory.end());
  memory.insert(memory.end(), asked.memory.begin(), asked.memory.end());
  for (double& bytes : memory) bytes /= 1e6;
  const double largest = *std::ranges::max_element(memory);
  bench.tell({.what = fmt::format("memory of palio at {} scenarios: run, resume or status, the largest", size),
              .unit = "MB",
              .measured = {largest, largest, largest},
              .rounds = static_cast<int>(memory.size()),
              .target = Target{Bound::at_most, 200},
              .against = "",
              .sides = fmt::format("run with instant results: {:.0f} MB", memory.front()),
              .commands = {bench.typed(bench.stored_command()), bench.typed(resume), bench.typed(status)}});
}

}  // namespace palio::bench
