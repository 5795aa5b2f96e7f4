#pragma once

#include <string>
#include <vector>

#include "campaign/duel/duel_instance.h"
#include "strategies/ptg/schedule.h"

namespace palio {

/// Two schedules of one instance, and what messages call them.
struct SchedulePair {
  std::string target_name, base_name;
  std::vector<Placement> target, base;  // by task
};

/// The tasks that the end of a schedule waited for, from the first one on: each ends when the next one's data leave, or
/// when its processor is free for it.
struct LongestChain {
  std::vector<int> tasks;
  double computing = 0;  // s, of their makespan; the rest is data on their way
  double makespan = 0;   // s
};
LongestChain longest_chain(const DuelInstance& instance, const std::vector<Placement>& placements);

/// Where the schedules part and where their time goes, a line each: "The plans part at t1: with HEFT it runs on h0 from
/// ...".
std::vector<std::string> reasons(const DuelInstance& instance, const SchedulePair& schedules);

}  // namespace palio
