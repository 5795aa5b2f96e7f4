#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "campaign/duel/moves.h"
#include "strategies/ptg/schedule.h"

namespace palio {

/// The task graph as an SVG element: a column for each precedence level, circles by the work of tasks, lines by the
/// data of edges; pointing at one tells its numbers.
std::string graph_picture(const DuelInstance& instance);

/// A ratio that a restart reached.
struct RatioPoint {
  std::int64_t evaluation = 0;
  double ratio = 0;
};

/// The worst ratio so far over the evaluations as an SVG element, a line for each restart, the one that came highest
/// drawn over the others.
std::string ratio_picture(const std::vector<std::vector<RatioPoint>>& restarts, std::int64_t evaluations);

/// Two schedules of one instance, and what messages call them.
struct SchedulePair {
  std::string target_name, base_name;
  std::vector<Placement> target, base;  // by task
};

/// Where the schedules part and where their time goes, a line each: "The plans part at t1: with HEFT it runs on h0 from
/// ...".
std::vector<std::string> reasons(const DuelInstance& instance, const SchedulePair& schedules);

}  // namespace palio
