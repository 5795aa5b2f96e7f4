// Strategies of one's own: what a library costs more than the same strategy built in, and what a command costs beside
// its own work.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/bench/table/campaign_costs.h"
#include "tests/bench/table/workbench.h"

namespace palio::bench {
namespace {

// Campaigns of one strategy, each in a new file.
class OwnCampaign {
public:
  OwnCampaign(const Workbench& bench, const std::string& name, const std::string& strategy, int sample)
      : bench_(bench), name_(name), sample_(fmt::format("{}", sample)) {
    bench.write_study(name + ".toml", "[[strategy]]\n" + strategy + "\n");
  }

  void run() {
    const std::string database = bench_.file(fmt::format("{}{}.db", name_, usages_.size()));
    const Command command = bench_.palio({"run", bench_.file(name_ + ".toml"), "--sample", sample_, "--engine", "fluid",
                                          "--audit", "0", "-j", "1", "-q", "--db", database});
    command_ = bench_.typed(command);
    usages_.push_back(bench::run(command));
    costs_ = campaign_costs(database);
  }

  const std::vector<Usage>& usages() const { return usages_; }
  const CampaignCosts& costs() const { return costs_; }
  const std::string& command() const { return command_; }

private:
  const Workbench& bench_;
  std::string name_, sample_, command_;
  std::vector<Usage> usages_;
  CampaignCosts costs_;
};

std::string copied(const Workbench& bench, const std::string& from) {
  std::string name = std::filesystem::path(from).filename().string();
  std::filesystem::copy_file(from, bench.file(name), std::filesystem::copy_options::overwrite_existing);
  return name;
}

void tell_library(const Workbench& bench) {
  const int rounds = bench.choose(7, 2);
  const int sample = bench.choose(1000, 100);
  const std::string thresholds = "threshold = [0.25, 0.5, 1]";
  OwnCampaign library(
      bench, "library",
      fmt::format("name = \"MY-M-HEFT\"\nplugin = \"{}\"\n{}", copied(bench, MY_M_HEFT_PATH), thresholds), sample);
  OwnCampaign built_in(bench, "built-in", "name = \"M-HEFT-MAX\"\n" + thresholds, sample);
  in_turn(rounds, {[&] { library.run(); }, [&] { built_in.run(); }});
  std::vector<double> ratios;
  for (std::size_t i = 0; i < library.usages().size(); ++i)
    ratios.push_back(library.usages()[i].cpu / built_in.usages()[i].cpu);
  bench.tell({.what = "CPU of all of palio with M-HEFT-MAX as a library of one's own, fluid engine",
              .unit = "x",
              .measured = spread(std::move(ratios)),
              .rounds = rounds,
              .target = Target{Bound::at_most, 1.05},
              .against = "the same built in",
              .sides = fmt::format("{} scenarios each; sums of makespans {} and {} s", library.costs().scenarios,
                                   library.costs().makespans, built_in.costs().makespans),
              .commands = {library.command(), built_in.command()}});
}

// s that the command had between reading a question and having answered it, as it says itself.
double own_time(const std::string& file) {
  double seconds = 0;
  std::ifstream(file) >> seconds;
  return seconds;
}

void tell_command(const Workbench& bench) {
  const int rounds = bench.choose(5, 2);
  const int sample = bench.choose(4000, 100);  // so that starting Python twice does not count
  const std::string processors = "processor = [0, 1, 2]";
  const std::string times = bench.file("times.txt");
  copied(bench, PALIO_SOURCE_DIR "/tests/bench/scheduling/one_by_one.py");
  OwnCampaign command(
      bench, "command",
      fmt::format("name = \"ONE-BY-ONE\"\ncommand = \"TIMES={} python3 one_by_one.py\"\n{}", times, processors),
      sample);
  OwnCampaign library(
      bench, "one-by-one",
      fmt::format("name = \"ONE-BY-ONE\"\nplugin = \"{}\"\n{}", copied(bench, ONE_BY_ONE_PATH), processors), sample);
  std::vector<double> own;
  in_turn(rounds, {[&] {
                     command.run();
                     own.push_back(own_time(times));
                   },
                   [&] { library.run(); }});
  std::vector<double> milliseconds;
  for (std::size_t i = 0; i < own.size(); ++i)
    milliseconds.push_back(1e3 * (command.usages()[i].wall - own[i] - library.usages()[i].wall) /
                           command.costs().scenarios);
  bench.tell({.what = "what a strategy in Python costs a scenario beside its own work, wall time",
              .unit = "ms",
              .measured = spread(std::move(milliseconds)),
              .rounds = rounds,
              .target = Target{Bound::at_most, 0.3},
              .against = "the same decisions as a library",
              .sides = fmt::format(
                  "{} scenarios each; the last campaigns took {:.2f} s, of which {:.2f} s in Python, and "
                  "{:.2f} s",
                  command.costs().scenarios, command.usages().back().wall, own.back(), library.usages().back().wall),
              .commands = {command.command(), library.command()}});
}

}  // namespace

void bench_own_strategies(Workbench& bench) {
  tell_library(bench);
  tell_command(bench);
}

}  // namespace palio::bench
