#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/identity/parameters.h"

namespace palio {

/// One axis of a block: the values of one parameter, or of several that walk together (zip).
struct Axis {
  std::vector<std::string> names;
  std::vector<std::vector<Value>> rows;  // rows[i][j]: the value of names[j] at step i
};

/// A point matches when every named parameter has one of the listed values; one name in each axis.
using Filter = std::vector<Axis>;

bool matches(const Filter& filter, const Parameters& point);

/// The axes of one [[platform]], [[workload]] or [[strategy]] table.
struct Block {
  std::vector<Axis> axes;  // in the order of the file; the last one varies fastest
  std::vector<Filter> exclude;
  std::vector<Filter> only;  // empty: everything
};

/// Points of one kind that a study may have in all: each takes about 4 kB, and 250,000 platforms still meet 250,000
/// workloads. Fuzzing has no time for that many.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
inline constexpr std::int64_t k_most_points = 1000;
#else
inline constexpr std::int64_t k_most_points = 250'000;
#endif

/// The size of the cross-product, before exclude and only; a double, since it may be any size.
double point_count(const Block& block);

/// The cross-product of the axes without the excluded points, in order.
std::vector<Parameters> expand(const Block& block);

}  // namespace palio
