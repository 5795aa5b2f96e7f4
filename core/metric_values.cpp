#include <algorithm>

#include "core/error.h"
#include "core/metrics.h"

namespace palio {

const MetricInfo* find_metric(std::string_view name) {
  const auto table = metric_table();
  const auto found = std::ranges::find(table, name, &MetricInfo::name);
  return found == table.end() ? nullptr : &*found;
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
