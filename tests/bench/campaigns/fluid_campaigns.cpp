// Whole campaigns with the fluid engine: what a scenario costs, how long the first paper takes, and how much faster the
// studies of batches become.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/bench/table/campaign_costs.h"
#include "tests/bench/table/workbench.h"

namespace palio::bench {
namespace {

using Words = std::vector<std::string>;

Words joined(Words first, const Words& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// A campaign in a new file each time.
class FluidCampaigns {
public:
  FluidCampaigns(const Workbench& bench, Words words) : bench_(bench), words_(std::move(words)) {}

  Usage run(const Words& more = {}) {
    database_ = bench_.file(fmt::format("fluid{}.db", ++number()));
    const Command command = bench_.palio(joined(joined({"run"}, joined(words_, more)), {"--db", database_, "-q"}));
    commands_.push_back(bench_.typed(command));
    return bench::run(command);
  }

  double scenarios() const { return campaign_costs(database_).scenarios; }
  Words commands(std::size_t most) const {
    return {commands_.begin(), commands_.begin() + static_cast<std::ptrdiff_t>(std::min(most, commands_.size()))};
  }

private:
  static int& number() {
    static int number = 0;
    return number;
  }

  const Workbench& bench_;
  Words words_, commands_;
  std::string database_;
};

void tell_cost(const Workbench& bench) {
  const int rounds = bench.choose(5, 2);
  FluidCampaigns campaigns(bench, {"mixed-parallel", "--sample", fmt::format("{}", bench.choose(1000, 100)), "--engine",
                                   "fluid", "--audit", "0", "-j", "1"});
  std::vector<double> milliseconds;
  for (int round = 0; round < rounds; ++round) {
    const double cpu = campaigns.run().cpu;
    milliseconds.push_back(1e3 * cpu / campaigns.scenarios());
  }
  bench.tell({.what = "CPU per scenario of the paper mix, all of palio, fluid engine, no audit",
              .unit = "ms",
              .measured = spread(std::move(milliseconds)),
              .rounds = rounds,
              .target = Target{Bound::at_most, 0.6},
              .against = "",
              .sides = "",
              .commands = campaigns.commands(1)});
}

void tell_whole_paper(const Workbench& bench) {
  Words words{"mixed-parallel", "--engine", "fluid"};
  if (bench.scale() == Scale::quick) words = joined(words, {"--sample", "1000"});
  FluidCampaigns campaigns(bench, words);
  const Usage usage = campaigns.run();
  bench.tell({.what = "the whole of mixed-parallel, fluid engine, 1 % audited by SimGrid",
              .unit = "min",
              .measured = spread({usage.wall / 60}),
              .rounds = 1,
              .target = Target{Bound::at_most, 10},
              .against = "",
              .sides = fmt::format("{} scenarios, {:.0f} s of CPU", campaigns.scenarios(), usage.cpu),
              .commands = campaigns.commands(1)});
}

void tell_gain(const Workbench& bench, const std::string& study, const Words& part) {
  FluidCampaigns campaigns(bench, joined({study}, part));
  std::vector<double> simgrid, fluid;
  in_turn(1, {[&] {
                simgrid.push_back(campaigns.run({"--engine", "simgrid"}).wall);
              },
              [&] {
                fluid.push_back(campaigns.run({"--engine", "fluid", "--audit", "0"}).wall);
              }});
  bench.tell({.what = fmt::format("{}, fluid engine, no audit: wall time", study),
              .unit = "x",
              .measured = spread({simgrid.front() / fluid.front()}),
              .rounds = 1,
              .target = Target{Bound::at_least, 5},
              .against = "simgrid",
              .sides = fmt::format("{:.1f} s against {:.1f} s; {} scenarios", fluid.front(), simgrid.front(),
                                   campaigns.scenarios()),
              .commands = campaigns.commands(2)});
}

}  // namespace

void bench_fluid_campaigns(Workbench& bench) {
  const bool whole = bench.scale() == Scale::full;
  tell_cost(bench);
  tell_whole_paper(bench);
  tell_gain(bench, "ptg-constrained", whole ? Words{} : Words{"--sample", "10"});
  tell_gain(bench, "ptg-constrained-mu", {"--sample", whole ? "1000" : "10"});
}

}  // namespace palio::bench
