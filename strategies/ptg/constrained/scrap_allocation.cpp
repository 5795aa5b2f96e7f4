#include "strategies/ptg/constrained/scrap_allocation.h"

#include <fmt/format.h>

#include "core/error.h"
#include "strategies/ptg/translation.h"
#include "workloads/speedup.h"

namespace palio {
namespace {

// A share of 3 processors is often 2.9999999999999996, the product of a rounded beta.
constexpr double k_rounding = 1 + 1e-12;

double checked(double beta) {
  if (!(beta > 0 && beta <= 1))  // also refuses NaN
    throw InternalError(fmt::format("a resource constraint is {}, must be above 0 and at most 1", beta));
  return beta;
}

CriticalPathGrowth growth_on_reference_cluster(const Platform& platform, const TaskGraph& graph) {
  const ReferenceCluster reference = reference_cluster(platform);
  return {graph, [&graph, reference](int task, int n) { return execution_time(graph.task(task), n, reference.speed); },
          [&platform, &graph, reference](int task, int n) {
            return n <= reference.processors && some_cluster_holds(platform, graph.task(task), n, reference.speed);
          }};
}

}  // namespace

ScrapAllocation::ScrapAllocation(const Platform& platform, const TaskGraph& graph, double beta,
                                 const ScrapOptions& options)
    : graph_(graph),
      options_(options),
      share_(checked(beta) * reference_processors(platform)),
      growth_(growth_on_reference_cluster(platform, graph)),
      level_processors_(static_cast<std::size_t>(graph.level_count()), 0) {
  for (int task = 0; task < graph.task_count(); ++task)
    ++level_processors_[static_cast<std::size_t>(graph.level(task))];
}

int ScrapAllocation::grow() {
  if (area_is_used_up()) return -1;
  const bool skip_full_levels = options_.rule == ScrapRule::levels && options_.when_full == WhenFull::freeze;
  const int task = growth_.best_candidate([&](int id) { return !skip_full_levels || !level_is_full(id); });
  if (task < 0 || (options_.rule == ScrapRule::levels && level_is_full(task))) return -1;
  growth_.grow(task);
  ++level_processors_[static_cast<std::size_t>(graph_.level(task))];
  return task;
}

bool ScrapAllocation::level_is_full(int task) const {
  return level_processors_[static_cast<std::size_t>(graph_.level(task))] + 1 > share_ * k_rounding;
}

bool ScrapAllocation::area_is_used_up() const {
  if (options_.area_guard == AreaGuard::on) return average_area() >= critical_path_length();
  return options_.rule == ScrapRule::whole_graph && average_area() > critical_path_length();
}

std::vector<int> scrap_allocation(const Platform& platform, const TaskGraph& graph, double beta,
                                  const ScrapOptions& options) {
  ScrapAllocation allocation(platform, graph, beta, options);
  while (allocation.grow() >= 0) {
  }
  return allocation.processors();
}

}  // namespace palio
