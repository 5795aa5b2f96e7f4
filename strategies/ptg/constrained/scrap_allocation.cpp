#include "strategies/ptg/constrained/scrap_allocation.h"

#include <fmt/format.h>

#include "core/error.h"
#include "strategies/ptg/translation.h"

namespace palio {
namespace {

// A share of 3 processors is often 2.9999999999999996, the product of a rounded beta.
constexpr double k_scrap_rounding = 1 + 1e-12;

double checked(double beta) {
  if (!(beta > 0 && beta <= 1))  // also refuses NaN
    throw InternalError(fmt::format("a resource constraint is {}, must be above 0 and at most 1", beta));
  return beta;
}

CriticalPathGrowth growth_on_reference_cluster(const Platform& platform, const TaskGraph& graph) {
  const ReferenceCluster reference = reference_cluster(platform);
  return {graph, reference.speed, largest_allocations(platform, graph, reference)};
}

bool freezes_full_levels(const ScrapOptions& options) {
  return options.rule == ScrapRule::levels && options.when_full == WhenFull::freeze;
}

}  // namespace

ScrapAllocation::ScrapAllocation(const Platform& platform, const TaskGraph& graph, double beta,
                                 const ScrapOptions& options)
    : options_(options),
      share_(checked(beta) * reference_processors(platform)),
      growth_(growth_on_reference_cluster(platform, graph)),
      levels_(graph, share_ * k_scrap_rounding) {
  if (freezes_full_levels(options_)) close_full_levels(growth_, graph, levels_);
}

int ScrapAllocation::grow() {
  if (area_is_used_up()) return -1;
  const int task = growth_.best_candidate();
  if (task < 0 || (options_.rule == ScrapRule::levels && levels_.is_full(task))) return -1;
  growth_.grow(task);
  if (freezes_full_levels(options_))
    charge(growth_, levels_, task);
  else
    levels_.add(task);
  return task;
}

bool ScrapAllocation::area_is_used_up() {
  if (options_.area_guard == AreaGuard::on) return growth_.compare_to_area(share_) <= 0;
  return options_.rule == ScrapRule::whole_graph && growth_.compare_to_area(share_) < 0;
}

std::vector<int> scrap_allocation(const Platform& platform, const TaskGraph& graph, double beta,
                                  const ScrapOptions& options) {
  ScrapAllocation allocation(platform, graph, beta, options);
  while (allocation.grow() >= 0) {
  }
  return allocation.processors();
}

}  // namespace palio
