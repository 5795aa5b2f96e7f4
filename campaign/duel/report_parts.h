#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "campaign/duel/moves.h"
#include "strategies/ptg/schedule.h"

namespace palio {

/// The task graph as an SVG element: a column per precedence level, sizes by work and data, numbers as tooltips.
std::string graph_picture(const DuelInstance& instance);

struct RatioPoint {
  std::int64_t evaluation = 0;
  double ratio = 0;
};

/// The worst ratio so far over the evaluations as an SVG element, a line for each restart, the highest one on top.
std::string ratio_picture(const std::vector<std::vector<RatioPoint>>& restarts, std::int64_t evaluations);

/// Two schedules of one instance, and what messages call them.
struct SchedulePair {
  std::string target_name, base_name;
  std::vector<Placement> target, base;  // by task
};

/// Where the schedules part and where their time goes, a line each.
std::vector<std::string> reasons(const DuelInstance& instance, const SchedulePair& schedules);

}  // namespace palio
