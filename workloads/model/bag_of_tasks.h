#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/model/uncertainty.h"

namespace palio {

/// An application of identical independent tasks whose input comes from the master; results are not sent back.
struct BagOfTasks {
  std::string name;  // from an imported file; empty for generated ones
  int tasks = 0;
  double flop = 0;          // of each task
  double bytes = 0;         // input of each task
  double release_date = 0;  // s; none of its tasks is sent earlier
  /// What the work of each task is multiplied by, in the order in which they are sent. Empty: 1.
  std::vector<double> factors = {};

  double work(std::size_t task) const { return factors.empty() ? flop : flop * factors[task]; }  // flop
};

/// Bags that share a star, by release date.
struct BagBatch {
  using Role = struct WorkloadRole;
  static constexpr std::string_view k_called = "bags of tasks";

  std::vector<BagOfTasks> applications;
  /// 0: release dates are dates. Otherwise they are positions from 0 (first) to 1 (last), which a platform turns into
  /// dates: the time from the first to the last release is then (sum of the applications' dedicated makespans) / load.
  double load = 0;
  std::optional<double> reference_makespan = {};  // s; the best known or the optimum, where a file names it
  Uncertainty uncertainty = {};
};

/// Throws UserError naming the first invalid value: no application, no task, flop or bytes not positive, a release date
/// that is negative, not finite or before the previous application's, a load that is negative.
void check(const BagBatch& batch);

}  // namespace palio
