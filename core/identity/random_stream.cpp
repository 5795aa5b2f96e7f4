#include "core/identity/random_stream.h"

#include <xxhash.h>

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

namespace palio {
namespace {

// ln 2 as a number with few bits, whose product with an exponent is exact, and the remainder.
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

Recipe drawn_part(const Recipe& recipe, std::span<const ParameterSpec> specs) {
  Recipe drawn{recipe.name, {}};
  for (const auto& [parameter, value] : recipe.parameters) {
    const auto spec = std::ranges::find(specs, parameter, &ParameterSpec::name);
    if (spec == specs.end() || spec->draw_role == DrawRole::shapes_draws) drawn.parameters.emplace(parameter, value);
  }
  return drawn;
}

std::uint64_t stream_seed(const Recipe& recipe, std::span<const ParameterSpec> specs, std::string_view name) {
  return hash64(canonical_text(drawn_part(recipe, specs)) + '#' + std::string(name), 0);
}

RandomStream::RandomStream(const Recipe& recipe, std::span<const ParameterSpec> specs, std::string_view name)
    : RandomStream(stream_seed(recipe, specs, name)) {}

double RandomStream::uniform_real(double low, double high) {
  if (low == high) return low;
  return boost::random::uniform_real_distribution<double>(low, high)(engine_);
}

std::int64_t RandomStream::uniform_integer(std::int64_t low, std::int64_t high) {
  return boost::random::uniform_int_distribution<std::int64_t>(low, high)(engine_);
}

double RandomStream::normal() {
  while (true) {
    const double x = uniform_real(-1, 1);
    const double y = uniform_real(-1, 1);
    const double square = x * x + y * y;
    if (square > 0 && square < 1) return x * std::sqrt(-2 * portable_log(square) / square);
  }
}

std::uint64_t hash64(std::string_view text, std::uint64_t seed) {
  return XXH3_64bits_withSeed(text.data(), text.size(), seed);
}

}  // namespace palio
