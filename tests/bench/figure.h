#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace palio::bench {

/// What several rounds of one measurement gave.
struct Spread {
  double median = 0, min = 0, max = 0;
};

/// Throws std::invalid_argument when there is no value.
Spread spread(std::vector<double> values);

enum class Bound { at_least, at_most };

struct Target {
  Bound bound = Bound::at_least;
  double value = 0;  // in the figure's unit
};

/// One row of the table (report.py): what the rounds gave, what it is held against, and how to repeat it.
struct Figure {
  std::string what;
  std::string unit;  // "x" for a ratio
  Spread measured;
  int rounds = 0;
  std::optional<Target> target;       // nothing: told for its own sake
  std::string against;                // empty: an absolute figure
  std::string sides;                  // what each side gave, for people
  std::vector<std::string> commands;  // in the order of a round
};

enum class Scale { full, quick };

/// How large benchmarks are, and where their figures go. One thread.
class Workbench {
public:
  explicit Workbench(Scale scale) : scale_(scale) {}

  Scale scale() const { return scale_; }
  /// The first for full measurements, the second to try things.
  int choose(int full, int quick) const { return scale_ == Scale::full ? full : quick; }
  /// Writes the figure as a line of JSON on standard output.
  void tell(const Figure& figure) const;

private:
  Scale scale_;
};

/// Calls the sides in turn, `rounds` times; every second round backwards, so that a machine that slows down or speeds
/// up favours neither.
void in_turn(int rounds, const std::vector<std::function<void()>>& sides);

// The benchmarks that call the libraries in this process, one file each.
void bench_paper_scheduling(Workbench& bench);
void bench_sequential_scheduling(Workbench& bench);
void bench_online_lists(Workbench& bench);
void bench_batches(Workbench& bench);
void bench_task_counts(Workbench& bench);
void bench_wide_cluster(Workbench& bench);
void bench_optimum(Workbench& bench);
void bench_duels(Workbench& bench);

}  // namespace palio::bench
