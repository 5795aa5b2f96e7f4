#include "strategies/bags/cbs3m/stretch_search.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "strategies/bags/cbs3m/fluid_problem.h"
#include "strategies/bags/dedicated_rate.h"
#include "strategies/bags/lp_outcome.h"
#include "strategies/model/strategy.h"

namespace palio {
namespace {

constexpr double k_merge = 1e-7;         // of the whole time: epochs closer than that are one
constexpr double k_exact_merge = 1e-12;  // in a linear program over stretches: but for rounding
constexpr double k_largest_stretch = 1e9;

[[noreturn]] void fail_at(double stretch) {
  throw NoSchedule(fmt::format(
      "no stretch up to {} is feasible: sizes or dates of the applications are too many orders of magnitude "
      "apart for linear programs",
      stretch));
}

// Asks for one stretch after the other, and keeps the linear program as long as epochs come in the same order.
class FeasibilityTests {
public:
  FeasibilityTests(const FluidProblem& problem, BagPolicy::LpUse& use) : problem_(problem), use_(use) {}

  bool operator()(double stretch) {
    Epochs epochs = epochs_at(problem_, stretch, k_merge);
    if (!program_ || !have_same_order(program_->epochs(), epochs))
      program_.emplace(problem_, std::move(epochs), FluidGoal::feasible);
    return has_solution(program_->solve_at(stretch), program_->program(), use_);
  }

private:
  const FluidProblem& problem_;
  BagPolicy::LpUse& use_;
  std::optional<FluidProgram> program_;
};

// The upper end of an interval no longer than `precision` times it, at which the problem is feasible.
double bisected(FeasibilityTests& feasible, double low, double high, double precision) {
  while (high - low > precision * low) {
    const double middle = low + (high - low) / 2;
    (feasible(middle) ? high : low) = middle;
  }
  return high;
}

double bisected_stretch(const FluidProblem& problem, double precision, BagPolicy::LpUse& use) {
  FeasibilityTests feasible(problem, use);
  double low = least_stretch_bound(problem);
  if (low <= 1 && feasible(low)) return low;
  double high = 2 * low;
  for (; !feasible(high); high *= 2) {
    if (high > k_largest_stretch) fail_at(high);
    low = high;
  }
  return bisected(feasible, low, high, precision);
}

// The number of infeasible stretches at the beginning of an increasing list.
std::size_t infeasible_count(const std::vector<double>& stretches, FeasibilityTests& feasible) {
  std::size_t low = 0;
  std::size_t high = stretches.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (feasible(stretches[middle]))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

}  // namespace

FluidPlan plan_by_bisection(const FluidProblem& problem, double precision, BagPolicy::LpUse& use, FluidGoal goal) {
  const double stretch = bisected_stretch(problem, precision, use);
  // Two programs with other variables may differ on a stretch within their tolerance of the least one.
  for (const double margin : {0.0, 1e-6, 1e-5}) {
    const double enough = stretch * (1 + margin);
    FluidProgram program(problem, epochs_at(problem, enough, k_merge), goal);
    if (has_solution(program.solve_at(enough), program.program(), use)) return program.plan(enough);
  }
  throw NoSchedule(fmt::format("a stretch of {} is feasible, but has no plan", stretch));
}

double least_stretch(const FluidProblem& problem, BagPolicy::LpUse& use) {
  FeasibilityTests feasible(problem, use);
  const double least = least_stretch_bound(problem);
  if (least <= 1 && feasible(least)) return least;
  const std::vector<double> critical = critical_stretches(problem, least);
  const std::size_t below = infeasible_count(critical, feasible);
  const double low = below == 0 ? least : critical[below - 1];
  const double high = below == critical.size() ? k_largest_stretch : critical[below];
  const double between = below == critical.size() ? 2 * low : low + (high - low) / 2;
  FluidProgram program(problem, epochs_at(problem, between, k_exact_merge), FluidGoal::least_stretch);
  if (has_solution(program.solve_between(low, high), program.program(), use)) return program.stretch();
  // The tolerance of the tests at both ends, seen from one side: the optimum is at an end.
  if (below == critical.size()) fail_at(high);
  return bisected(feasible, low, high, k_merge);
}

double offline_optimum(const Star& star, const BagBatch& batch, BagPolicy::LpUse* use) {
  BagPolicy::LpUse own;
  return least_stretch(offline_problem(star, dated(batch, star)), use != nullptr ? *use : own);
}

}  // namespace palio
