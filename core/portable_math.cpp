#include "core/portable_math.h"

#include <cmath>

namespace palio {
namespace {

// ln 2 as a number of few bits, whose product with an exponent is exact, and what it lacks.
constexpr double k_ln2_high = 0x1.62e42fee00000p-1;
constexpr double k_ln2_low = 0x1.a39ef35793c76p-33;
constexpr double k_half_square_root = 0x1.6a09e667f3bcdp-1;  // of 2

}  // namespace

// e^x = 2^k e^r with |r| <= ln 2 / 2, and e^r by its series: the term of degree 15 is below 1e-19.
double portable_exp(double x) {
  const double k = std::floor(x / (k_ln2_high + k_ln2_low) + 0.5);
  const double r = x - k * k_ln2_high - k * k_ln2_low;
  double sum = 1;
  for (int degree = 14; degree >= 1; --degree) sum = 1 + r * sum / degree;
  return std::ldexp(sum, static_cast<int>(k));
}

// ln(2^k m) = k ln 2 + 2 artanh(t) with t = (m - 1) / (m + 1), |t| < 0.172: the term of t^25 is below 1e-20.
double portable_log(double x) {
  int k = 0;
  double m = std::frexp(x, &k);
  if (m < k_half_square_root) {
    m *= 2;
    --k;
  }
  const double t = (m - 1) / (m + 1);
  double sum = 0;
  for (int degree = 23; degree >= 1; degree -= 2) sum = sum * (t * t) + 1.0 / degree;
  return k * k_ln2_high + (2 * t * sum + k * k_ln2_low);
}

}  // namespace palio
