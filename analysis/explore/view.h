#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/explore/explored_campaign.h"

namespace palio {

/// What the address of a page says, decoded, in its order.
using ViewParameters = std::vector<std::pair<std::string, std::string>>;

/// Instances with values of the second strategy and ratios in these ranges, both ends included.
struct Brush {
  double least_value = 0, most_value = 0, least_ratio = 0, most_ratio = 0;
};

/// What a reader looks at: two strategies, by a metric, over instances that pass filters, in cells of two axes.
struct View {
  static constexpr std::size_t k_no_axis = std::numeric_limits<std::size_t>::max();

  static constexpr std::size_t k_left_open = k_no_axis - 1;  // compare() takes what explains most

  static constexpr std::size_t k_most_filters = 64;  // bits of what an instance fails

  std::size_t a = 0, b = 0;                              // places in ExploredCampaign::strategies
  std::size_t rows = k_no_axis, columns = k_no_axis;     // places in ExploredCampaign::axes
  std::map<std::size_t, std::vector<std::size_t>> kept;  // by filtered axis: places of the levels that pass
  std::optional<Brush> brush;

  bool keeps(std::size_t axis, int level) const;
};

/// Reads `a`, `b` (labels), `x`, `y` (axes), `f.AXIS` (levels, as level_text() writes them, with `|` between) and
/// `brush` (four numbers with commas). What is not said: the usual strategies, the axes that tell most.
/// Throws UserError for a name that the campaign lacks.
View read_view(const ExploredCampaign& campaign, const ViewParameters& parameters);

/// Which filters an instance fails, as bits by place among the filtered axes.
class ViewFilters {
public:
  ViewFilters(const ExploredCampaign& campaign, const View& view);

  std::uint64_t failed(const ResultId& id) const { return at(platforms_, id.platform) | at(workloads_, id.workload); }
  /// The axis whose filter alone is failed.
  std::size_t axis_of(std::uint64_t one_failed) const {
    return axes_[static_cast<std::size_t>(std::countr_zero(one_failed))];
  }

private:
  static std::uint64_t at(const std::vector<std::uint64_t>& fails, std::size_t place) {
    return fails.empty() ? 0 : fails[place];
  }

  std::vector<std::size_t> axes_;
  std::vector<std::uint64_t> platforms_, workloads_;  // by place; empty: no filter
};

}  // namespace palio
