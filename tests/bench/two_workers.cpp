// How much faster two workers are than one.
#include <fmt/format.h>

#include "tests/bench/workbench.h"

namespace palio::bench {

void bench_two_workers(Workbench& bench) {
  const int rounds = bench.choose(7, 3);
  const std::string sample = fmt::format("{}", bench.choose(300, 20));
  int database = 0;
  std::vector<std::string> commands;
  const auto seconds = [&](const char* jobs) {
    const Command command = bench.palio({"run", "mixed-parallel", "--sample", sample, "--db",
                                         bench.file(fmt::format("workers{}.db", ++database)), "-j", jobs, "-q"});
    if (commands.size() < 2) commands.push_back(bench.typed(command));
    return run(command).wall;
  };
  std::vector<double> one, two, ratios;
  in_turn(rounds, {[&] { one.push_back(seconds("1")); }, [&] { two.push_back(seconds("2")); }});
  for (std::size_t i = 0; i < one.size(); ++i) ratios.push_back(one[i] / two[i]);
  bench.tell({.what = "two workers, scenarios per second",
              .unit = "x",
              .measured = spread(ratios),
              .rounds = rounds,
              .target = Target{Bound::at_least, 1.9},
              .against = "one worker",
              .sides = fmt::format("{:.2f} s against {:.2f} s", spread(two).median, spread(one).median),
              .commands = commands});
}

}  // namespace palio::bench
