#include "analysis/statistics/least_squares.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace palio {
namespace {

constexpr double k_rank_rounding = 1e-9;  // relative; a column that depends on others leaves less than this

}  // namespace

void NormalEquations::eliminate() {
  pivots_.assign(size_, 0);
  std::vector<double> diagonal(size_);
  for (std::size_t i = 0; i < size_; ++i) diagonal[i] = at(i, i);
  std::vector<double> column(size_);  // before it is divided by the pivot
  for (std::size_t j = 0; j < size_; ++j) {
    const bool follows = at(j, j) <= k_rank_rounding * diagonal[j];
    pivots_[j] = follows ? 0 : at(j, j);
    for (std::size_t i = j + 1; i < size_; ++i) {
      column[i] = follows ? 0 : at(i, j);
      product(i, j) = follows ? 0 : at(i, j) / pivots_[j];
    }
    if (follows) {
      right_[j] = 0;
      continue;
    }
    for (std::size_t i = j + 1; i < size_; ++i) {
      const double factor = at(i, j);
      if (factor == 0) continue;
      for (std::size_t k = j + 1; k <= i; ++k) product(i, k) -= factor * column[k];
      right_[i] -= factor * right_[j];
    }
  }
}

NormalEquations::Explained NormalEquations::explained_from(std::size_t first) const {
  Explained explained;
  for (std::size_t j = first; j < size_; ++j) {
    if (pivots_[j] == 0) continue;
    explained.sum_of_squares += right_[j] * right_[j] / pivots_[j];
    ++explained.freedom;
  }
  return explained;
}

std::optional<std::vector<double>> NormalEquations::solve(std::vector<double> c) const {
  double largest = 0;
  for (const double value : c) largest = std::max(largest, std::abs(value));
  for (std::size_t j = 0; j < size_; ++j) {
    if (pivots_[j] == 0) {
      if (std::abs(c[j]) > k_rank_rounding * largest) return std::nullopt;
      continue;
    }
    for (std::size_t i = j + 1; i < size_; ++i) c[i] -= at(i, j) * c[j];
  }
  return solve_upper(std::move(c));
}

// D L' h = c.
std::vector<double> NormalEquations::solve_upper(std::vector<double> c) const {
  for (std::size_t j = size_; j-- > 0;) {
    c[j] = pivots_[j] == 0 ? 0 : c[j] / pivots_[j];
    for (std::size_t i = j + 1; i < size_; ++i) c[j] -= pivots_[j] == 0 ? 0 : at(i, j) * c[i];
  }
  return c;
}

}  // namespace palio
