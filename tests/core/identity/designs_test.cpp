#include "core/identity/designs.h"

#include <gtest/gtest.h>

#include <set>

namespace palio {
namespace {

const std::vector<std::string> k_dimensions{"tasks", "width", "density"};

// How many of `parts` equal parts of a dimension have a point.
std::size_t parts_with_points(const std::vector<std::vector<double>>& points, std::size_t dimension, double parts) {
  std::set<int> found;
  for (const std::vector<double>& point : points) found.insert(static_cast<int>(point[dimension] * parts));
  return found.size();
}

TEST(Designs, LatinHypercubesAndSobolHaveAPointInEachPart) {
  for (const std::uint64_t seed : {1U, 2U, 3U})
    for (const std::size_t dimension : {0U, 1U, 2U}) {
      EXPECT_EQ(parts_with_points(spread_points(Spread::latin_hypercube, 50, k_dimensions, seed), dimension, 50), 50U);
      EXPECT_EQ(parts_with_points(spread_points(Spread::sobol, 64, k_dimensions, seed), dimension, 64), 64U);
    }
  // Independent draws leave about 1/e of the parts empty.
  EXPECT_LT(parts_with_points(spread_points(Spread::random, 64, k_dimensions, 1), 0, 64), 55U);
}

// A net in two dimensions: each of 8 x 8 boxes has one of 64 points.
TEST(Designs, SobolFillsTwoDimensions) {
  std::set<std::pair<int, int>> boxes;
  for (const std::vector<double>& point : spread_points(Spread::sobol, 64, k_dimensions, 7))
    boxes.emplace(static_cast<int>(8 * point[0]), static_cast<int>(8 * point[1]));
  EXPECT_EQ(boxes.size(), 64U);
}

TEST(Designs, MorePointsBeginWithFewer) {
  for (const Spread spread : {Spread::random, Spread::sobol}) {
    const auto few = spread_points(spread, 10, k_dimensions, 5), many = spread_points(spread, 100, k_dimensions, 5);
    for (std::size_t i = 0; i < few.size(); ++i) EXPECT_EQ(few[i], many[i]);
  }
}

TEST(Designs, AnotherDimensionLeavesTheOthersAlone) {
  const std::vector<std::string> two{"tasks", "width"};
  for (const Spread spread : {Spread::random, Spread::latin_hypercube, Spread::sobol}) {
    const auto with = spread_points(spread, 20, k_dimensions, 5), without = spread_points(spread, 20, two, 5);
    for (std::size_t i = 0; i < with.size(); ++i) EXPECT_EQ((std::vector<double>{with[i][0], with[i][1]}), without[i]);
  }
}

TEST(Designs, SeedsDiffer) {
  for (const Spread spread : {Spread::random, Spread::latin_hypercube, Spread::sobol}) {
    EXPECT_NE(spread_points(spread, 5, k_dimensions, 1), spread_points(spread, 5, k_dimensions, 2));
    for (const std::vector<double>& point : spread_points(spread, 200, k_dimensions, 3))
      for (const double coordinate : point) {
        EXPECT_GE(coordinate, 0);
        EXPECT_LT(coordinate, 1);
      }
  }
}

}  // namespace
}  // namespace palio
