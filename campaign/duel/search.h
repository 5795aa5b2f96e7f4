#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "campaign/duel/moves.h"

namespace palio {

/// When a move to an instance that is not worse for the target is made all the same, with T the temperature and r the
/// ratio: with probability exp((r - r before) / T) (N. Metropolis et al., J. Chem. Phys. 21, 1953), or exp(-r / T), as
/// the program of arXiv 2403.07120 has it.
enum class Acceptance { metropolis, ratio };

/// Simulated annealing: the temperature falls from the hottest to the coldest by the same factor at each move.
struct SearchRules {
  std::int64_t evaluations = 459;  // moves that are tried; that many of the paper's factor lead from 10 to 0.1
  Acceptance acceptance = Acceptance::metropolis;
  double hottest = 0, coldest = 0;  // of the ratio
};

/// The temperatures of a rule where none are given. From the paper's 10 to 0.1, metropolis would make nearly every
/// move: ratios differ by less (docs/duel.md).
double usual_hottest(Acceptance acceptance);
double usual_coldest(Acceptance acceptance);

/// The probability.
double chance_of(Acceptance acceptance, double ratio, double before, double temperature);
/// Before the move of that number, from 1.
double temperature_at(const SearchRules& rules, std::int64_t move);

/// How much worse the target is than the base on an instance: its makespan as a multiple of the base's; or why there is
/// none.
struct Evaluation {
  double ratio = 0;
  std::string failure = {};  // empty: there is one
};
using Evaluate = std::function<Evaluation(const DuelInstance& instance)>;

/// An instance that is worse for the target than all before it. The one before it is its parent: from there, `steps`
/// moves were made that lead here, the last of which is `move`.
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

/// Searches from one start; nothing where `is_over` became true meanwhile. Throws UserError where the start cannot be
/// evaluated.
std::optional<Restart> search(DuelInstance start, const DuelSpace& space, const Evaluate& evaluate,
                              const SearchRules& rules, RandomStream& draws, const std::function<bool()>& is_over);

}  // namespace palio
