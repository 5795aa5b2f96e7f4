#include <algorithm>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/metrics.h"

namespace palio {

const MetricInfo* find_metric(std::string_view name) {
  const auto table = metric_table();
  const auto found = std::ranges::find(table, name, &MetricInfo::name);
  return found == table.end() ? nullptr : &*found;
}

const MetricInfo& metric_named(std::string_view name) {
  if (const MetricInfo* metric = find_metric(name)) return *metric;
  throw UserError("there is no metric {}{}; `palio list metrics` shows them", name,
                  suggestion(name, metric_table(), &MetricInfo::name));
}

void refuse_unranked(const MetricInfo& metric) {
  if (metric.better == Better::neither)
    throw UserError(
        "{} describes a scenario, neither less nor more of it is better, so it ranks no strategies; "
        "`palio list metrics` shows what does, and @summary takes it",
        metric.name);
}

MetricValues::MetricValues() : values_(metric_table().size(), std::numeric_limits<double>::quiet_NaN()) {}

std::size_t MetricValues::index_of(std::string_view name) {
  const MetricInfo* row = find_metric(name);
  if (row == nullptr) throw InternalError("there is no metric \"{}\" in core/metrics.cpp", name);
  return index_of(*row);
}

std::size_t MetricValues::index_of(const MetricInfo& row) {
  return static_cast<std::size_t>(&row - metric_table().data());
}

}  // namespace palio
