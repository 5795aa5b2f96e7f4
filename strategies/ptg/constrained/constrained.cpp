#include "strategies/ptg/constrained/constrained.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/error.h"
#include "strategies/ptg/bottom_level.h"
#include "strategies/ptg/constrained/concurrent_mapping.h"
#include "strategies/ptg/list_mapping.h"
#include "strategies/ptg/online/decisions.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

double critical_path_length(const TaskGraph& graph, double speed) {
  const std::vector<int> one_each(graph.tasks().size(), 1);
  return std::ranges::max(bottom_levels(graph, execution_times(graph, one_each, speed)));
}

AreaGuard area_guard_of(const Parameters& parameters) {
  return text_of(parameters, "area_guard") == "on" ? AreaGuard::on : AreaGuard::off;
}

ScrapOptions scrap_options(const Parameters& parameters) {
  if (text_of(parameters, "allocation") == "scrap")
    return {.rule = ScrapRule::whole_graph, .area_guard = area_guard_of(parameters)};
  return {.rule = ScrapRule::levels,
          .when_full = text_of(parameters, "when_full") == "stop" ? WhenFull::stop : WhenFull::freeze,
          .area_guard = area_guard_of(parameters)};
}

MappingOptions mapping_options(const Parameters& parameters) {
  return {.order = text_of(parameters, "mapping") == "global" ? MappingOrder::global : MappingOrder::ready,
          .packing = text_of(parameters, "packing") == "on" ? Packing::on : Packing::off};
}

// beta of each of the competing applications, which are numbers of the batch.
using Shares = std::function<std::vector<double>(const std::vector<std::size_t>& competing)>;

// Allocations of the open tasks. A competing application without open tasks holds its share until it is complete.
ReferenceAllocations allocate(const Platform& platform, const RemainingBatch& remaining,
                              const std::vector<double>& shares, const ScrapOptions& options) {
  ReferenceAllocations allocations;
  std::size_t i = 0;
  for (std::size_t open = 0; open < remaining.application.size(); ++open) {
    while (remaining.competing[i] != remaining.application[open]) ++i;
    if (!(shares[i] > 0))  // also refuses NaN
      throw NoSchedule(
          fmt::format("the resource constraint of application {} is {}, not above 0: what the "
                      "applications contribute is too far apart",
                      remaining.competing[i], shares[i]));
    allocations.push_back(scrap_allocation(platform, remaining.open.applications[open].graph, shares[i], options));
  }
  return allocations;
}

SchedulingResult schedule_with_shares(const Platform& platform, const Workload& workload, const Shares& shares,
                                      const Parameters& parameters) {
  const ScrapOptions options = scrap_options(parameters);
  ConcurrentMapping mapping(platform, workload, mapping_options(parameters));
  decide_online(workload, [&](const RemainingBatch& remaining) {
    return mapping.map(remaining, allocate(platform, remaining, shares(remaining.competing), options));
  });
  return mapping.result();
}

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

std::vector<double> contributions(const Platform& platform, const Workload& workload, Contribution contribution) {
  const double speed = slowest_speed(platform);
  std::vector<double> values;
  for (const Application& application : workload.applications) {
    const TaskGraph& graph = application.graph;
    switch (contribution) {
      case Contribution::critical_path: values.push_back(critical_path_length(graph, speed)); break;
      case Contribution::width: values.push_back(maximal_width(graph)); break;
      case Contribution::work: values.push_back(graph.total_flop()); break;
    }
  }
  return values;
}

std::vector<double> selfish_shares(std::size_t n) {
  std::vector<double> shares(n, 1.0);
  return shares;
}

std::vector<double> equal_shares(std::size_t n) {
  std::vector<double> shares(n, 1.0 / static_cast<double>(n));
  return shares;
}

std::vector<double> proportional_shares(std::span<const double> contributions) {
  const double sum = std::accumulate(contributions.begin(), contributions.end(), 0.0);
  std::vector<double> shares;
  for (const double contribution : contributions) shares.push_back(contribution / sum);
  return shares;
}

std::vector<double> weighted_shares(std::span<const double> contributions, double mu) {
  const std::vector<double> equal = equal_shares(contributions.size());
  std::vector<double> shares = proportional_shares(contributions);
  for (std::size_t i = 0; i < shares.size(); ++i) shares[i] = mu * equal[i] + (1 - mu) * shares[i];
  return shares;
}

SchedulingResult schedule_s(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  const Shares shares = [](const auto& competing) { return selfish_shares(competing.size()); };
  return schedule_with_shares(platform, workload, shares, parameters);
}

SchedulingResult schedule_es(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  const Shares shares = [](const auto& competing) { return equal_shares(competing.size()); };
  return schedule_with_shares(platform, workload, shares, parameters);
}

SchedulingResult schedule_by_contribution(const Platform& platform, const Workload& workload,
                                          const Parameters& parameters, Contribution contribution) {
  const double mu = parameters.contains("mu") ? real_of(parameters, "mu") : 0;
  const std::vector<double> all = contributions(platform, workload, contribution);
  const Shares shares = [&](const std::vector<std::size_t>& competing) {
    std::vector<double> contributed;
    for (const std::size_t app : competing) contributed.push_back(all[app]);
    return weighted_shares(contributed, mu);
  };
  return schedule_with_shares(platform, workload, shares, parameters);
}

SchedulingResult schedule_scrap(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  const double beta = real_of(parameters, "beta");
  const Shares shares = [beta](const auto& competing) { return std::vector<double>(competing.size(), beta); };
  return schedule_with_shares(platform, workload, shares, parameters);
}

ScrapAllocation::ScrapAllocation(const Platform& platform, const TaskGraph& graph, double beta,
                                 const ScrapOptions& options)
    : options_(options),
      share_(checked(beta) * reference_processors(platform)),
      growth_(growth_on_reference_cluster(platform, graph)),
      levels_(graph, share_ * k_scrap_rounding) {
  if (freezes_full_levels(options_)) levels_.close_full_levels(growth_);
}

int ScrapAllocation::grow() {
  if (area_is_used_up()) return -1;
  const int task = growth_.best_candidate();
  if (task < 0 || (options_.rule == ScrapRule::levels && levels_.is_full(task))) return -1;
  growth_.grow(task);
  if (freezes_full_levels(options_))
    levels_.charge(task, growth_);
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
