#include "analysis/effects/draw_table.h"

namespace palio {
namespace {

constexpr double k_interval_level = 0.95;

}  // namespace

DrawTable::DrawTable(const EffectDesign& design, std::size_t estimates) : estimates_(estimates) {
  const auto prepare = [&](Side& side, std::size_t draws) {
    side.sums.resize(draws * estimates);
    side.used.resize(draws * estimates);
    side.kinds.resize(draws);
  };
  prepare(platforms_, design.platform_draws());
  prepare(workloads_, design.workload_draws());
}

void DrawTable::add(Side& side, Draws::Place place, std::size_t estimate, double part) const {
  if (place.draw == Draws::k_fixed) return;
  const auto draw = static_cast<std::size_t>(place.draw);
  side.sums[draw * estimates_ + estimate] += part;
  side.used[draw * estimates_ + estimate] = true;
  side.kinds[draw] = place.kind;
}

void DrawTable::add(const DesignRow& row, std::size_t estimate, double part) {
  add(platforms_, row.platform, estimate, part);
  add(workloads_, row.workload, estimate, part);
}

DrawVariance DrawTable::variance(const Side& side, std::size_t estimate) const {
  std::vector<DrawSum> sums;
  for (std::size_t draw = 0; draw < side.kinds.size(); ++draw)
    if (side.used[draw * estimates_ + estimate])
      sums.push_back({.kind = side.kinds[draw], .sum = side.sums[draw * estimates_ + estimate]});
  return variance_between(sums);
}

double DrawTable::margin(std::size_t estimate) const {
  return draws_margin(variance(platforms_, estimate), variance(workloads_, estimate), k_interval_level);
}

}  // namespace palio
