#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analysis/statistics/intervals/draws.h"

namespace palio {

/// What varies among the platforms, workloads or strategies of results.
struct DesignAxis {
  static constexpr int k_none = -1;

  std::string name;                 // column of the view `results`
  std::vector<std::string> levels;  // by size, texts after numbers
  int inapplicable = k_none;        // the level of those that have no such parameter
  std::string follows_from;         // name of the axis that determines this one's levels; empty: none does
};

/// A value of the response, with the ids of its platform, workload and strategy.
struct ResponseValue {
  std::int64_t platform = 0, workload = 0;
  std::int64_t strategy = 0;
  double value = 0;
};

/// Ids with canonical names, as a campaign has them.
struct CampaignNames {
  using Names = std::vector<std::pair<std::int64_t, std::string>>;

  Names platforms, workloads, strategies;
};

struct DesignRow {
  std::size_t cell = 0;
  Draws::Place platform, workload;
  double value = 0;
};

struct DesignMembers;

/// Values by what their scenarios differ in. The same bits however a campaign numbers its rows.
class EffectDesign {
public:
  EffectDesign(std::vector<ResponseValue> values, const CampaignNames& names);

  /// Of platforms, workloads, then strategies, without those that follow from others or have too many levels.
  const std::vector<DesignAxis>& axes() const { return axes_; }
  /// Whether one axis's levels are compared within those of the other.
  bool within(std::size_t inner, std::size_t outer) const { return within_[inner * axes_.size() + outer]; }
  /// Names of axes that are not in axes(), each with the reason.
  const std::vector<std::pair<std::string, std::string>>& left_out() const { return left_out_; }

  /// The combinations of the levels of all axes that occur, including axes left out: a cell's values differ only in
  /// draws.
  std::size_t cells() const { return cell_levels_.size(); }
  /// Of each of axes().
  std::span<const int> levels(std::size_t cell) const { return cell_levels_[cell]; }

  const std::vector<DesignRow>& rows() const { return rows_; }
  /// Draws are numbered below these.
  std::size_t platform_draws() const { return platform_draws_; }
  std::size_t workload_draws() const { return workload_draws_; }

  double mean() const { return mean_; }

private:
  struct Choice {
    std::size_t dimension, axis;
  };
  using Places = std::array<std::size_t, 3>;  // among the members of each dimension

  void choose_axes(const std::vector<DesignMembers>& members);
  void add_cell(const std::vector<DesignMembers>& members, const Places& at);

  std::vector<Choice> chosen_;
  std::vector<DesignAxis> axes_;
  std::vector<bool> within_;
  std::vector<std::pair<std::string, std::string>> left_out_;
  std::vector<std::vector<int>> cell_levels_;
  std::vector<DesignRow> rows_;
  std::size_t platform_draws_ = 0, workload_draws_ = 0;
  double mean_ = 0;
};

}  // namespace palio
