#include "analysis/compare/differences.h"

#include <iterator>
#include <utility>

#include "analysis/compare/relative_change.h"

namespace palio {

bool Differences::ComesFirst::operator()(const Difference& one, const Difference& other) const {
  if (is_larger_change(one.change, other.change)) return true;
  if (is_larger_change(other.change, one.change)) return false;
  return one.scenario < other.scenario;
}

bool Differences::wants(DifferenceKind kind, double change) const {
  if (of(kind).size() < limit_) return true;
  return limit_ > 0 && !is_larger_change(of(kind).rbegin()->change, change);
}

void Differences::add(Difference difference) {
  Kept& kept = of(difference.kind);
  kept.insert(std::move(difference));
  if (kept.size() > limit_) kept.erase(std::prev(kept.end()));
}

std::vector<Difference> Differences::first() const {
  std::vector<Difference> all;
  for (const Kept& kept : kept_) all.insert(all.end(), kept.begin(), kept.end());
  if (all.size() > limit_) all.resize(limit_);
  return all;
}

}  // namespace palio
