#include "core/identity/random_stream.h"

#include <xxhash.h>

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

namespace palio {

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
