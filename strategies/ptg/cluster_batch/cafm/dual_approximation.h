#pragma once

#include <optional>
#include <span>
#include <vector>

namespace palio {

struct KnapsackItem {
  int size = 0;       // processors, at least 0
  double profit = 0;  // a negative one is never taken
};

/// 0/1 knapsack by dynamic programming: the items, by increasing index, with the largest total profit in a knapsack of
/// this capacity (at least 0). Sums run from the last item to the first. Among choices of equal profit, the one that
/// has the earliest item in which they differ.
std::vector<std::size_t> knapsack(std::span<const KnapsackItem> items, int capacity);

/// Independent moldable jobs on one cluster, whose processors are only counted.
class MoldableJobs {
public:
  /// times[job][p - 1]: time of the job on p processors, s. Each row is as long as the cluster is large. Times may rise
  /// with p: a job that gains nothing may leave processors idle.
  explicit MoldableJobs(std::vector<std::vector<double>> times);

  std::size_t count() const { return hull_.size(); }
  int processors() const { return static_cast<int>(hull_.front().size()); }
  /// Shortest time on at most p processors, s.
  double time(std::size_t job, int p) const { return hull_[job][p - 1]; }
  /// Fewest processors for at most that time, if possible. On them the job itself takes time(), not only its hull.
  std::optional<int> least_processors(std::size_t job, double longest) const;

private:
  std::vector<std::vector<double>> hull_;  // non-increasing in p
};

/// Processors of each job for a schedule of length 3/2 x `guess` (s), the dual approximation of Mounie, Rapine,
/// Trystram (SIAM J. Comput. 37(2), 2007) without its final moves; empty if no schedule of length `guess` exists. A job
/// that one processor finishes by guess / 2 gets one processor. The others are in the first shelf (fewest processors to
/// end by `guess`, together at most the cluster) or in the second one (by guess / 2), such that the work is least: a
/// knapsack (ties: earlier jobs in the first shelf).
std::optional<std::vector<int>> two_shelves(const MoldableJobs& jobs, double guess);

struct CoarseAllocation {
  double guess = 0;             // s, the estimate of the optimal makespan
  std::vector<int> processors;  // by job
};

/// Bisects two_shelves() between lower bounds for any schedule, the average work and the longest job, and two, four,
/// ... times as much, until the accepted guess is at most k_guess_precision times a rejected one.
CoarseAllocation dual_approximation(const MoldableJobs& jobs);

inline constexpr double k_guess_precision = 1.01;

/// max(work of all jobs on one processor each / processors, longest job on all processors), s.
double makespan_bound(const MoldableJobs& jobs);

/// A job and the processors it gets.
struct ShelvedJob {
  std::size_t job = 0;
  int processors = 0;
};

/// The K shelves of Dutot, Eyraud, Mounie, Trystram (SPAA 2004), each half as long as the next one. With t_min the
/// shortest job on all processors and K = floor(log2(guess / t_min)), shelf k = 0, 1, ... is guess / 2^(K-k) long. Of
/// the jobs left it takes those with the most work (knapsack; ties: earlier jobs), each on the fewest processors with
/// which it fits; shelves beyond K follow until no job is left. Returns the jobs shelf by shelf, within a shelf by
/// index.
std::vector<ShelvedJob> doubling_shelves(const MoldableJobs& jobs, double guess);

}  // namespace palio
