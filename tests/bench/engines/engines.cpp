// CPU of a simulation alone: the fluid engine against SimGrid, on the same schedules.
#include <fmt/format.h>

#include <vector>

#include "core/text/json_reader.h"
#include "tests/bench/table/workbench.h"

namespace palio::bench {

void bench_engines(Workbench& bench) {
  const int rounds = bench.choose(3, 2);
  const Command command = bench.beside("bench_both_engines", {fmt::format("{}", bench.choose(200, 20))});
  std::vector<double> ratios, least, simgrid, fluid;
  double scenarios = 0;
  for (int round = 0; round < rounds; ++round) {
    const JsonReader told = JsonReader::parse(output_of(command.arguments), "bench_both_engines");
    const auto number = [&](const char* name) { return told.member(name).number(JsonRange::positive); };
    ratios.push_back(number("ratio"));
    least.push_back(number("least"));
    simgrid.push_back(1e6 * number("simgrid"));
    fluid.push_back(1e6 * number("fluid"));
    scenarios = number("scenarios");
  }
  Figure figure{.what = "CPU of a simulation alone, fluid engine, median over scenarios",
                .unit = "x",
                .measured = spread(std::move(ratios)),
                .rounds = rounds,
                .target = Target{Bound::at_least, 10},
                .against = "SimGrid alone, the same schedules",
                .sides = fmt::format("{:.0f} us against {:.0f} us; {} scenarios", spread(std::move(fluid)).median,
                                     spread(std::move(simgrid)).median, scenarios),
                .commands = {bench.typed(command)}};
  bench.tell(figure);
  figure.what = "CPU of a simulation alone, fluid engine, the scenario where it gains least";
  figure.measured = spread(std::move(least));
  figure.target = Target{Bound::at_least, 1};
  figure.sides = "";
  bench.tell(figure);
}

}  // namespace palio::bench
