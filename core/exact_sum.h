#pragma once

#include <array>
#include <memory>
#include <vector>

namespace palio {

/// A sum of doubles without rounding, so that their order does not matter, stored as non-overlapping parts (Shewchuk,
/// Discrete and Computational Geometry 18(3), 1997). Infinities add up as in IEEE 754, one of each sign to NaN.
class ExactSum {
public:
  ExactSum() = default;
  ~ExactSum() = default;
  ExactSum(const ExactSum& other);
  ExactSum(ExactSum&& other) noexcept = default;
  ExactSum& operator=(const ExactSum& other) { return *this = ExactSum(other); }
  ExactSum& operator=(ExactSum&& other) noexcept = default;

  void add(double value);
  void add(const ExactSum& other);
  /// Adds x times y without rounding, unless the product is too large or too small for a double.
  void add_product(double x, double y);

  /// The double nearest to the sum, ties to even; infinite beyond the largest double.
  double rounded() const;
  /// Doubles whose exact sum is the total, each the rounded remainder after those before it; the same for equal sums.
  std::vector<double> parts() const;

private:
  static constexpr std::size_t k_few = 3;  // values of similar size need two, seldom three

  // Members that most sums do not need.
  struct More {
    std::vector<double> parts;  // all of them, if there are more than k_few
    std::vector<double> huge;   // parts of the sum of huge values, scaled down so that nothing overflows
    double infinite = 0;        // sum of the values that are not finite
  };

  More& more();
  void add_unusual(double value);
  std::vector<double> ordinary() const;

  std::array<double, k_few> few_{};  // from the least; 0 is no part
  std::unique_ptr<More> more_;
};

}  // namespace palio
