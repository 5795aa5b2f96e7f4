#include "core/identity/designs.h"

#include <boost/random/sobol.hpp>
#include <numeric>
#include <utility>

#include "core/identity/random_stream.h"

namespace palio {
namespace {

std::vector<double> independent(std::size_t count, std::uint64_t seed) {
  RandomStream draws(seed);
  std::vector<double> coordinates;
  for (std::size_t i = 0; i < count; ++i) coordinates.push_back(draws.uniform_real(0, 1));
  return coordinates;
}

std::vector<double> one_in_each_part(std::size_t count, std::uint64_t seed) {
  RandomStream draws(seed);
  std::vector<std::size_t> parts(count);
  std::iota(parts.begin(), parts.end(), 0U);
  for (std::size_t left = count; left > 1; --left)
    std::swap(parts[left - 1],
              parts[static_cast<std::size_t>(draws.uniform_integer(0, static_cast<std::int64_t>(left) - 1))]);
  std::vector<double> coordinates;
  for (const std::size_t part : parts)
    coordinates.push_back((static_cast<double>(part) + draws.uniform_real(0, 1)) / static_cast<double>(count));
  return coordinates;
}

// The engine leaves out the first point, 0 in all dimensions: without it 2^k points are not one in each part.
std::vector<std::vector<double>> sobol(std::size_t count, std::span<const std::uint64_t> shifts) {
  boost::random::sobol engine(shifts.size());
  std::vector<std::vector<double>> points(count);
  for (std::size_t i = 0; i < count; ++i)
    for (const std::uint64_t shift : shifts) {
      const std::uint64_t bits = (i == 0 ? 0 : engine()) ^ shift;
      points[i].push_back(static_cast<double>(bits >> 11U) * 0x1p-53);
    }
  return points;
}

}  // namespace

std::vector<std::vector<double>> spread_points(Spread spread, std::size_t count,
                                               std::span<const std::string> dimensions, std::uint64_t seed) {
  std::vector<std::uint64_t> seeds;
  for (const std::string& dimension : dimensions) seeds.push_back(hash64("design " + dimension, seed));
  if (spread == Spread::sobol) return sobol(count, seeds);
  std::vector<std::vector<double>> points(count);
  for (const std::uint64_t own : seeds) {
    const std::vector<double> coordinates =
        spread == Spread::random ? independent(count, own) : one_in_each_part(count, own);
    for (std::size_t i = 0; i < count; ++i) points[i].push_back(coordinates[i]);
  }
  return points;
}

}  // namespace palio
