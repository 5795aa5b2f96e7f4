// How true the time left is: ten runs of some seconds, looked at by palio status all the while, which says what the run
// itself says; and what palio plan projects for workflows from files.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "tests/bench/table/workbench.h"

namespace palio::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view k_imported = "imported";
constexpr std::array<double, 3> k_shares{0.1, 0.5, 0.9};  // of a run, when it is asked

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
  return cells;
}

// A number of a command that prints one row of CSV; nothing where the cell is empty.
std::optional<double> figure_of(const Command& command, const std::string& column) {
  std::istringstream lines(output_of(command.arguments));
  std::string header, row;
  std::getline(lines, header);
  std::getline(lines, row);
  const std::vector<std::string> names = cells(header), values = cells(row);
  const auto at = static_cast<std::size_t>(std::ranges::find(names, column) - names.begin());
  if (at >= values.size() || values[at].empty()) return std::nullopt;
  return std::stod(values[at]);
}

struct Look {
  double time, left;  // s
};

struct WatchedRun {
  double wall = 0;  // s
  std::vector<Look> looks;

  // How many times too long or too short what was said last at this share of the run is.
  std::optional<double> error_at(double share) const {
    std::optional<double> error;
    for (const Look& look : looks) {
      if (look.time > share * wall) break;
      const double left = std::max(look.left, 0.1), truth = wall - look.time;
      error = std::max(left / truth, truth / left);
    }
    return error;
  }
};

// Asks palio status ten times a second until the run has ended.
WatchedRun watched(const Workbench& bench, const Command& command, const std::string& database) {
  const Command status = bench.palio({"status", database, "--format", "csv"});
  WatchedRun result;
  const Clock::time_point start = Clock::now();
  auto running = std::async(std::launch::async, [&] { return run(command); });
  while (running.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready) {
    const double now = since(start);
    if (!std::filesystem::exists(database)) continue;
    try {
      const auto left = figure_of(status, "seconds_left");
      if (left) result.looks.push_back({(now + since(start)) / 2, *left});
    } catch (const std::runtime_error&) {  // the file is only begun
    }
  }
  result.wall = running.get().wall;
  return result;
}

// Task graphs of heavy-tailed sizes: each file has 1.4 times the tasks of the one before. Layers of ten tasks.
std::string write_workflows(const Workbench& bench, int files) {
  std::string folder = bench.file("workflows");
  std::filesystem::create_directory(folder);
  double tasks = 20;
  for (int file = 0; file < files; ++file, tasks *= 1.4) {
    std::ofstream out(fmt::format("{}/{:02}.dot", folder, file));
    out << "digraph g {\n";
    const int count = static_cast<int>(tasks);
    for (int task = 0; task < count; ++task) out << fmt::format("t{} [size=\"{}e9\"];\n", task, 1 + task % 7);
    for (int task = 10; task < count; ++task)
      for (const int distance : {3, 10}) out << fmt::format("t{} -> t{} [size=\"1e7\"];\n", task - distance, task);
    out << "}\n";
  }
  return folder;
}

std::string write_workflow_study(const Workbench& bench, int files) {
  write_workflows(bench, files);
  std::string study = bench.file("workflows.toml");
  std::ofstream(study) << R"([study]
name = "workflows"
seed = 7

[[platform]]
family        = "random-multi-cluster"
clusters      = [2, 4]
min_speed     = 1e9
heterogeneity = 2
samples       = 1

[[workload]]
family = "workflow"
path   = "workflows/"
alpha  = 0.1

[[strategy]]
name = "HCPA"

[[strategy]]
name = "M-HEFT-MAX"
)";
  return study;
}

std::string write_own_study(const Workbench& bench, bool with_slow) {
  std::filesystem::copy_file(PALIO_SOURCE_DIR "/tests/bench/campaigns/slow_strategy.py", bench.file("slow_strategy.py"),
                             std::filesystem::copy_options::overwrite_existing);
  std::string strategies = "[[strategy]]\nname = \"M-HEFT-MAX\"\nthreshold = [0.25, 0.5, 1]\n";
  if (with_slow) strategies += "[[strategy]]\nname = \"SLOW\"\ncommand = \"SECONDS=0.05 python3 slow_strategy.py\"\n";
  return bench.write_study("slow.toml", strategies);
}

// One of the ten runs: its options, and what is done before it.
struct Run {
  std::string name;
  std::vector<std::string> options;
  std::function<void()> before = [] {};
};

class TenRuns {
public:
  explicit TenRuns(const Workbench& bench) : bench_(bench) {}

  void carry_out() {
    for (const Run& one : runs()) {
      one.before();
      Command command = bench_.palio({"run"});
      command.arguments.insert(command.arguments.end(), one.options.begin(), one.options.end());
      const std::string database = database_of(one.name);
      command.arguments.insert(command.arguments.end(), {"--db", database, "-q"});
      results_.emplace_back(one.name, watched(bench_, command, database));
      commands_.push_back(bench_.typed(command));
      fmt::print(stderr, "bench: {} took {:.1f} s; asked at 10, 50, 90 %: wrong by {}\n", one.name,
                 results_.back().second.wall, errors_text(results_.back().second));
    }
  }

  Figure figure(double share) const {
    std::vector<double> errors;
    std::string sides;
    for (const auto& [name, result] : results_) {
      const auto error = result.error_at(share);
      errors.push_back(error.value_or(result.wall));  // nothing was said: as wrong as it can be
      sides += fmt::format("{}{} {}", sides.empty() ? "" : ", ", name, error ? fmt::format("{:.2f}", *error) : "none");
    }
    return {.what = fmt::format("time left of ten runs, asked at {:.0f} % of them: how many times wrong", 100 * share),
            .unit = "x",
            .measured = spread(std::move(errors)),
            .rounds = static_cast<int>(results_.size()),
            .target = Target{Bound::at_most, 1.5},
            .against = "what was left",
            .sides = std::move(sides),
            .commands = commands_};
  }

  std::string database_of(std::string_view name) const {
    std::string file(name);
    std::ranges::replace(file, ' ', '-');
    return bench_.file(file + ".db");
  }

private:
  void run_before(const std::string& name, std::vector<std::string> options) const {
    options.insert(options.begin(), "run");
    options.insert(options.end(), {"--db", database_of(name), "-q"});
    run(bench_.palio(std::move(options)));
  }
  std::string count(int full) const { return fmt::format("{}", bench_.choose(full, std::max(full / 20, 2))); }

  std::vector<Run> runs() const {
    return {
        {"SimGrid", {"mixed-parallel", "--sample", count(700), "--engine", "simgrid"}},
        {"fluid", {"mixed-parallel", "--sample", count(6000), "--engine", "fluid"}},
        {"batches", {"ptg-constrained", "--sample", count(500), "--engine", "fluid"}},
        {"bags", {"bag-of-tasks", "--sample", count(80)}},
        {"shared files", {"shared-files-table1", "--engine", "simgrid"}},
        {"sequential", {"classic-random", "--sample", count(1500)}},
        {std::string(k_imported), {write_workflow_study(bench_, bench_.choose(15, 6)), "--engine", "simgrid"}},
        {"slow strategy",
         {bench_.file("slow.toml"), "--sample", count(250), "--engine", "fluid"},
         [this] {
           run_before("slow strategy", {write_own_study(bench_, false), "--sample", count(2000), "--engine", "fluid"});
           write_own_study(bench_, true);
         }},
        {"resumed",
         {"mixed-parallel", "--sample", count(1000), "--engine", "simgrid"},
         [this] {
           run_before("resumed", {"mixed-parallel", "--sample", count(300), "--engine", "simgrid"});
         }},
        {"part", {"mixed-parallel", "--sample", count(5000), "--where", "tasks = 50 AND clusters > 2"}},
    };
  }

  static std::string errors_text(const WatchedRun& result) {
    std::string text;
    for (const double share : k_shares) {
      const auto error = result.error_at(share);
      text += (text.empty() ? "" : ", ") + (error ? fmt::format("{:.2f} x", *error) : std::string("nothing said"));
    }
    return text;
  }

  const Workbench& bench_;
  std::vector<std::pair<std::string, WatchedRun>> results_;
  std::vector<std::string> commands_;
};

// CPU of what a plan projects before anything has run against what it took in the run of that name.
void tell_projection(const Workbench& bench, const TenRuns& runs) {
  const std::string database = runs.database_of(k_imported);
  const Command plan = bench.palio({"plan", bench.file("workflows.toml"), "--engine", "simgrid", "--format", "csv"});
  const double taken =
      *figure_of(bench.palio({"query", database, "SELECT sum(total_time) AS s FROM results", "--format", "csv"}), "s");
  const int rounds = bench.choose(3, 1);
  std::vector<double> errors, projections;
  for (int round = 0; round < rounds; ++round) {
    projections.push_back(figure_of(plan, "projected_cpu_s").value_or(0));
    errors.push_back(std::max(projections.back() / taken, taken / projections.back()));
  }
  bench.tell({.what = "plan of workflows from files, SimGrid: projected CPU, how many times wrong",
              .unit = "x",
              .measured = spread(std::move(errors)),
              .rounds = rounds,
              .target = Target{Bound::at_most, 1.3},
              .against = "what it took",
              .sides = fmt::format("{:.1f} s against {:.1f} s of CPU", spread(projections).median, taken),
              .commands = {bench.typed(plan)}});
}

}  // namespace

void bench_time_left(Workbench& bench) {
  TenRuns runs(bench);
  runs.carry_out();
  for (const double share : k_shares) bench.tell(runs.figure(share));
  tell_projection(bench, runs);
}

}  // namespace palio::bench
