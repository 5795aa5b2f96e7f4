#include "strategies/lp/linear_program.h"

#include <algorithm>
#include <array>
#include <coin/ClpFactorization.hpp>
#include <coin/ClpSimplex.hpp>
#include <ctime>
#include <numeric>

namespace palio {
namespace {

double cpu_clock() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

LpStatus status_of(const ClpSimplex& model) {
  switch (model.status()) {
    case 0: return LpStatus::optimal;
    case 1: return LpStatus::infeasible;
    case 2: return LpStatus::unbounded;
    case 3: return LpStatus::limit;
    default: return LpStatus::other;
  }
}

void run(ClpSimplex& model, bool from_dual) {
  if (from_dual)
    model.dual();
  else
    model.primal();
}

// The scaled program is solved, but the program itself is not quite.
bool is_blurred_by_scaling(const ClpSimplex& model) {
  return model.status() == 0 && model.secondaryStatus() >= 2 && model.secondaryStatus() <= 4;
}

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

std::string_view to_word(LpStatus status) {
  constexpr std::array<std::string_view, 5> words{"optimal", "infeasible", "unbounded", "limit", "other"};
  return words[static_cast<std::size_t>(status)];
}

LinearProgram::LinearProgram(const LpLimits& limits) : limits_(limits) {}
LinearProgram::LinearProgram(LinearProgram&&) noexcept = default;
LinearProgram& LinearProgram::operator=(LinearProgram&&) noexcept = default;
LinearProgram::~LinearProgram() = default;

int LinearProgram::add_variable(double lower, double upper, double cost) {
  model_.reset();
  lower_.push_back(lower);
  upper_.push_back(upper);
  cost_.push_back(cost);
  return variables() - 1;
}

int LinearProgram::add_row(double lower, double upper, std::span<const LpTerm> terms) {
  model_.reset();
  row_lower_.push_back(lower);
  row_upper_.push_back(upper);
  for (const LpTerm& term : terms) entries_.push_back({rows() - 1, term.variable, term.coefficient});
  return rows() - 1;
}

void LinearProgram::set_variable_bounds(int variable, double lower, double upper) {
  lower_[at(variable)] = lower;
  upper_[at(variable)] = upper;
  if (model_) model_->setColumnBounds(variable, lower, upper);
}

void LinearProgram::set_row_bounds(int row, double lower, double upper) {
  row_lower_[at(row)] = lower;
  row_upper_[at(row)] = upper;
  if (model_) model_->setRowBounds(row, lower, upper);
}

void LinearProgram::set_cost(int variable, double cost) {
  cost_[at(variable)] = cost;
  is_dual_feasible_ = false;
  if (model_) model_->setObjectiveCoefficient(variable, cost);
}

void LinearProgram::set_coefficient(int row, int variable, double coefficient) {
  const auto entry = std::ranges::find_if(
      entries_, [&](const Entry& known) { return known.row == row && known.variable == variable; });
  entry->coefficient = coefficient;
  is_dual_feasible_ = false;
  if (model_) model_->modifyCoefficient(row, variable, coefficient, true);
}

LpStatus LinearProgram::solve() {
  const double begin = cpu_clock();
  if (!model_) load();
  model_->setMaximumIterations(limits_.iterations);
  model_->setMaximumSeconds(limits_.seconds > 0 ? limits_.seconds : -1);
  run(*model_, is_dual_feasible_);
  iterations_ = model_->numberIterations();
  if (is_blurred_by_scaling(*model_)) {
    model_->scaling(0);
    run(*model_, is_dual_feasible_);
    iterations_ += model_->numberIterations();
  }
  const LpStatus status = status_of(*model_);
  is_dual_feasible_ = is_dual_feasible_ || status == LpStatus::optimal;
  values_.assign(model_->primalColumnSolution(), model_->primalColumnSolution() + variables());
  objective_ = model_->objectiveValue();
  cpu_time_ = cpu_clock() - begin;
  return status;
}

double LinearProgram::value(int variable) const { return values_[at(variable)]; }

double LinearProgram::objective() const { return objective_; }

// Into the column-wise matrix that CLP takes.
void LinearProgram::load() {
  std::vector<CoinBigIndex> start(at(variables()) + 1, 0);
  for (const Entry& entry : entries_) ++start[at(entry.variable) + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<CoinBigIndex> next(start.begin(), start.end() - 1);
  std::vector<int> row(entries_.size());
  std::vector<double> coefficient(entries_.size());
  for (const Entry& entry : entries_) {
    const std::size_t slot = at(next[at(entry.variable)]++);
    row[slot] = entry.row;
    coefficient[slot] = entry.coefficient;
  }
  model_ = std::make_unique<ClpSimplex>();
  model_->setLogLevel(0);
  model_->loadProblem(variables(), rows(), start.data(), row.data(), coefficient.data(), lower_.data(), upper_.data(),
                      cost_.data(), row_lower_.data(), row_upper_.data());
  // The dense code calls LAPACK, whose bits depend on the library that a machine has.
  model_->factorization()->setDenseThreshold(0);
  is_dual_feasible_ = slacks_are_dual_feasible();
}

// With all slacks in the basis, reduced costs are costs: each must hold its variable at a finite bound.
bool LinearProgram::slacks_are_dual_feasible() const {
  for (int i = 0; i < variables(); ++i)
    if ((cost_[at(i)] > 0 && lower_[at(i)] <= -k_lp_infinity) || (cost_[at(i)] < 0 && upper_[at(i)] >= k_lp_infinity))
      return false;
  return true;
}

}  // namespace palio
