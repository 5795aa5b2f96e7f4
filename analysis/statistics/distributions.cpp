#include "analysis/statistics/distributions.h"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <cstdint>

namespace palio {
namespace {

const boost::math::normal_distribution<double> k_normal;

// P(range <= q): the smallest of the variables is at z, the others lie in [z, z + q].
double range_probability(double q, int count) {
  const auto density = [&](double z) {
    const double between = cdf(k_normal, z + q) - cdf(k_normal, z);
    return count * pdf(k_normal, z) * std::pow(between, count - 1);
  };
  constexpr double beyond = 9;  // standard deviations: a tail of 1e-19
  return boost::math::quadrature::gauss_kronrod<double, 61>::integrate(density, -beyond, beyond, 10, 1e-12);
}

}  // namespace

double student_quantile(double level, double degrees_of_freedom) {
  const boost::math::students_t_distribution<double> student(degrees_of_freedom);
  return quantile(complement(student, (1 - level) / 2));
}

double normal_quantile(double level) { return quantile(complement(k_normal, (1 - level) / 2)); }

double normal_two_sided(double z) { return 2 * cdf(complement(k_normal, std::abs(z))); }

double student_two_sided(double t, double degrees_of_freedom) {
  return 2 * cdf(complement(boost::math::students_t_distribution<double>(degrees_of_freedom), t));
}

double chi_squared_tail(double x, double degrees_of_freedom) {
  return cdf(complement(boost::math::chi_squared_distribution<double>(degrees_of_freedom), x));
}

double normal_range_quantile(double level, int count) {
  const auto missing = [&](double q) { return range_probability(q, count) - level; };
  std::uintmax_t steps = 100;
  const auto [low, high] =
      boost::math::tools::toms748_solve(missing, 0.0, 40.0, boost::math::tools::eps_tolerance<double>(40), steps);
  return (low + high) / 2;
}

}  // namespace palio
