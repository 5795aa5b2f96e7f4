#pragma once

#include <array>
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

  static constexpr std::size_t k_most_filters = 64;  // bits of what an instance fails

  std::size_t a = 0, b = 0;                              // places in ExploredCampaign::strategies
  std::size_t rows = k_no_axis, columns = k_no_axis;     // places in ExploredCampaign::axes
  std::map<std::size_t, std::vector<std::size_t>> kept;  // by filtered axis: places of the levels that pass
  std::optional<Brush> brush;

  bool keeps(std::size_t axis, int level) const;
};

/// Reads `a`, `b` (labels), `x`, `y` (axes), `f.AXIS` (levels, as level_text() writes them, with `|` between) and
/// `brush` (four numbers with commas). What is not said: the usual strategies, the first two axes of few levels.
/// Throws UserError for a name that the campaign lacks.
View read_view(const ExploredCampaign& campaign, const ViewParameters& parameters);

}  // namespace palio
