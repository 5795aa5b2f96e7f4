#include "strategies/bags/cbs3m/fluid_problem.h"

#include <algorithm>

#include "strategies/bags/dedicated_rate.h"

namespace palio {

FluidProblem offline_problem(const Star& star, const BagBatch& batch) {
  FluidProblem problem{star, {}};
  for (const BagOfTasks& bag : batch.applications)
    problem.applications.push_back({bag.release_date, bag.release_date, dedicated_makespan(star, bag), bag.flop,
                                    bag.bytes, static_cast<double>(bag.tasks),
                                    std::vector<double>(star.workers.size(), 0)});
  return problem;
}

MovingDate start_of(const FluidApplication& application) { return {application.start, 0}; }

MovingDate deadline_of(const FluidApplication& application) {
  return {application.release_date, application.dedicated};
}

double least_stretch_bound(const FluidProblem& problem) {
  double bound = 1;
  for (const FluidApplication& application : problem.applications)
    bound = std::max(bound, (application.start - application.release_date) / application.dedicated);
  return bound;
}

}  // namespace palio
