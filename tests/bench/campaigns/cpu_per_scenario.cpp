// CPU of all of palio (planning, workers, a process per scenario, scheduling, validation, storage) against a loop that
// simulates the same schedules in one process with SimGrid alone; and what is left of it beside scheduling and SimGrid.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/text/json_reader.h"
#include "tests/bench/table/campaign_costs.h"
#include "tests/bench/table/workbench.h"

namespace palio::bench {
namespace {

struct Round {
  double palio = 0;                           // s of CPU
  double per_instance = 0, per_schedule = 0;  // s of CPU: the loop with a platform per instance, per schedule
  CampaignCosts costs;

  double bare() const { return std::min(per_instance, per_schedule); }
};

class Comparison {
public:
  Comparison(const Workbench& bench, int sample) : bench_(bench), sample_(fmt::format("{}", sample)) {}

  void measure(int rounds) {
    rounds_.resize(static_cast<std::size_t>(rounds));
    std::size_t palio = 0, per_instance = 0, per_schedule = 0;
    in_turn(rounds,
            {[&] { run_palio(rounds_[palio++]); }, [&] { rounds_[per_instance++].per_instance = run_loop("instance"); },
             [&] { rounds_[per_schedule++].per_schedule = run_loop("schedule"); }});
    check();
  }

  template <class Value>
  Spread spread_of(Value value) const {
    std::vector<double> values;
    for (const Round& round : rounds_) values.push_back(value(round));
    return spread(std::move(values));
  }

  const std::vector<std::string>& commands() const { return commands_; }

private:
  Command shown(Command command) {
    if (commands_.size() < 3) commands_.push_back(bench_.typed(command));
    return command;
  }

  // One worker: one simulation at a time, as in the loop.
  void run_palio(Round& round) {
    const std::string database = bench_.file(fmt::format("cpu{}.db", ++databases_));
    round.palio =
        run(shown(bench_.palio({"run", "mixed-parallel", "--sample", sample_, "--db", database, "-j", "1", "-q"}))).cpu;
    round.costs = campaign_costs(database);
  }

  double run_loop(const char* platform_per) {
    const Command command = shown(bench_.beside("bench_bare_loop", {sample_, platform_per}));
    const JsonReader told = JsonReader::parse(output_of(command.arguments), "bench_bare_loop");
    loop_scenarios_ = told.member("scenarios").number(JsonRange::positive);
    loop_makespans_ = told.member("makespans").number(JsonRange::positive);
    return told.member("cpu").number(JsonRange::positive);
  }

  // The loop's clock goes on, which costs it a few digits.
  void check() const {
    const CampaignCosts& costs = rounds_.front().costs;
    if (costs.scenarios != loop_scenarios_ || std::abs(costs.makespans / loop_makespans_ - 1) > 1e-6)
      throw std::runtime_error(
          fmt::format("palio and the loop did not simulate the same: {} scenarios, {} s of makespan "
                      "against {} and {} s",
                      costs.scenarios, costs.makespans, loop_scenarios_, loop_makespans_));
  }

  const Workbench& bench_;
  std::string sample_;
  std::vector<Round> rounds_;
  std::vector<std::string> commands_;
  double loop_scenarios_ = 0, loop_makespans_ = 0;
  int databases_ = 0;
};

std::string milliseconds(const Comparison& comparison, double (*seconds)(const Round&)) {
  const Spread each = comparison.spread_of([&](const Round& r) { return 1e3 * seconds(r) / r.costs.scenarios; });
  return fmt::format("{:.2f} ms", each.median);
}

void tell_ratios(const Workbench& bench, const Comparison& comparison, int rounds) {
  const std::string loop = fmt::format("{} (platform per instance {}, per schedule {})",
                                       milliseconds(comparison, [](const Round& r) { return r.bare(); }),
                                       milliseconds(comparison, [](const Round& r) { return r.per_instance; }),
                                       milliseconds(comparison, [](const Round& r) { return r.per_schedule; }));
  Figure figure{
      .what = "CPU per scenario, all of palio",
      .unit = "x",
      .measured = comparison.spread_of([](const Round& r) { return r.palio / r.bare(); }),
      .rounds = rounds,
      .target = Target{Bound::at_most, 1.25},
      .against = "a loop that simulates the same schedules in one process with SimGrid alone",
      .sides = fmt::format("{} against {}", milliseconds(comparison, [](const Round& r) { return r.palio; }), loop),
      .commands = comparison.commands()};
  bench.tell(figure);
  figure.what = "CPU per scenario, palio without scheduling";
  figure.measured = comparison.spread_of([](const Round& r) { return (r.palio - r.costs.scheduling) / r.bare(); });
  figure.target.reset();
  figure.sides = fmt::format(
      "{} against {}", milliseconds(comparison, [](const Round& r) { return r.palio - r.costs.scheduling; }), loop);
  bench.tell(figure);
}

void tell_harness(const Workbench& bench, const Comparison& comparison, int rounds) {
  const auto harness = [](const Round& r) { return r.palio - r.costs.scheduling - r.costs.simulation; };
  bench.tell({.what = "CPU per scenario beside scheduling and SimGrid, mean: harness, validation, metrics, cold caches",
              .unit = "ms",
              .measured = comparison.spread_of([&](const Round& r) { return 1e3 * harness(r) / r.costs.scenarios; }),
              .rounds = rounds,
              .target = {},
              .against = "",
              .sides = fmt::format("scheduling {}, SimGrid {}",
                                   milliseconds(comparison, [](const Round& r) { return r.costs.scheduling; }),
                                   milliseconds(comparison, [](const Round& r) { return r.costs.simulation; })),
              .commands = {comparison.commands().front()}});
}

}  // namespace

void bench_cpu_per_scenario(Workbench& bench) {
  const int rounds = bench.choose(3, 2);
  Comparison comparison(bench, bench.choose(200, 20));
  comparison.measure(rounds);
  tell_ratios(bench, comparison, rounds);
  tell_harness(bench, comparison, rounds);
}

}  // namespace palio::bench
