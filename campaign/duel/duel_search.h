#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "campaign/duel/duel.h"
#include "core/identity/canonical.h"

namespace palio {

/// The probability of accepting a move that does not raise the target's ratio. With the old ratio p, the new ratio r
/// and the temperature T, metropolis: exp((r - p) / T) (N. Metropolis et al., J. Chem. Phys. 21, 1953); ratio:
/// exp(-r / T), as in the program of arXiv 2403.07120.
enum class Acceptance { metropolis, ratio };

/// Simulated annealing: the temperature falls from the hottest to the coldest by the same factor at each move.
struct SearchRules {
  std::int64_t evaluations = 459;  // moves that are tried; with the paper's factor, so many lead from 10 to 0.1
  Acceptance acceptance = Acceptance::metropolis;
  double hottest = 0, coldest = 0;  // of the ratio
};

/// Default temperatures. With the paper's, 10 to 0.1, metropolis would make nearly every move (docs/duel.md).
double usual_hottest(Acceptance acceptance);
double usual_coldest(Acceptance acceptance);

double chance_of(Acceptance acceptance, double ratio, double before, double temperature);
/// Before the move of that number, from 1.
double temperature_at(const SearchRules& rules, std::int64_t move);

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

/// One side of the start of all restarts: chain_start(), a file, or a family, as typed, which draws anew for each
/// restart if the recipe leaves its sample open.
using StartSource = std::variant<std::monostate, Spec, std::string>;

class DuelStarts {
public:
  /// Throws UserError for an unknown name, for a workload that is not a task graph, and for a platform that takes none.
  DuelStarts(StartSource platform, StartSource workload, std::int64_t seed);

  /// The instance of a restart, the same for all strategies.
  DuelInstance instance(std::int64_t restart) const;
  DuelSpace space(const DuelInstance& start) const;
  /// "chain on mesh:hosts=4": part of a search's identity.
  std::string title() const;

private:
  StartSource platform_, workload_;
  std::int64_t seed_;
};

/// One restart of one duel: the unit of searching, repeated in full if it was interrupted.
struct SearchUnit {
  Duel duel;
  std::int64_t restart = 0;
};

struct SearchedUnit {
  SearchUnit unit;
  Restart found;
};

/// Searches units in parallel. What a unit finds depends only on its start, its duel and the rules.
class DuelSearch {
public:
  using MakeJudge = std::function<Judge()>;

  DuelSearch(DuelStarts starts, SearchRules rules, std::int64_t seed, MakeJudge make_judge)
      : starts_(std::move(starts)), rules_(rules), seed_(seed), make_judge_(std::move(make_judge)) {}

  /// Takes units in order until the time has passed, at least one, and finishes them, except those that `is_over`
  /// interrupts.
  std::vector<SearchedUnit> search(std::span<const SearchUnit> units, int jobs, std::chrono::milliseconds time,
                                   const std::function<bool()>& is_over);

  /// Units that ended since the search was made; any thread.
  std::int64_t searched() const { return searched_; }

private:
  std::optional<Restart> restart_of(const SearchUnit& unit, const Judge& judge,
                                    const std::function<bool()>& is_over) const;

  DuelStarts starts_;
  SearchRules rules_;
  std::int64_t seed_;
  MakeJudge make_judge_;
  std::atomic<std::int64_t> searched_ = 0;
};

}  // namespace palio
