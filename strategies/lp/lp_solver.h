#pragma once

#include <span>

#include "strategies/lp/linear_program.h"

namespace palio {

/// A linear program as a solver takes it: columns of a sparse matrix, `start` has one entry more than there are
/// columns.
struct LpMatrix {
  std::span<const int> start, row;
  std::span<const double> coefficient;
  std::span<const double> lower, upper, cost;  // of the variables
  std::span<const double> row_lower, row_upper;
};

/// What LinearProgram asks of a solver; one program each.
class LpSolver {
public:
  virtual ~LpSolver() = default;

  virtual void set_variable_bounds(int variable, double lower, double upper) = 0;
  virtual void set_row_bounds(int row, double lower, double upper) = 0;
  virtual void set_cost(int variable, double cost) = 0;

  /// From the last basis; `from_dual`: it is dual feasible.
  virtual LpStatus solve(const LpLimits& limits, bool from_dual) = 0;

  /// Of the last solution.
  virtual std::span<const double> values() const = 0;
  virtual int iterations() const = 0;
};

}  // namespace palio

/// What libpalio_clp.so is asked for; the caller owns the solver.
extern "C" palio::LpSolver* palio_new_clp_solver(const palio::LpMatrix& matrix);
