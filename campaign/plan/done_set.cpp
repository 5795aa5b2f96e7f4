#include "campaign/plan/done_set.h"

#include <algorithm>

namespace palio {
DoneSet::DoneSet(const Study& study, const DimensionIds& ids)
    : workloads_(study.workloads.size()), strategies_(study.strategies.size()), positions_(study, ids) {}

void DoneSet::add(const ScenarioId& id) {
  if (const auto at = positions_.find(id))
    codes_.push_back(code(at->instance.platform, at->instance.workload, at->strategy));
}

void DoneSet::seal() { std::ranges::sort(codes_); }

bool DoneSet::contains(const Instance& instance, std::size_t strategy) const {
  return std::ranges::binary_search(codes_, code(instance.platform, instance.workload, strategy));
}

}  // namespace palio
