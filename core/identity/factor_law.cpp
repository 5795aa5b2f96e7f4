#include "core/identity/factor_law.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/error.h"
#include "core/identity/random_stream.h"

namespace palio {
namespace {

// Of the tables: a draw of 53 bits has |ln(u / (1 - u))| < 36.8.
constexpr int k_steps = 296;      // on each side of 0
constexpr double k_step = 0.125;  // 296 of them are 37
constexpr double k_accuracy = 1e-13;

// Where a table has the value at so many steps from 0.
std::size_t place(int step) { return static_cast<std::size_t>(k_steps) + static_cast<std::size_t>(step); }

constexpr double k_half_log_2_pi = 0x1.d67f1c864beb5p-1;

// ln Gamma(a), a > 0: Stirling's series, from 15 on.
double log_gamma(double a) {
  double product = 1;
  for (; a < 15; a += 1) product *= a;
  const double square = a * a;
  const double series =
      (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - (1.0 / 1680 - 1.0 / 1188 / square) / square) / square) / square) / a;
  return (a - 0.5) * portable_log(a) - a + k_half_log_2_pi + series - portable_log(product);
}

// Of the gamma distribution with scale 1 at x = e^y: ln of the density of y, of the share below and of that above.
class GammaTails {
public:
  explicit GammaTails(double shape) : shape_(shape), log_gamma_(log_gamma(shape)) {}

  struct At {
    double density, below, above;
  };
  At at(double y) const {
    const double x = portable_exp(std::max(y, -700.0));
    const double density = shape_ * y - x - log_gamma_;
    if (x < shape_ + 1) {
      const double below = std::min(density + portable_log(series(x)), 0.0);
      return {density, below, log_of_rest(below)};
    }
    const double above = std::min(density - portable_log(fraction(x)), 0.0);
    return {density, log_of_rest(above), above};
  }

private:
  static double log_of_rest(double logarithm) {
    return portable_log(std::max(1 - portable_exp(std::max(logarithm, -700.0)), 1e-300));
  }

  // The sum of x^k / (a (a + 1) ... (a + k)).
  double series(double x) const {
    double term = 1 / shape_;
    double sum = term;
    for (double k = 1; term > sum * 1e-17; ++k) sum += term *= x / (shape_ + k);
    return sum;
  }

  // The continued fraction of e^x x^-a Gamma(a, x), inverted; Lentz's method.
  double fraction(double x) const {
    double b = x + 1 - shape_;
    double fraction = b;
    double numerator = b;
    double denominator = 0;
    for (int k = 1; k < 100'000; ++k) {
      const double a = k * (shape_ - k);
      b += 2;
      denominator = 1 / (b + a * denominator);
      numerator = b + a / numerator;
      const double factor = numerator * denominator;
      fraction *= factor;
      if (std::abs(factor - 1) < 1e-16) break;
    }
    return fraction;
  }

  double shape_, log_gamma_;
};

// ln of 1 / (1 + e^-t) and its complement, for t >= 0.
struct Shares {
  double larger, smaller;
};
Shares shares(double t) {
  const double tail = portable_exp(-t);
  const double log_all = portable_log(1 + tail);
  return {-log_all, -t - log_all};
}

}  // namespace

// Node by node away from the median, each solved by Newton's method from its neighbour.
FactorLaw::Table FactorLaw::gamma_table(double shape) {
  const GammaTails tails(shape);
  Table table(2 * k_steps + 1);
  const double log_shape = portable_log(shape);
  const auto solve = [&](int step, double y) {
    const auto [larger, smaller] = shares(std::abs(step) * k_step);
    const bool upper = step > 0;
    const double wanted = step == 0 ? larger : smaller;
    double slope = 0;
    for (int i = 0; i < 100; ++i) {
      const GammaTails::At at = tails.at(y);
      const double share = upper ? at.above : at.below;
      const double change = (share - wanted) * portable_exp(std::clamp(share - at.density, -600.0, 600.0));
      y = std::clamp(upper ? y + change : y - change, y - 2 - std::abs(y), y + 2 + std::abs(y));
      slope = portable_exp(std::clamp(larger + smaller - at.density, -600.0, 600.0));
      if (std::abs(change) < k_accuracy * (1 + std::abs(y))) break;
    }
    table[place(step)] = {y - log_shape, slope};
    return y;
  };
  const double median = shape >= 1 ? portable_log(shape) + 3 * portable_log(1 - 1 / (9 * shape))
                                   : (portable_log(0.5) + log_gamma(shape + 1)) / shape;
  const double middle = solve(0, median);
  for (const int direction : {-1, 1}) {
    double y = middle;
    for (int step = 1; step <= k_steps; ++step) {
      const Node& before = table[place(direction * (step - 1))];
      y = solve(direction * step, y + direction * k_step * before.slope);
    }
  }
  return table;
}

// The share beyond z of the normal distribution is half that beyond z^2 / 2 of the gamma distribution of shape 1/2.
FactorLaw::Table FactorLaw::normal_table() {
  const GammaTails tails(0.5);
  Table table(2 * k_steps + 1);
  double z = 0;
  double slope = 0;
  for (int step = 0; step <= k_steps; ++step) {
    const auto [larger, smaller] = shares(step * k_step);
    z += k_step * slope;
    for (int i = 0; i < 100; ++i) {
      const double above = z == 0 ? portable_log(0.5) : portable_log(0.5) + tails.at(portable_log(z * z / 2)).above;
      const double density = -z * z / 2 - k_half_log_2_pi;
      const double change = (above - smaller) * portable_exp(above - density);
      z += change;
      slope = portable_exp(larger + smaller - density);
      if (std::abs(change) < k_accuracy) break;
    }
    table[place(step)] = {z, slope};
    table[place(-step)] = {-z, slope};
  }
  return table;
}

FactorLaw FactorLaw::with_deviation(LawKind kind, double deviation) {
  const std::string_view name = k_law_names[static_cast<std::size_t>(kind)];
  const double most = kind == LawKind::uniform ? k_most_uniform_deviation
                      : kind == LawKind::beta  ? k_most_beta_deviation
                                               : k_most_deviation;
  if (deviation == 0) return {kind, 0};
  if (!(deviation >= k_least_deviation && deviation <= most))
    throw UserError("a deviation of {} is not possible with the law {}: it is 0, or from {} to {}", deviation, name,
                    k_least_deviation, most);
  FactorLaw law(kind, deviation);
  switch (kind) {
    case LawKind::gamma: law.table_ = gamma_table(1 / (deviation * deviation)); break;
    case LawKind::log_normal: law.table_ = normal_table(); break;
    case LawKind::uniform: law.variation_ = deviation * std::sqrt(3.0); break;
    // The mean of Beta(2, 5) is 2/7, its variance 5/196: v = w s / (1 + w m) for a width w.
    case LawKind::beta: law.variation_ = deviation / (std::sqrt(5.0 / 196) - deviation * 2 / 7); break;
  }
  return law;
}

FactorLaw FactorLaw::with_upper(double upper) {
  if (!(upper >= 1 && upper <= 1e6))
    throw UserError("an upper of {} is not possible with the law beta: it is from 1 to 1e6", upper);
  return {LawKind::beta, upper - 1};
}

double FactorLaw::tabulated(double u) const {
  const double bounded = std::clamp(u, 0x1p-53, 1 - 0x1p-53);
  const double at = portable_log(bounded / (1 - bounded)) / k_step + k_steps;
  const auto first = static_cast<std::size_t>(at);
  const double f = at - static_cast<double>(first);
  const Node &low = table_[first], &high = table_[first + 1];
  const double rise = high.value - low.value;
  const double a = low.slope * k_step - rise, b = rise - high.slope * k_step;
  return low.value + f * (rise + (1 - f) * ((1 - f) * a + f * b));
}

namespace {

// The inverse of 1 - (1 - x)^5 (1 + 5 x), the distribution function of Beta(2, 5).
double beta_quantile(double u) {
  double low = 0, high = 1;
  double x = std::min(std::sqrt(u / 15), 0.9);
  for (int i = 0; i < 200; ++i) {
    const double rest = 1 - x, fourth = rest * rest * rest * rest;
    const double excess = (1 - u) - fourth * rest * (1 + 5 * x);  // of the share below x
    (excess > 0 ? high : low) = x;
    const double density = 30 * x * fourth;
    const double next = density > 0 ? x - excess / density : low;
    const double chosen = next > low && next < high ? next : low + (high - low) / 2;
    if (chosen == x || excess == 0) break;
    x = chosen;
  }
  return x;
}

}  // namespace

double FactorLaw::quantile(double u) const {
  if (is_certain()) return 1;
  double factor = 1;
  switch (kind_) {
    case LawKind::gamma: factor = portable_exp(std::clamp(tabulated(u), -600.0, 600.0)); break;
    case LawKind::log_normal: factor = log_normal_of(tabulated(u), 1, variation_); break;
    case LawKind::uniform: factor = 1 + variation_ * (2 * u - 1); break;
    case LawKind::beta: factor = (1 + variation_ * beta_quantile(u)) / (1 + variation_ * 2 / 7); break;
  }
  return std::max(factor, k_least_factor);
}

}  // namespace palio
