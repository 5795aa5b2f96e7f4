#include "tests/support/later_metric.h"

#include <vector>

namespace palio::test {
namespace {

bool is_later = false;

}  // namespace

// The linker's option --wrap puts the second in the place of metric_table() and calls that the first.
std::span<const MetricInfo> table_of_palio() __asm__("__real__ZN5palio12metric_tableEv");
std::span<const MetricInfo> table_of_now() __asm__("__wrap__ZN5palio12metric_tableEv");

std::span<const MetricInfo> table_of_now() {
  static const std::vector<MetricInfo> later = [] {
    const auto known = table_of_palio();
    std::vector<MetricInfo> rows(known.begin(), known.end());
    rows.push_back(LaterMetric::k_row);
    return rows;
  }();
  return is_later ? std::span<const MetricInfo>(later) : table_of_palio();
}

LaterMetric::LaterMetric() { is_later = true; }
LaterMetric::~LaterMetric() { is_later = false; }

}  // namespace palio::test
