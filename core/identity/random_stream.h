#pragma once

#include <algorithm>
#include <boost/random/mersenne_twister.hpp>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/identity/canonical.h"

namespace palio {

// Functions of the C library may differ in the last bit between machines, but draws must not. These use only additions,
// multiplications and divisions, in a fixed order, and so give the same bits wherever doubles are IEEE 754.

/// e^x with a relative error below 1e-15, for |x| <= 700.
double portable_exp(double x);

/// Natural logarithm of a positive number that is not subnormal, within 1e-15 (relatively where it exceeds 1).
double portable_log(double x);

/// A named stream of random draws, reproducible from a recipe alone and equal on every machine:
/// MT19937-64 seeded by the hash of the recipe's drawn parameters and the stream's name
/// (no std distribution: their results differ between libraries). A draw from a range of one value does not advance it.
/// One thread.
class RandomStream {
public:
  /// `name` separates the independent draws of one recipe: "shape", "costs", "speeds".
  RandomStream(const Recipe& recipe, std::span<const ParameterSpec> specs, std::string_view name);
  explicit RandomStream(std::uint64_t seed) : engine_(seed) {}

  /// Uniform real in [low, high).
  double uniform_real(double low, double high);
  /// Uniform integer in [low, high], both included.
  std::int64_t uniform_integer(std::int64_t low, std::int64_t high);
  /// Normal with mean 0 and deviation 1, by Marsaglia's polar method (SIAM Review 6(3), 1964): pairs of reals in
  /// [-1, 1) until one lies in the unit circle. No function whose last bit depends on a library.
  double normal();

private:
  boost::random::mt19937_64 engine_;
};

/// One of the values of a list (read_list), each with the same chance.
template <class Type>
const Type& draw_from(const std::vector<Value>& values, RandomStream& stream) {
  const auto last = static_cast<std::int64_t>(values.size()) - 1;
  return std::get<Type>(values[stream.uniform_integer(0, last)]);
}

/// A normal draw with this mean and deviation, clamped to [least, most].
struct ClippedNormal {
  double mean = 0, deviation = 1;
  double least = 0, most = 0;

  double draw(RandomStream& stream) const { return std::clamp(mean + deviation * stream.normal(), least, most); }
};

/// Weights of the data sets of Coleman, Krishnamachari, arXiv 2403.07120, section IV: of tasks, data, hosts and links.
inline constexpr ClippedNormal k_relative_weight{1, 1.0 / 3, 1e-9, 2};

/// Maps a draw with mean 0 and deviation 1 to the log-normal distribution with that mean and coefficient of variation.
inline double log_normal_of(double normal, double mean, double variation) {
  const double deviation = std::sqrt(portable_log(1 + variation * variation));  // of the logarithm
  return mean * portable_exp(deviation * (normal - deviation / 2));
}

inline double log_normal(double mean, double variation, RandomStream& stream) {
  return log_normal_of(stream.normal(), mean, variation);
}

/// The recipe without the parameters that leave the draws alone: recipes that share it share all their draws.
Recipe drawn_part(const Recipe& recipe, std::span<const ParameterSpec> specs);

/// Seed of the stream (recipe, name): the hash of the canonical text without the parameters that leave the draws alone.
std::uint64_t stream_seed(const Recipe& recipe, std::span<const ParameterSpec> specs, std::string_view name);

/// A 64-bit hash for other deterministic choices (sampling order).
std::uint64_t hash64(std::string_view text, std::uint64_t seed);

}  // namespace palio
