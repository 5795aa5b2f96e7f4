#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "campaign/plan/plan.h"
#include "storage/file/rows.h"

namespace palio {

/// Database ids of a study's platforms, workloads and strategies, by position; 0 for those that are not stored.
struct DimensionIds {
  std::vector<std::int64_t> platforms, workloads, strategies;
};

/// A scenario of a study, by position.
struct ScenarioPosition {
  Instance instance;
  std::uint32_t strategy = 0;
};

/// Finds the scenario of a study that a stored id stands for.
class ScenarioPositions {
public:
  /// The study must stay.
  ScenarioPositions(const Study& study, const DimensionIds& ids);

  /// Nothing for a scenario that is not of the study: of another platform, workload or strategy, or of a strategy that
  /// does not take the workload.
  std::optional<ScenarioPosition> find(const ScenarioId& id) const;

private:
  const Study* study_;
  std::vector<std::int32_t> platforms_, workloads_, strategies_;  // position by id; -1: not of this study
};

}  // namespace palio
