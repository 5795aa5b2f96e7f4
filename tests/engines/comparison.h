#pragma once

#include <functional>
#include <string>
#include <vector>

namespace palio::test {

/// What is asked of an engine: everything that it says of a simulation, in numbers.
using Simulate = std::function<std::vector<double>()>;

/// One simulation by either engine. Refers to what it was made from.
struct Simulations {
  std::string name;
  Simulate simgrid;  // once per process
  Simulate fluid;
};

/// What two engines say, held against each other.
struct Comparison {
  int simulations = 0;
  int numbers = 0;         // dates, and whatever else is told
  int not_equal = 0;       // not the same bits
  double largest = 0;      // difference, relative to the larger number
  std::string worst = {};  // simulation and number; or why there is nothing to compare

  void add(const Comparison& other);
};

/// SimGrid has a process of its own. Engines that throw the same message agree; one that throws alone is infinitely far
/// from the other.
Comparison compare_engines(const Simulations& simulations);

}  // namespace palio::test
