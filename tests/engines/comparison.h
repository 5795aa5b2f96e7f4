#pragma once

#include <functional>
#include <string>
#include <vector>

namespace palio::test {

/// What an engine is asked for: all results of a simulation, as numbers.
using Simulate = std::function<std::vector<double>()>;

/// One simulation by either engine. Refers to its inputs.
struct Simulations {
  std::string name;
  Simulate simgrid;  // once per process
  Simulate fluid;
};

/// The comparison of two engines' results.
struct Comparison {
  int simulations = 0;
  int numbers = 0;         // dates and all other results
  int not_equal = 0;       // not the same bits
  double largest = 0;      // difference, relative to the larger number
  std::string worst = {};  // simulation and number; or why there is nothing to compare

  void add(const Comparison& other);
};

/// SimGrid has a separate process. Engines that throw the same message agree; if only one throws, the difference is
/// infinite.
Comparison compare_engines(const Simulations& simulations);

}  // namespace palio::test
