#include "analysis/compare/differences.h"

#include <algorithm>
#include <utility>

#include "analysis/compare/relative_change.h"

namespace palio {
namespace {

bool comes_first(const Difference& one, const Difference& other) {
  if (is_larger_change(one.change, other.change)) return true;
  if (is_larger_change(other.change, one.change)) return false;
  return one.scenario < other.scenario;
}

}  // namespace

bool Differences::wants(DifferenceKind kind, double change) const {
  if (of(kind).size() < limit_) return true;
  return limit_ > 0 && !is_larger_change(of(kind).back().change, change);
}

void Differences::add(Difference difference) {
  std::vector<Difference>& kept = of(difference.kind);
  kept.insert(std::upper_bound(kept.begin(), kept.end(), difference, comes_first), std::move(difference));
  if (kept.size() > limit_) kept.pop_back();
}

std::vector<Difference> Differences::first() const {
  std::vector<Difference> all;
  for (const std::vector<Difference>& kept : kept_) all.insert(all.end(), kept.begin(), kept.end());
  if (all.size() > limit_) all.resize(limit_);
  return all;
}

}  // namespace palio
