// A study as an array of tasks on this machine against one run, and how long it takes to see how far many shards are.
#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/bench/table/campaign_costs.h"
#include "tests/bench/table/workbench.h"

namespace palio::bench {
namespace {

constexpr int k_tasks = 8;
constexpr int k_shards = 1000;

// The command whose output are the numbers of the shards.
Command submit(const Workbench& bench, const std::string& folder, int tasks, const std::string& sample) {
  Command command = bench.palio({"submit", "mixed-parallel", "--tasks", fmt::format("{}", tasks), "--sample", sample,
                                 "--batch", "none", "--dir", folder});
  command.output = folder + ".shards";
  return command;
}

class ArrayOfTasks {
public:
  explicit ArrayOfTasks(const Workbench& bench) : bench_(bench), sample_(fmt::format("{}", bench.choose(1000, 100))) {}

  void as_tasks() {
    folder_ = bench_.file(fmt::format("tasks{}", ++round_));
    const Command made = submit(bench_, folder_, k_tasks, sample_);
    run(made);
    const Command tasks{.arguments = {"xargs", "-n", "1", "-P", "2", "sh", folder_ + "/task.sh"}, .input = made.output};
    tasks_.push_back(run(tasks).wall);
    if (commands_.empty()) commands_ = {bench_.typed(made), bench_.typed(tasks)};
  }
  void as_one() {
    database_ = bench_.file(fmt::format("one{}.db", ++round_));
    const Command one =
        bench_.palio({"run", "mixed-parallel", "--sample", sample_, "--db", database_, "-j", "2", "-q"});
    one_.push_back(run(one).wall);
    if (commands_.size() == 2) commands_.push_back(bench_.typed(one));
  }
  Figure figure() const {
    check();
    std::vector<double> ratios;
    for (std::size_t i = 0; i < tasks_.size(); ++i) ratios.push_back(tasks_[i] / one_[i]);
    return {.what = fmt::format("{} tasks of an array, two at a time", k_tasks),
            .unit = "x",
            .measured = spread(ratios),
            .rounds = static_cast<int>(ratios.size()),
            .target = Target{Bound::at_most, 1.15},
            .against = "one run with two workers",
            .sides = fmt::format("{:.2f} s against {:.2f} s; {:.0f} scenarios", spread(tasks_).median,
                                 spread(one_).median, campaign_costs(database_).scenarios),
            .commands = commands_};
  }

private:
  // Nothing was left out.
  void check() const {
    double scenarios = 0;
    for (int shard = 1; shard <= k_tasks; ++shard)
      scenarios += campaign_costs(fmt::format("{}/parts/{:04}.db", folder_, shard)).scenarios;
    if (scenarios != campaign_costs(database_).scenarios)
      throw std::runtime_error("the array of tasks and the one run did not run the same scenarios");
  }

  const Workbench& bench_;
  std::string sample_, folder_, database_;
  int round_ = 0;
  std::vector<double> tasks_, one_;
  std::vector<std::string> commands_;
};

// All parts are copies of the first: what they hold does not matter here.
std::string folder_of_many_shards(const Workbench& bench) {
  std::string folder = bench.file("many");
  run(submit(bench, folder, k_shards, fmt::format("{}", k_shards)));
  run({.arguments = {"sh", folder + "/task.sh", "1"}});
  for (int shard = 2; shard <= k_shards; ++shard)
    for (const char* ending : {"db", "json", "owner"})
      std::filesystem::copy_file(fmt::format("{}/parts/0001.{}", folder, ending),
                                 fmt::format("{}/parts/{:04}.{}", folder, shard, ending));
  return folder;
}

void tell_status(const Workbench& bench) {
  const int rounds = bench.choose(5, 2);
  const Command status = bench.palio({"status", folder_of_many_shards(bench)});
  std::vector<double> seconds;
  for (int i = 0; i < rounds; ++i) seconds.push_back(run(status).wall);
  bench.tell({.what = fmt::format("status of {} shards", k_shards),
              .unit = "s",
              .measured = spread(seconds),
              .rounds = rounds,
              .target = Target{Bound::at_most, 2},
              .against = "",
              .sides = "",
              .commands = {bench.typed(status)}});
}

}  // namespace

void bench_submissions(Workbench& bench) {
  ArrayOfTasks array(bench);
  in_turn(bench.choose(5, 2), {[&] { array.as_tasks(); }, [&] { array.as_one(); }});
  bench.tell(array.figure());
  tell_status(bench);
}

}  // namespace palio::bench
