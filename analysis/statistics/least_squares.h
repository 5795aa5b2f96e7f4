#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace palio {

/// The normal equations X'X b = X'y of least squares. Columns of X that depend linearly on those before them are
/// ignored, so every level of an axis may have one.
class NormalEquations {
public:
  explicit NormalEquations(std::size_t columns) : size_(columns), products_(columns * columns), right_(columns) {}

  /// An element of X'X: only those at or left of the diagonal count.
  double& product(std::size_t row, std::size_t column) { return products_[row * size_ + column]; }
  /// An element of X'y.
  double& right(std::size_t row) { return right_[row]; }

  /// Call once, after filling everything in and before calling the members below.
  void eliminate();

  struct Explained {
    double sum_of_squares = 0;
    std::int64_t freedom = 0;  // columns that do not depend on those before them
  };
  /// The part of y that the columns from `first` on explain beyond those before them.
  Explained explained_from(std::size_t first) const;

  /// h with X'X h = c: X h are the weights of y in the estimate of c'b. Nothing if the data do not determine c'b.
  std::optional<std::vector<double>> solve(std::vector<double> c) const;
  /// A solution b: 0 for columns that depend on those before them.
  std::vector<double> solution() const { return solve_upper(right_); }

private:
  double at(std::size_t row, std::size_t column) const { return products_[row * size_ + column]; }
  std::vector<double> solve_upper(std::vector<double> c) const;

  std::size_t size_;
  std::vector<double> products_;  // then L below the diagonal of L D L'
  std::vector<double> right_;     // then L^-1 X'y
  std::vector<double> pivots_;    // D; 0: the column depends on those before it
};

}  // namespace palio
