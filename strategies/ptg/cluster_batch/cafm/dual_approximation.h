#pragma once

#include <optional>
#include <span>
#include <vector>

namespace palio {

/// Independent moldable jobs on one cluster, whose processors are only counted.
class MoldableJobs {
public:
  /// times[job][p - 1]: what the job takes on p processors, s. All rows are as long as the cluster is large; they may
  /// rise: a job that does not gain may leave processors idle.
  explicit MoldableJobs(std::vector<std::vector<double>> times);

  std::size_t count() const { return hull_.size(); }
  int processors() const { return static_cast<int>(hull_.front().size()); }
  /// Shortest time on at most p processors, s.
  double time(std::size_t job, int p) const { return hull_[job][static_cast<std::size_t>(p) - 1]; }
  /// Least processors for that time, if it can be had. On them the job itself takes time(), not only its hull.
  std::optional<int> least_processors(std::size_t job, double longest) const;

private:
  std::vector<std::vector<double>> hull_;  // falls with p
};

/// Processors of each job for a schedule of length 3/2 x `guess` (s), the dual approximation of Mounie, Rapine,
/// Trystram (SIAM J. Comput. 37(2), 2007) without its final moves; nothing if no schedule of length `guess` exists.
/// A job that one processor ends by guess / 2 gets one. The others are in the first shelf (least processors to end by
/// `guess`, all shelf at most the cluster) or in the second one (by guess / 2), so that the work is least: a knapsack,
/// which prefers earlier jobs in the first shelf.
std::optional<std::vector<int>> two_shelves(const MoldableJobs& jobs, double guess);

struct CoarseAllocation {
  double guess = 0;             // s, the estimate of the optimal makespan
  std::vector<int> processors;  // by job
};

/// Bisects two_shelves() between the bounds for any schedule, the average work and the longest job, and twice, four
/// times ... as much, until the accepted guess is at most k_guess_precision times one that is refused.
CoarseAllocation dual_approximation(const MoldableJobs& jobs);

inline constexpr double k_guess_precision = 1.01;

/// max(work of all jobs on one processor each / processors, longest job on all processors), s.
double makespan_bound(const MoldableJobs& jobs);

}  // namespace palio
