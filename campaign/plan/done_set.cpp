#include "campaign/plan/done_set.h"

#include <algorithm>

namespace palio {
namespace {

std::vector<std::int32_t> positions(const std::vector<std::int64_t>& ids) {
  const std::int64_t largest = ids.empty() ? 0 : *std::ranges::max_element(ids);
  std::vector<std::int32_t> at(static_cast<std::size_t>(largest) + 1, -1);
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (ids[i] > 0) at[static_cast<std::size_t>(ids[i])] = static_cast<std::int32_t>(i);
  return at;
}

std::int32_t position(const std::vector<std::int32_t>& at, std::int64_t id) {
  return id < static_cast<std::int64_t>(at.size()) ? at[static_cast<std::size_t>(id)] : -1;
}

}  // namespace

ScenarioPositions::ScenarioPositions(const Study& study, const DimensionIds& ids)
    : study_(&study),
      platforms_(positions(ids.platforms)),
      workloads_(positions(ids.workloads)),
      strategies_(positions(ids.strategies)) {}

std::optional<ScenarioPosition> ScenarioPositions::find(const ScenarioId& id) const {
  const std::int32_t platform = position(platforms_, id.platform);
  const std::int32_t workload = position(workloads_, id.workload);
  const std::int32_t strategy = position(strategies_, id.strategy);
  if (platform < 0 || workload < 0 || strategy < 0) return std::nullopt;
  const ScenarioPosition at{{static_cast<std::uint32_t>(platform), static_cast<std::uint32_t>(workload)},
                            static_cast<std::uint32_t>(strategy)};
  if (!study_->classes.takes(at.strategy, at.instance.workload)) return std::nullopt;
  return at;
}

bool SelectedScenarios::holds(const ScenarioId& id) const {
  const auto at = positions_.find(id);
  return at && std::ranges::binary_search(stream_.strategies(at->instance), at->strategy) &&
         stream_.holds(at->instance);
}

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
