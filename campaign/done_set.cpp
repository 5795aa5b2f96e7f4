#include "campaign/done_set.h"

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

DoneSet::DoneSet(const Study& study, const DimensionIds& ids)
    : workloads_(study.workloads.size()),
      strategies_(study.strategies.size()),
      platform_at_(positions(ids.platforms)),
      workload_at_(positions(ids.workloads)),
      strategy_at_(positions(ids.strategies)) {}

void DoneSet::add(const ScenarioId& id) {
  const std::int32_t platform = position(platform_at_, id.platform);
  const std::int32_t workload = position(workload_at_, id.workload);
  const std::int32_t strategy = position(strategy_at_, id.strategy);
  if (platform < 0 || workload < 0 || strategy < 0) return;
  codes_.push_back(code(static_cast<std::uint64_t>(platform), static_cast<std::uint64_t>(workload),
                        static_cast<std::uint64_t>(strategy)));
}

void DoneSet::seal() { std::ranges::sort(codes_); }

bool DoneSet::contains(const Instance& instance, std::size_t strategy) const {
  return std::ranges::binary_search(codes_, code(instance.platform, instance.workload, strategy));
}

}  // namespace palio
