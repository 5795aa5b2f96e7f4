#pragma once

#include <boost/random/mersenne_twister.hpp>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/identity/canonical.h"

namespace palio {

/// A named stream of random draws, reproducible from a recipe alone and equal on every machine:
/// MT19937-64 seeded by the hash of the recipe's drawn parameters and the stream's name
/// (no std distribution: their results differ between libraries). One thread.
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

/// The recipe without the parameters that leave the draws alone: recipes that share it share all their draws.
Recipe drawn_part(const Recipe& recipe, std::span<const ParameterSpec> specs);

/// Seed of the stream (recipe, name): the hash of the canonical text without the parameters that leave the draws alone.
std::uint64_t stream_seed(const Recipe& recipe, std::span<const ParameterSpec> specs, std::string_view name);

/// A 64-bit hash for other deterministic choices (sampling order).
std::uint64_t hash64(std::string_view text, std::uint64_t seed);

}  // namespace palio
