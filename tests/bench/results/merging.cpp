// The shards of a campaign as large as the paper's put together, with what is verified on the way: results per second
// of the clock, and memory.
#include <fmt/format.h>

#include <filesystem>

#include "core/text/count_text.h"
#include "tests/bench/table/campaign_costs.h"
#include "tests/bench/table/workbench.h"

namespace palio::bench {
namespace {

std::vector<std::string> make_shards(const Workbench& bench, int count) {
  std::vector<std::string> shards;
  for (int i = 1; i <= count; ++i) {
    shards.push_back(bench.file(fmt::format("shard-{}.db", i)));
    run(bench.beside("bench_instant_campaign", {shards.back(), fmt::format("{}", i), fmt::format("{}", count)}));
  }
  return shards;
}

}  // namespace

void bench_merging(Workbench& bench) {
  constexpr int k_shards = 4;
  const int rounds = bench.choose(5, 1);
  const std::string all = bench.file("all.db");
  std::vector<std::string> typed = make_shards(bench, k_shards);
  typed.insert(typed.begin(), {"merge", all});
  const Command merge = bench.palio(typed);
  std::vector<double> rates, memory;
  for (int i = 0; i < rounds; ++i) {
    std::filesystem::remove(all);
    const Usage usage = run(merge);
    rates.push_back(campaign_costs(all).scenarios / usage.wall);
    memory.push_back(usage.peak_memory / 1e6);
  }
  const std::string what = fmt::format("results of {} shards merged", k_shards);
  Figure figure{
      .what = what + " per second",
      .unit = "/s",
      .measured = spread(rates),
      .rounds = rounds,
      .target = Target{Bound::at_least, 300000},
      .against = "",
      .sides = fmt::format("{} results", count_text(static_cast<std::int64_t>(campaign_costs(all).scenarios))),
      .commands = {bench.typed(merge)}};
  bench.tell(figure);
  figure.what = "memory of that merge";
  figure.unit = "MB";
  figure.measured = spread(memory);
  figure.target = Target{Bound::at_most, 64};
  bench.tell(figure);
}

}  // namespace palio::bench
