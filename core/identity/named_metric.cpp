#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/metrics.h"

namespace palio {

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

}  // namespace palio
