#pragma once

#include "campaign/costs/cost_model.h"
#include "campaign/done_set.h"
#include "campaign/executor.h"
#include "campaign/plan.h"

namespace palio {

/// Predicted cost, s of CPU, of the wanted scenarios that are not done. For a whole study it takes as long as reading
/// what is done; for a sample or a shard as long as enumerating it.
double remaining_cost(const Study& study, const Selection& selection, const DoneSet& done, const CostModel& model);

struct ProbeOptions {
  std::uint64_t instances = 24;
  int jobs = 1;
  double seconds = 3;  // of wall time for all of them; what is not finished then is given up
  Executor::MakeRunner make_runner;
};

/// Runs all strategies on the first instances of the study's stratified sample and tells what they cost. Nothing is
/// stored; scenarios that fail tell nothing.
std::vector<CostObservation> run_probes(const Study& study, const ProbeOptions& options);

}  // namespace palio
