#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace palio {

/// How the factors of an uncertain workload are distributed. All have mean 1.
enum class LawKind {
  gamma,       // shape 1/v^2, scale v^2
  log_normal,  // logarithm normal with variance ln(1 + v^2)
  uniform,     // from 1 - v sqrt(3) to 1 + v sqrt(3)
  beta,        // from d to UL d, Beta(2, 5) between: Canon, Jeannot, TPDS 21(4), 2010
};
inline constexpr auto k_law_names =
    std::to_array<std::string_view>({"gamma", "log-normal", "uniform", "beta"});  // as the enum

/// The least and the largest coefficient of variation other than 0, and the largest of two laws.
inline constexpr double k_least_deviation = 1e-3;
inline constexpr double k_most_deviation = 10;
inline constexpr double k_most_uniform_deviation = 0x1.279a74590331cp-1;  // 1/sqrt(3): the least factor is 0
inline constexpr double k_most_beta_deviation = 0.5;                      // UL = 30

/// No factor is smaller, so that every task takes time.
inline constexpr double k_least_factor = 1e-9;

/// A distribution of positive factors with mean 1, by the inverse of its distribution function, so that one uniform
/// draw gives the same quantile under every law. The bits are the same on every machine. Gamma and log-normal quantiles
/// come from a table over ln(u / (1 - u)), interpolated with a relative error below 1e-7 for v up to 1 and 1e-5 for 10;
/// the others are exact to rounding. Safe to share.
class FactorLaw {
public:
  FactorLaw() = default;  // all factors are 1
  /// With this coefficient of variation. 0: the factor is 1. Throws UserError for one that the law cannot have.
  static FactorLaw with_deviation(LawKind kind, double deviation);
  /// The beta law whose largest factor is `upper` (at least 1) times its least.
  static FactorLaw with_upper(double upper);

  /// The factor of which a share u, from 0 to 1, are below.
  double quantile(double u) const;
  /// Whether all factors are 1.
  bool is_certain() const { return variation_ == 0; }

private:
  // Values and slopes over ln(u / (1 - u)), symmetric around 0.
  struct Node {
    double value = 0, slope = 0;
  };
  using Table = std::vector<Node>;

  FactorLaw(LawKind kind, double variation) : kind_(kind), variation_(variation) {}
  static Table gamma_table(double shape);
  static Table normal_table();
  double tabulated(double u) const;

  LawKind kind_ = LawKind::gamma;
  double variation_ = 0;  // half the width of uniform; UL - 1 of beta; else the coefficient of variation
  Table table_;           // gamma: logarithms of factors; log-normal: of the normal distribution
};

}  // namespace palio
