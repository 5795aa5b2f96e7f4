#pragma once

#include <array>
#include <map>
#include <span>
#include <vector>

#include "strategies/sequential/exact/branches.h"

namespace palio {

/// Branches that have been followed, and those which they make superfluous: with the same tasks placed, A does so to B
/// if A ends no later, no other task may start later, and the starts of A have a smaller sum or are the same. What
/// follows B can follow A at the same dates, and among the optimal schedules that of the least sum of starts is still
/// found, or another one of the same starts.
class KnownBranches {
public:
  explicit KnownBranches(const Branching& branching) : branching_(branching) {}

  /// Whether it is not superfluous; then it is known from now on.
  bool add(const Branch& branch);

private:
  struct Known {
    std::vector<double> dates;   // s: end, then earliest starts by host, hosts alike in one order
    std::vector<double> starts;  // s
    double sum;                  // of the starts
  };

  using Column = std::array<double, k_most_exact_tasks>;  // of a host

  void sort_alike(std::span<Column> columns) const;
  Known known_of(const Branch& branch) const;
  static bool makes_superfluous(const Known& a, const Known& b);

  const Branching& branching_;
  std::map<std::uint32_t, std::vector<Known>> known_;  // by tasks placed
};

}  // namespace palio
