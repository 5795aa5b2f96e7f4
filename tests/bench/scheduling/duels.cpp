// How many pairs of schedules a search for bad instances compares: 10 tasks on 4 hosts, all heuristics against all.
#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "campaign/duel/duel_campaign.h"
#include "campaign/session/this_machine.h"
#include "tests/bench/figure.h"

namespace palio::bench {
namespace {

DuelSearch small_search(std::int64_t evaluations) {
  return {DuelStarts("mesh:hosts=4,heterogeneity=4",
                     "random-ptg:tasks=10,width=0.5,regularity=0.8,density=0.5,jump=2,complexity=mixed", 1),
          {.evaluations = evaluations, .hottest = 0.3, .coldest = 0.003},
          1,
          [] { return judge_plans; }};
}

}  // namespace

void bench_duels(Workbench& bench) {
  const int evaluations = bench.choose(2000, 200);
  const int rounds = bench.choose(5, 2);
  const std::vector<Duel> duels = all_pairs(all_heuristics());
  const std::vector<SearchUnit> units = missing_units({}, duels, 1, {});
  std::vector<double> rates;
  for (int round = 0; round < rounds; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    small_search(evaluations).search(units, cores(), std::chrono::hours(1), [] { return false; });
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    rates.push_back(static_cast<double>(units.size()) * (evaluations + 1) / took.count());
  }
  bench.tell({.what = "pairs of schedules of 10 sequential tasks on 4 hosts that palio duel compares in a second",
              .unit = "/s",
              .measured = spread(rates),
              .rounds = rounds,
              .target = Target{Bound::at_least, 20'000},
              .against = "",
              .sides = fmt::format("{} pairs of strategies, {} moves each, on all cores", duels.size(), evaluations),
              .commands = {"./dev bench duel"}});
}

}  // namespace palio::bench
