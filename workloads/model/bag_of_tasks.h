#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace palio {

/// An application of identical independent tasks whose input comes from the master; results are not sent back.
struct BagOfTasks {
  std::string name;  // from an imported file; empty for generated ones
  int tasks = 0;
  double flop = 0;          // of each task
  double bytes = 0;         // input of each task
  double release_date = 0;  // s; nothing of it is sent earlier
};

/// Bags that share a star, by release date.
struct BagBatch {
  using Role = struct WorkloadRole;
  static constexpr std::string_view k_called = "bags of tasks";

  std::vector<BagOfTasks> applications;
  /// 0: release dates are what they say. Else they are places between 0 (first) and 1 (last), which a platform makes
  /// dates of: it then takes (sum of the applications' dedicated makespans) / load from the first to the last.
  double load = 0;
};

/// Throws UserError naming the first value that makes no sense: no application, no task, flop or bytes not positive, a
/// release date that is negative, not finite or before the previous application's, a load that is negative.
void check(const BagBatch& batch);

}  // namespace palio
