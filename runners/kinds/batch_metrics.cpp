#include "runners/kinds/batch_metrics.h"

#include <algorithm>
#include <cmath>

namespace palio {
namespace {

template <class Value>
double sum(std::span<const ApplicationMetrics> applications, Value value) {
  double total = 0;
  for (const ApplicationMetrics& application : applications) total += value(application);
  return total;
}

}  // namespace

void add_batch_metrics(std::span<const ApplicationMetrics> applications, MetricValues& metrics) {
  const auto count = static_cast<double>(applications.size());
  const auto makespan = [](const ApplicationMetrics& each) { return each.makespan(); };
  const auto dedicated = [](const ApplicationMetrics& each) { return each.dedicated_makespan; };
  const auto slowdown = [](const ApplicationMetrics& each) { return each.slowdown(); };
  const auto stretch = [](const ApplicationMetrics& each) { return each.stretch(); };
  metrics["average_makespan"] = sum(applications, makespan) / count;
  metrics["sum_flow"] = sum(applications, makespan);
  metrics["max_flow"] = makespan(*std::ranges::max_element(applications, {}, makespan));
  if (std::isnan(sum(applications, dedicated))) return;
  const double average_slowdown = sum(applications, slowdown) / count;
  metrics["average_slowdown"] = average_slowdown;
  metrics["unfairness"] =
      sum(applications, [&](const ApplicationMetrics& each) { return std::abs(slowdown(each) - average_slowdown); });
  metrics["average_stretch"] = sum(applications, makespan) / sum(applications, dedicated);
  metrics["sum_stretch"] = sum(applications, stretch);
  metrics["mean_stretch"] = metrics["sum_stretch"] / count;
  metrics["max_stretch"] = stretch(*std::ranges::max_element(applications, {}, stretch));
}

}  // namespace palio
