#include "strategies/ptg/constrained/constrained.h"

#include <fmt/format.h>

#include "strategies/ptg/constrained/concurrent_mapping.h"
#include "strategies/ptg/constrained/scrap_allocation.h"

namespace palio {
namespace {

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

// `shares`: beta of each application.
SchedulingResult schedule(const Platform& platform, const Workload& workload, const std::vector<double>& shares,
                          const Parameters& parameters) {
  const ScrapOptions options = scrap_options(parameters);
  std::vector<std::vector<int>> allocations;
  for (std::size_t app = 0; app < shares.size(); ++app) {
    if (!(shares[app] > 0))  // also refuses NaN
      throw NoSchedule(
          fmt::format("the resource constraint of application {} is {}, not above 0: what the "
                      "applications contribute is too far apart",
                      app, shares[app]));
    allocations.push_back(scrap_allocation(platform, workload.applications[app].graph, shares[app], options));
  }
  return map_concurrently(platform, workload, allocations, mapping_options(parameters));
}

}  // namespace

SchedulingResult schedule_s(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  return schedule(platform, workload, selfish_shares(workload.applications.size()), parameters);
}

SchedulingResult schedule_es(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  return schedule(platform, workload, equal_shares(workload.applications.size()), parameters);
}

SchedulingResult schedule_ps(const Platform& platform, const Workload& workload, const Parameters& parameters,
                             Contribution contribution) {
  return schedule(platform, workload, proportional_shares(contributions(platform, workload, contribution)), parameters);
}

SchedulingResult schedule_wps(const Platform& platform, const Workload& workload, const Parameters& parameters,
                              Contribution contribution) {
  return schedule(platform, workload,
                  weighted_shares(contributions(platform, workload, contribution), real_of(parameters, "mu")),
                  parameters);
}

SchedulingResult schedule_scrap(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  return schedule(platform, workload, std::vector<double>(workload.applications.size(), real_of(parameters, "beta")),
                  parameters);
}

}  // namespace palio
