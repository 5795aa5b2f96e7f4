#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "analysis/explore/view.h"
#include "analysis/statistics/intervals/clustered.h"
#include "core/exact_sum.h"

namespace palio {

/// The first strategy over the second where an axis has one of its levels.
struct LevelRatio {
  std::int64_t instances = 0;
  double ratio = std::numeric_limits<double>::quiet_NaN();  // geometric mean
  double low = ratio, high = ratio;                         // of its 95 % interval for other draws; NaN: none
  std::int64_t selected = 0;                                // of these instances, in the brush

  bool is_sure() const { return low > 1 || high < 1; }
};

/// How a ratio turns over the levels of an axis.
struct AxisTurn {
  std::vector<LevelRatio> levels;  // over the instances that pass the other axes' filters
  /// What the levels explain of the squares of the logarithms about their mean, beyond what as many groups would by
  /// chance (epsilon squared), at least 0.
  double share = 0;
};

/// Sums up instances by the levels of all axes in one pass.
class TurnSums {
public:
  explicit TurnSums(const ExploredCampaign& campaign);

  /// An instance that passes all filters.
  void add(const ResultId& id, double log_ratio);
  /// One that passes all but the filter of an axis.
  void add_beside(std::size_t axis, const ResultId& id, double log_ratio);

  /// By axis.
  std::vector<AxisTurn> turns() const;
  /// Settles rows and columns that a view leaves open: among the pairs of axes of two to twelve levels, with the one
  /// that is given if there is one, that whose cells explain most.
  void settle(View& view, std::span<const AxisTurn> turns) const;

private:
  struct Sums {
    std::int64_t count = 0;
    ExactSum logs;

    void add(double log_ratio) {
      ++count;
      logs.add(log_ratio);
    }
  };
  // Platforms or workloads with the same levels on the axes of few levels.
  struct Kinds {
    std::vector<std::uint32_t> of_place;
    std::vector<std::vector<int>> levels;  // of a kind: by axis
  };

  Kinds kinds_of(bool platforms, std::size_t count) const;
  // A cell with instances.
  struct Cell {
    std::size_t platform_kind = 0, workload_kind = 0;
    std::int64_t count = 0;
    double sum = 0;
  };
  std::vector<Cell> filled_cells() const;
  double share_of_pair(std::span<const Cell> cells, std::size_t axis, std::size_t other) const;

  // The levels of an axis, each by place on the other side: workloads for an axis of platforms.
  struct Levels {
    std::size_t others = 0;    // places there
    std::vector<Sums> sums;    // by level and place; empty: too many, so that there are no intervals
    std::vector<Sums> totals;  // by level, where there are no intervals
    std::vector<ClusteredRatio> beside;
  };
  LevelRatio level_ratio(std::size_t axis, std::size_t level) const;

  const ExploredCampaign& campaign_;
  std::vector<std::size_t> few_;             // axes that may be rows or columns
  std::vector<Levels> levels_;               // by axis
  std::vector<Sums> platforms_, workloads_;  // by place
  Kinds platform_kinds_, workload_kinds_;
  std::vector<Sums> cells_;  // by kind of platform, then of workload; empty: too many
  ExactSum squares_;
  std::vector<ExactSum> squares_beside_;  // by axis
};

/// What selected instances share more than all do: a level of an axis.
struct SharedLevel {
  std::size_t axis = 0, level = 0;
  std::int64_t selected = 0, all = 0;  // instances that have it
};

/// How many of some instances (places in ExploredCampaign::instances) have each level of an axis.
std::vector<std::int64_t> count_levels(const ExploredCampaign& campaign, std::size_t axis,
                                       std::span<const std::uint32_t> instances);

/// Of each axis the level whose share among the selected is farthest above that among all, if random choices would
/// hardly ever reach it: the least likely first.
std::vector<SharedLevel> shared_levels(const ExploredCampaign& campaign, std::span<const std::uint32_t> selected,
                                       std::span<const std::uint32_t> all);

}  // namespace palio
