// Scenarios per second against one `palio simulate` per scenario, started by GNU parallel: what a careful user would do
// without Palio's campaigns.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <thread>

#include "tests/bench/table/campaign_costs.h"
#include "tests/bench/table/workbench.h"

namespace palio::bench {
namespace {

struct Mix {
  std::string name;   // of files
  std::string title;  // of the row
  std::string study;
  int sample;                           // instances
  double target;                        // times as many per second
  std::vector<std::string> words = {};  // options of palio run
};

std::int64_t count_lines(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::count(std::istreambuf_iterator<char>(file), {}, '\n');
}

class Race {
public:
  Race(const Workbench& bench, const Mix& mix) : bench_(bench), mix_(mix), list_(bench.file(mix.name + ".tsv")) {
    Command dry = bench.palio({"run", mix.study, "--sample", fmt::format("{}", mix.sample), "--dry-run"});
    dry.output = list_;
    run(dry);
    commands_.push_back(bench.typed(dry));
    scenarios_ = static_cast<double>(count_lines(list_));
  }

  Figure compare(int rounds) {
    std::vector<Usage> campaign, parallel;
    in_turn(rounds, {[&] { campaign.push_back(run(campaign_command())); },
                     [&] { parallel.push_back(run(parallel_command())); }});
    check();
    std::vector<double> ratios;
    for (std::size_t i = 0; i < campaign.size(); ++i) ratios.push_back(parallel[i].wall / campaign[i].wall);
    return {.what = mix_.title,
            .unit = "x",
            .measured = spread(ratios),
            .rounds = rounds,
            .target = Target{Bound::at_least, mix_.target},
            .against = "GNU parallel, one `palio simulate` per scenario",
            .sides = fmt::format("{} against {}; {} scenarios, {} at a time", side_text(campaign), side_text(parallel),
                                 scenarios_, jobs()),
            .commands = std::move(commands_)};
  }

private:
  static unsigned jobs() { return std::thread::hardware_concurrency(); }

  std::string side_text(const std::vector<Usage>& rounds) const {
    std::vector<double> wall, cpu;
    for (const Usage& usage : rounds) {
      wall.push_back(usage.wall);
      cpu.push_back(usage.cpu);
    }
    return fmt::format("{:.0f}/s with {:.1f} ms of CPU each", scenarios_ / spread(wall).median,
                       1e3 * spread(cpu).median / scenarios_);
  }

  // The typed form of the first round is what the table shows.
  Command shown(Command command) {
    if (commands_.size() < 3) commands_.push_back(bench_.typed(command));
    return command;
  }

  Command campaign_command() {
    database_ = bench_.file(fmt::format("{}{}.db", mix_.name, ++round_));
    Command command = bench_.palio({"run", mix_.study, "--sample", fmt::format("{}", mix_.sample), "--db", database_,
                                    "-j", fmt::format("{}", jobs()), "-q"});
    command.arguments.insert(command.arguments.end(), mix_.words.begin(), mix_.words.end());
    return shown(std::move(command));
  }

  Command parallel_command() {
    const std::string simulate = fmt::format(
        "{} simulate --platform {{1}} --workload {{2}} --strategy {{3}} --format json", bench_.palio({}).arguments[0]);
    return shown({.arguments = {"parallel", "--colsep", "\\t", "--joblog", joblog(), "--results",
                                bench_.file(fmt::format("{}-results{}", mix_.name, round_)), "-j",
                                fmt::format("{}", jobs()), simulate},
                  .input = list_});
  }

  std::string joblog() const { return bench_.file(mix_.name + ".log"); }

  // Both carried out everything; a job that failed would have made parallel fail.
  void check() const {
    const auto jobs_run = static_cast<double>(count_lines(joblog()) - 1);
    if (campaign_costs(database_).scenarios != scenarios_ || jobs_run != scenarios_)
      throw std::runtime_error(fmt::format("{}: the two sides did not run the same scenarios", mix_.name));
  }

  const Workbench& bench_;
  Mix mix_;
  std::string list_, database_;
  std::vector<std::string> commands_;
  double scenarios_ = 0;
  int round_ = 0;
};

}  // namespace

void bench_against_parallel(Workbench& bench) {
  const int rounds = bench.choose(5, 2);
  const Mix paper{"paper", "paper mix of mixed-parallel scenarios per second", "mixed-parallel", bench.choose(40, 10),
                  5};
  const Mix small{"small", "small scenarios (10 tasks, 1-2 clusters) per second", bench.study("small"),
                  bench.choose(60, 20), 15};
  const Mix fluid{"paper-fluid",
                  "paper mix of mixed-parallel scenarios per second, fluid engine, no audit",
                  "mixed-parallel",
                  bench.choose(200, 10),  // as many as it takes to be long against palio's start
                  50,
                  {"--engine", "fluid", "--audit", "0"}};
  for (const Mix& mix : {paper, fluid, small}) bench.tell(Race(bench, mix).compare(rounds));
}

}  // namespace palio::bench
