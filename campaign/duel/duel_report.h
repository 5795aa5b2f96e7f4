#pragma once

#include <string>
#include <vector>

#include "campaign/duel/duel_run.h"

namespace palio {

/// What a campaign holds of a duel.
struct WorstOfDuel {
  Duel duel;
  std::string target, base;                       // labels
  const FoundInstance* instance = nullptr;        // null: nothing was searched
  std::vector<double> by_restart = {};            // ratios, ascending
  double target_makespan = 0, base_makespan = 0;  // s, simulated; NaN: it failed

  double simulated() const { return target_makespan / base_makespan; }
  double median() const;
};
WorstOfDuel worst_of(const Duel& duel, const DuelRecord& record, const StrategySet& known,
                     const CampaignReader& reader);

/// "HEFT takes 2.5 times as long as CPoP: 5 s against 2 s."
std::string headline(const WorstOfDuel& worst);
/// Where it was found, and why it is so bad; a line each.
std::vector<std::string> explanations(const WorstOfDuel& worst, const StrategySet& known);

/// One HTML page that loads nothing and has no scripts; its schedules are simulated now.
std::string duel_page(const WorstOfDuel& worst, const DuelRequest& request, const DuelResult& result);

/// A task's own name, or one made of its number.
std::string task_name(const Task& task, int number);

/// "603.8 Mflop/s": four digits and a decimal prefix.
std::string quantity(double value, std::string_view unit);

/// "500 Mflop", of unrelated machines "1.2 s at best".
std::string work_text(const Task& task);

/// The task graph as an SVG element: a column per precedence level, sizes by work and data, numbers as tooltips.
std::string graph_picture(const DuelInstance& instance);

struct RatioPoint {
  std::int64_t evaluation = 0;
  double ratio = 0;
};

/// The worst ratio so far over the evaluations as an SVG element, from the least ratio up, a line for each restart, the
/// highest one on top.
std::string ratio_picture(const std::vector<std::vector<RatioPoint>>& restarts, std::int64_t evaluations);

/// Two schedules of one instance, and what messages call them.
struct SchedulePair {
  std::string target_name, base_name;
  std::vector<Placement> target, base;  // by task
};

/// Where the schedules diverge and where their time goes, a line each.
std::vector<std::string> reasons(const DuelInstance& instance, const SchedulePair& schedules);

}  // namespace palio
