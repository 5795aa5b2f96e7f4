#pragma once

#include <array>
#include <set>
#include <vector>

#include "analysis/compare/comparison.h"

namespace palio {

/// Keeps the differences that come first, so many of each kind: memory does not grow with how many there are.
class Differences {
public:
  explicit Differences(std::size_t limit) : limit_(limit) {}

  /// Whether one with this change may belong to those that are kept.
  bool wants(DifferenceKind kind, double change) const;
  void add(Difference difference);

  /// The first ones of all kinds.
  std::vector<Difference> first() const;

private:
  static constexpr std::size_t k_kinds = 4;
  // The largest change first, whatever its sign, then by name.
  struct ComesFirst {
    bool operator()(const Difference& one, const Difference& other) const;
  };
  using Kept = std::multiset<Difference, ComesFirst>;

  Kept& of(DifferenceKind kind) { return kept_.at(static_cast<std::size_t>(kind)); }
  const Kept& of(DifferenceKind kind) const { return kept_.at(static_cast<std::size_t>(kind)); }

  std::size_t limit_;
  std::array<Kept, k_kinds> kept_;
};

}  // namespace palio
