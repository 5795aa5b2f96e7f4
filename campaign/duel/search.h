#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "campaign/duel/moves.h"

namespace palio {

/// With what probability a move to an instance that is not worse for the target is made, T being the temperature and r
/// the ratio: exp((r - r before) / T) (N. Metropolis et al., J. Chem. Phys. 21, 1953), or exp(-r / T), as in the
/// program of arXiv 2403.07120.
enum class Acceptance { metropolis, ratio };

/// Simulated annealing: the temperature falls from the hottest to the coldest by the same factor at each move.
struct SearchRules {
  std::int64_t evaluations = 459;  // moves that are tried; that many of the paper's factor lead from 10 to 0.1
  Acceptance acceptance = Acceptance::metropolis;
  double hottest = 0, coldest = 0;  // of the ratio
};

/// Default temperatures. With the paper's, 10 to 0.1, metropolis would make nearly every move (docs/duel.md).
double usual_hottest(Acceptance acceptance);
double usual_coldest(Acceptance acceptance);

/// The probability.
double chance_of(Acceptance acceptance, double ratio, double before, double temperature);
/// Before the move of that number, from 1.
double temperature_at(const SearchRules& rules, std::int64_t move);

/// The target's makespan on an instance as a multiple of the base's, or why there is none.
struct Evaluation {
  double ratio = 0;
  std::string failure = {};  // empty: there is one
};
using Evaluate = std::function<Evaluation(const DuelInstance& instance)>;

/// An instance that is worse for the target than all before it. The one before it is its parent, `steps` moves away.
struct Improvement {
  DuelInstance instance;
  std::int64_t evaluation = 0;  // 0: the start
  std::int64_t parent = -1;     // its evaluation; -1: the start has none
  std::int64_t steps = 0;
  Move move = Move::start;
  double ratio = 0;
};

/// What one restart found. Evaluations that failed are moves that were not made.
struct Restart {
  std::vector<Improvement> improvements;  // the start first
  std::int64_t failed = 0;                // evaluations
  std::string failure = {};               // of the first of them
};

/// Searches from one start; nothing where `is_over` became true. Throws UserError for a start that has no ratio.
std::optional<Restart> search(DuelInstance start, const DuelSpace& space, const Evaluate& evaluate,
                              const SearchRules& rules, RandomStream& draws, const std::function<bool()>& is_over);

}  // namespace palio
