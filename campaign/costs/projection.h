#pragma once

#include <string>

#include "campaign/costs/cost_model.h"
#include "campaign/plan/done_set.h"
#include "campaign/plan/plan.h"
#include "campaign/run/executor.h"

namespace palio {

/// Predicted cost, s of CPU, of the wanted scenarios that are not done. For a whole study it takes as long as reading
/// what is done; for a sample or a shard as long as enumerating it.
double remaining_cost(const Study& study, const Selection& selection, const DoneSet& done, const CostModel& model);

struct ProbeOptions {
  std::uint64_t instances = 24;
  std::string where = {};  // as in Selection
  int jobs = 1;
  double seconds = 3;             // of wall time for all of them; what is not finished then is given up
  std::int64_t memory_limit = 0;  // byte per process of a scenario; 0: none
  Executor::MakeRunner make_runner;
};

struct Probes {
  std::vector<CostObservation> costs;  // of the scenarios that completed
  std::uint64_t failed = 0;            // tell nothing
};

/// Runs the first wanted instances of the study's stratified sample with all strategies wanted on them and tells what
/// they cost. Nothing is stored.
Probes run_probes(const Study& study, const ProbeOptions& options);

}  // namespace palio
