#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace palio {

/// How points are spread over several dimensions.
enum class Spread { random, latin_hypercube, sobol };

/// `count` points with a coordinate in [0, 1) for each dimension; equal on every machine. The random coordinates of a
/// dimension depend only on its name and the seed.
/// - random: independent draws; fewer points are the first ones of more;
/// - latin_hypercube: in each dimension one point in each of `count` equal parts;
/// - sobol: Sobol's sequence, shifted bit by bit at random; fewer points are the first ones of more. Dimensions are
///   numbered in the order of the names.
std::vector<std::vector<double>> spread_points(Spread spread, std::size_t count,
                                               std::span<const std::string> dimensions, std::uint64_t seed);

}  // namespace palio
