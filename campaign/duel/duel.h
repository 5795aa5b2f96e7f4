#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "campaign/duel/moves.h"
#include "core/identity/canonical.h"
#include "runners/client/runner.h"
#include "strategies/strategy_set.h"

namespace palio {

/// The strategy that should look bad, and the one it is compared with.
struct Duel {
  Recipe target, base;
};

/// The strategy as people type it.
std::string label_of(const Recipe& strategy, const StrategySet& known);

/// The strategies that were typed. Throws UserError for an unknown one and for one that comes twice.
std::vector<Recipe> read_contestants(const std::vector<std::string>& typed, const StrategySet& known);

/// The schedulers of sequential tasks that are for graphs of any size, with their default parameters.
std::vector<Recipe> all_heuristics();

/// Every ordered pair.
std::vector<Duel> all_pairs(const std::vector<Recipe>& strategies);

/// The dates that a duel compares: those of the strategies' plans, without contention, or those of an engine.
enum class DuelDates { planned, simulated };

/// The target's makespan on an instance as a multiple of the base's, or why there is none.
struct Evaluation {
  double ratio = 0;
  std::string failure = {};  // empty: there is one
};

/// Compares two strategies on an instance. One thread.
using Judge = std::function<Evaluation(const Duel& duel, const DuelInstance& instance)>;

/// By the plans of Palio's strategies, made in this process and never simulated.
Evaluation judge_plans(const Duel& duel, const DuelInstance& instance);

/// By simulations of a runner: slower, but also for custom strategies.
Judge simulation_judge(StrategySet known, std::shared_ptr<Runner> runner);

/// The schedule that one of Palio's strategies for task graphs plans.
Schedule planned_schedule(const Recipe& strategy, const DuelInstance& instance);

/// Why the plans of a strategy have no usable dates; empty: they have.
std::string no_dates(const Recipe& strategy, const StrategySet& known);

}  // namespace palio
