#pragma once

#include <functional>
#include <string>

#include "tests/bench/table/command.h"
#include "tests/bench/table/figure.h"
#include "tests/support/temporary_folder.h"

namespace palio::bench {

enum class Scale { full, quick };

/// Where the benchmarks work, how large they are, and where their figures go. One thread.
class Workbench {
public:
  explicit Workbench(Scale scale) : scale_(scale) {}

  Scale scale() const { return scale_; }
  /// The first for full measurements, the second to try things.
  int choose(int full, int quick) const { return scale_ == Scale::full ? full : quick; }
  std::string file(std::string_view name) const { return folder_.file(name); }

  Command palio(std::vector<std::string> arguments) const;
  /// A program that was built beside palio.
  Command beside(std::string_view program, std::vector<std::string> arguments) const;
  std::string study(std::string_view name) const;
  /// Writes a study of random task graphs on clusters, the same draws for all; returns the file.
  std::string write_study(std::string_view file_name, std::string_view strategies) const;

  /// The whole mixed-parallel study stored with instant results; made when first asked for.
  const std::string& stored_campaign();
  /// Number of its results.
  double stored_results();
  /// What it took to make it.
  Command stored_command() const { return beside("bench_instant_campaign", {file("stored.db")}); }
  Usage stored_usage();

  /// As the command would be typed in the folder that holds its files.
  std::string typed(const Command& command) const;
  /// Writes the figure on standard output and says on stderr how it went.
  void tell(const Figure& figure) const;

private:
  Scale scale_;
  test::TemporaryFolder folder_;
  std::string stored_campaign_;
  double stored_results_ = 0;
  Usage stored_usage_;
};

/// Calls the sides in turn, `rounds` times; every second round backwards, so that a machine that slows down or speeds
/// up favours neither.
void in_turn(int rounds, const std::vector<std::function<void()>>& sides);

// The benchmarks, one file each.
void bench_against_parallel(Workbench& bench);
void bench_cpu_per_scenario(Workbench& bench);
void bench_engines(Workbench& bench);
void bench_fluid_campaigns(Workbench& bench);
void bench_harness(Workbench& bench);
void bench_two_workers(Workbench& bench);
void bench_stored_results(Workbench& bench);
void bench_planning(Workbench& bench);
void bench_paper_scale(Workbench& bench);
void bench_worker_memory(Workbench& bench);
void bench_paper_scheduling(Workbench& bench);
void bench_sequential_scheduling(Workbench& bench);
void bench_duels(Workbench& bench);
void bench_batches(Workbench& bench);
void bench_task_counts(Workbench& bench);
void bench_masters(Workbench& bench);
void bench_own_strategies(Workbench& bench);
void bench_answers(Workbench& bench);
void bench_merging(Workbench& bench);
void bench_submissions(Workbench& bench);
void bench_workflows(Workbench& bench);
void bench_scaling(Workbench& bench);
void bench_time_left(Workbench& bench);

}  // namespace palio::bench
