#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace palio {

class LpSolver;

enum class LpStatus { optimal, infeasible, unbounded, limit, other };

/// The status as messages name it: "optimal", "infeasible", "unbounded", "limit", "other".
std::string_view to_word(LpStatus status);

/// When a solver gives up. Iterations are the same on every machine, seconds are not.
struct LpLimits {
  int iterations = 1'000'000;
  double seconds = 0;  // CPU time; 0: none
};

/// A coefficient of a row.
struct LpTerm {
  int variable = 0;
  double coefficient = 0;
};

inline constexpr double k_lp_infinity = 1e30;  // as a bound: no bound

/// A linear program to be minimised by the simplex algorithm of COIN-OR CLP. Prints nothing; the same calls give the
/// same bits. Constraints hold within 1e-7, so numbers should be of the order of 1. After a solution, bounds and costs
/// may be changed and the program solved again from the basis found; new variables and rows discard the basis.
class LinearProgram {
public:
  explicit LinearProgram(const LpLimits& limits = {});
  LinearProgram(LinearProgram&&) noexcept;
  LinearProgram& operator=(LinearProgram&&) noexcept;
  ~LinearProgram();

  /// Both return the number of the variable or row, from 0 on.
  int add_variable(double lower, double upper, double cost);
  /// lower <= sum of the terms <= upper; a variable occurs at most once.
  int add_row(double lower, double upper, std::span<const LpTerm> terms);

  void set_variable_bounds(int variable, double lower, double upper);
  void set_row_bounds(int row, double lower, double upper);
  void set_cost(int variable, double cost);

  LpStatus solve();

  int variables() const { return static_cast<int>(cost_.size()); }
  int rows() const { return static_cast<int>(row_lower_.size()); }
  /// The value in the last solution.
  double value(int variable) const { return values_[variable]; }
  int iterations() const { return iterations_; }
  double cpu_time() const { return cpu_time_; }  // s

private:
  struct Entry {
    int row = 0;
    int variable = 0;
    double coefficient = 0;
  };

  void load();
  bool slacks_are_dual_feasible() const;

  LpLimits limits_;
  std::vector<double> lower_, upper_, cost_;
  std::vector<double> row_lower_, row_upper_;
  std::vector<Entry> entries_;
  std::unique_ptr<LpSolver> solver_;  // null until solved, and after a variable or row was added
  bool is_dual_feasible_ = false;     // the basis, as far as we know
  std::vector<double> values_;
  int iterations_ = 0;
  double cpu_time_ = 0;
};

/// A linear program as a solver takes it: the columns of a sparse matrix; `start` has one entry more than columns.
struct LpMatrix {
  std::span<const int> start, row;
  std::span<const double> coefficient;
  std::span<const double> lower, upper, cost;  // of the variables
  std::span<const double> row_lower, row_upper;
};

/// The interface of solvers for LinearProgram; one program each.
class LpSolver {
public:
  LpSolver() = default;
  LpSolver(const LpSolver&) = delete;
  LpSolver& operator=(const LpSolver&) = delete;
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

/// The entry point of libpalio_clp.so; the caller owns the solver.
extern "C" palio::LpSolver* palio_new_clp_solver(const palio::LpMatrix& matrix);
