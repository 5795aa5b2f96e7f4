// How much faster two workers are than one.
#include <fmt/format.h>

#include "tests/bench/table/workbench.h"

namespace palio::bench {

namespace {

struct Engine {
  std::string name;
  int sample;  // instances
  std::vector<std::string> words;
};

void tell(const Workbench& bench, const Engine& engine) {
  const int rounds = bench.choose(7, 3);
  int database = 0;
  std::vector<std::string> commands;
  const auto seconds = [&](const char* jobs) {
    Command command =
        bench.palio({"run", "mixed-parallel", "--sample", fmt::format("{}", engine.sample), "--db",
                     bench.file(fmt::format("workers-{}{}.db", engine.name, ++database)), "-j", jobs, "-q"});
    command.arguments.insert(command.arguments.end(), engine.words.begin(), engine.words.end());
    if (commands.size() < 2) commands.push_back(bench.typed(command));
    return run(command).wall;
  };
  std::vector<double> one, two, ratios;
  in_turn(rounds, {[&] { one.push_back(seconds("1")); }, [&] { two.push_back(seconds("2")); }});
  for (std::size_t i = 0; i < one.size(); ++i) ratios.push_back(one[i] / two[i]);
  bench.tell({.what = fmt::format("two workers, scenarios per second, {}", engine.name),
              .unit = "x",
              .measured = spread(ratios),
              .rounds = rounds,
              .target = Target{Bound::at_least, 1.9},
              .against = "one worker",
              .sides = fmt::format("{:.2f} s against {:.2f} s", spread(two).median, spread(one).median),
              .commands = commands});
}

}  // namespace

void bench_two_workers(Workbench& bench) {
  tell(bench, {"simgrid", bench.choose(300, 20), {}});
  tell(bench, {"fluid", bench.choose(3000, 100), {"--engine", "fluid", "--audit", "0"}});
}

}  // namespace palio::bench
