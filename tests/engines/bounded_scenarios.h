#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace palio::test {

/// A completed scenario and what bounds it.
struct BoundedScenario {
  std::string instance;
  std::string_view strategy;
  double ratio = 0;  // makespan / lower bound, or optimum, of the instance, never less than 1
  double proven = std::numeric_limits<double>::infinity();  // what the ratio never exceeds, by the strategy's paper
};
using VisitBounded = std::function<void(const BoundedScenario& scenario)>;

/// Random instances of a kind, by all strategies that take them. Platforms and workloads are drawn from short lists of
/// recipes of every family, or made to be hard (random_scenario.h).
struct BoundedKind {
  std::string_view name;
  void (*visit)(std::uint64_t seed, const VisitBounded& visit);  // one instance
};
std::span<const BoundedKind> bounded_kinds();

}  // namespace palio::test
