#include <coin/ClpFactorization.hpp>
#include <coin/ClpSimplex.hpp>

#include "strategies/lp/linear_program.h"

namespace palio {
namespace {

LpStatus status_of(const ClpSimplex& model) {
  switch (model.status()) {
    case 0: return LpStatus::optimal;
    case 1: return LpStatus::infeasible;
    case 2: return LpStatus::unbounded;
    case 3: return LpStatus::limit;
    default: return LpStatus::other;
  }
}

// The scaled program is solved, but the original one is outside its tolerance.
bool is_blurred_by_scaling(const ClpSimplex& model) {
  return model.status() == 0 && model.secondaryStatus() >= 2 && model.secondaryStatus() <= 4;
}

class ClpSolver : public LpSolver {
public:
  explicit ClpSolver(const LpMatrix& matrix) {
    model_.setLogLevel(0);
    model_.loadProblem(static_cast<int>(matrix.cost.size()), static_cast<int>(matrix.row_lower.size()),
                       matrix.start.data(), matrix.row.data(), matrix.coefficient.data(), matrix.lower.data(),
                       matrix.upper.data(), matrix.cost.data(), matrix.row_lower.data(), matrix.row_upper.data());
    // The dense code calls LAPACK, whose bits depend on the library that a machine has.
    model_.factorization()->setDenseThreshold(0);
  }

  void set_variable_bounds(int variable, double lower, double upper) override {
    model_.setColumnBounds(variable, lower, upper);
  }
  void set_row_bounds(int row, double lower, double upper) override { model_.setRowBounds(row, lower, upper); }
  void set_cost(int variable, double cost) override { model_.setObjectiveCoefficient(variable, cost); }

  LpStatus solve(const LpLimits& limits, bool from_dual) override {
    model_.setMaximumIterations(limits.iterations);
    model_.setMaximumSeconds(limits.seconds > 0 ? limits.seconds : -1);
    run(from_dual);
    iterations_ = model_.numberIterations();
    if (is_blurred_by_scaling(model_)) {
      model_.scaling(0);
      run(from_dual);
      iterations_ += model_.numberIterations();
    }
    return status_of(model_);
  }

  std::span<const double> values() const override {
    return {model_.primalColumnSolution(), static_cast<std::size_t>(model_.numberColumns())};
  }
  int iterations() const override { return iterations_; }

private:
  void run(bool from_dual) {
    if (from_dual)
      model_.dual();
    else
      model_.primal();
  }

  ClpSimplex model_;
  int iterations_ = 0;
};

}  // namespace
}  // namespace palio

palio::LpSolver* palio_new_clp_solver(const palio::LpMatrix& matrix) { return new palio::ClpSolver(matrix); }
