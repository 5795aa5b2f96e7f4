#include "strategies/lp/linear_program.h"

#include <dlfcn.h>

#include <array>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <numeric>

#include "core/shortage.h"

namespace palio {
namespace {

double cpu_clock() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

constexpr const char* k_library = "libpalio_clp.so";  // next to the programs
constexpr const char* k_entry = "palio_new_clp_solver";

using Entry = decltype(&palio_new_clp_solver);

// Never closed: the code of solvers still in use is in it.
Entry load_entry() {
  // By its full path: under a sanitizer dlopen may be the sanitizer's, with another run path.
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe").replace_filename(k_library);
  errno = 0;
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* entry = library == nullptr ? nullptr : dlsym(library, k_entry);
  if (entry == nullptr) {
    const Resource lacking = lacking_resource(errno).value_or(Resource::solver);
    throw Shortage(lacking, dlerror());
  }
  return reinterpret_cast<Entry>(entry);
}

// COIN-OR CLP. The first program loads its library and the eight libraries that it needs, so that palio and workers
// without linear programs start without them.
std::unique_ptr<LpSolver> make_clp_solver(const LpMatrix& matrix) {
  static const Entry entry = load_entry();
  return std::unique_ptr<LpSolver>(entry(matrix));
}

}  // namespace

std::string_view to_word(LpStatus status) {
  constexpr auto words = std::to_array<std::string_view>({"optimal", "infeasible", "unbounded", "limit", "other"});
  return words[static_cast<std::size_t>(status)];
}

LinearProgram::LinearProgram(const LpLimits& limits) : limits_(limits) {}
LinearProgram::LinearProgram(LinearProgram&&) noexcept = default;
LinearProgram& LinearProgram::operator=(LinearProgram&&) noexcept = default;
LinearProgram::~LinearProgram() = default;

int LinearProgram::add_variable(double lower, double upper, double cost) {
  solver_.reset();
  lower_.push_back(lower);
  upper_.push_back(upper);
  cost_.push_back(cost);
  return variables() - 1;
}

int LinearProgram::add_row(double lower, double upper, std::span<const LpTerm> terms) {
  solver_.reset();
  row_lower_.push_back(lower);
  row_upper_.push_back(upper);
  for (const LpTerm& term : terms) entries_.push_back({rows() - 1, term.variable, term.coefficient});
  return rows() - 1;
}

void LinearProgram::set_variable_bounds(int variable, double lower, double upper) {
  lower_[variable] = lower;
  upper_[variable] = upper;
  if (solver_) solver_->set_variable_bounds(variable, lower, upper);
}

void LinearProgram::set_row_bounds(int row, double lower, double upper) {
  row_lower_[row] = lower;
  row_upper_[row] = upper;
  if (solver_) solver_->set_row_bounds(row, lower, upper);
}

void LinearProgram::set_cost(int variable, double cost) {
  cost_[variable] = cost;
  is_dual_feasible_ = false;
  if (solver_) solver_->set_cost(variable, cost);
}

LpStatus LinearProgram::solve() {
  const double begin = cpu_clock();
  if (!solver_) load();
  const LpStatus status = solver_->solve(limits_, is_dual_feasible_);
  is_dual_feasible_ = is_dual_feasible_ || status == LpStatus::optimal;
  values_.assign(solver_->values().begin(), solver_->values().end());
  iterations_ = solver_->iterations();
  cpu_time_ = cpu_clock() - begin;
  return status;
}

// Makes the column-wise matrix that solvers take.
void LinearProgram::load() {
  std::vector<int> start(variables() + 1, 0);
  for (const Entry& entry : entries_) ++start[entry.variable + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<int> next(start.begin(), start.end() - 1);
  std::vector<int> row(entries_.size());
  std::vector<double> coefficient(entries_.size());
  for (const Entry& entry : entries_) {
    const int slot = next[entry.variable]++;
    row[slot] = entry.row;
    coefficient[slot] = entry.coefficient;
  }
  solver_ = make_clp_solver({start, row, coefficient, lower_, upper_, cost_, row_lower_, row_upper_});
  is_dual_feasible_ = slacks_are_dual_feasible();
}

// With all slacks in the basis, reduced costs equal costs: each must hold its variable at a finite bound.
bool LinearProgram::slacks_are_dual_feasible() const {
  for (int i = 0; i < variables(); ++i)
    if ((cost_[i] > 0 && lower_[i] <= -k_lp_infinity) || (cost_[i] < 0 && upper_[i] >= k_lp_infinity)) return false;
  return true;
}

}  // namespace palio
