#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "analysis/explore/standings.h"
#include "analysis/explore/turns.h"
#include "analysis/explore/view.h"

namespace palio {

/// A strategy over another on the instances where both have a value above 0.
struct RatioSummary {
  std::int64_t instances = 0;
  double ratio = std::numeric_limits<double>::quiet_NaN();  // geometric mean of the ratios of values
  double low = ratio, high = ratio;                         // of its 95 % interval for other draws; NaN: none
  std::int64_t wins = 0, ties = 0, losses = 0;              // of the first; a tie: equal up to a billionth
};

/// An instance of a view.
struct ComparedInstance {
  std::uint32_t instance = 0;  // place in ExploredCampaign::instances
  double a = 0, b = 0;         // values
  double log_b = 0;            // logarithms: of b
  double log_ratio = 0;        // of a / b
};

/// Why an instance is not compared: what the first of the two that has no value above 0 lacks.
struct Lack {
  enum class Kind { failed, not_run, no_value, not_above_0 };

  std::size_t strategy = 0;  // place in ExploredCampaign::strategies
  Kind kind = Kind::failed;
  std::string failure;  // its word

  auto operator<=>(const Lack&) const = default;
};

/// What a view shows.
struct ViewAnswer {
  RatioSummary all;                              // a / b
  std::map<Lack, std::int64_t> left_out;         // instances that pass the filters, without a value above 0 of both
  DrawsOfInterval draws;                         // of its interval
  std::vector<std::vector<RatioSummary>> cells;  // by level of the rows, then of the columns
  Standings standings;
  std::vector<AxisTurn> turns;              // by axis
  std::vector<SharedLevel> shared;          // what the instances in the brush share; without one nothing
  std::vector<ComparedInstance> instances;  // those in the brush, if there is one
};

/// Settles what the view leaves open. Every number is what the SQL of the view's panels (panel_sql.h) gives, to the
/// last bit.
ViewAnswer compare(const ExploredCampaign& campaign, View& view);

}  // namespace palio
