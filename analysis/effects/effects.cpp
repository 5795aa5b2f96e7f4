#include "analysis/effects/effects.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

#include "analysis/effects/explained_shares.h"
#include "analysis/effects/level_means.h"

namespace palio {
namespace {

constexpr double k_no_effect = std::numeric_limits<double>::quiet_NaN();
constexpr double k_effect_rounding = 1e-12;  // of all squares
constexpr std::size_t k_most_cells = 10;     // each way

EffectRow row_of(std::string part, std::string effect) {
  return {.part = std::move(part),
          .effect = std::move(effect),
          .level = {},
          .value = k_no_effect,
          .low = k_no_effect,
          .high = k_no_effect,
          .chance = k_no_effect,
          .note = {}};
}

double percent(double squares, double total) {
  if (!(total > 0)) return k_no_effect;
  return std::abs(squares) <= k_effect_rounding * total ? 0 : 100 * squares / total;
}

// Writes the answer part by part.
class EffectWriter {
public:
  EffectWriter(const EffectDesign& design, const EffectResponse& response)
      : design_(design), main_(design), response_(response) {}

  std::vector<EffectRow> rows() && { return std::move(rows_); }

  void response() {
    EffectRow& row = rows_.emplace_back(row_of("response", response_.name));
    row.level = response_.scale == EffectScale::logarithms ? "geometric mean" : "mean";
    row.note = response_.left_out;
    tell_mean(row, overall_mean(design_));
  }

  void shares() {
    const ExplainedShares shares = explain(design_, main_);
    std::vector<EffectRow> axes, interactions;
    for (const ExplainedTerm& term : shares.terms)
      if (!term.other)
        axes.push_back(term_row("axis", term, shares));
      else if (term.freedom > 0 || std::isnan(term.sum_of_squares))
        interactions.push_back(term_row("interaction", term, shares));
    for (std::vector<EffectRow>* part : {&axes, &interactions})
      std::ranges::stable_sort(*part, std::ranges::greater(),
                               [](const EffectRow& row) { return std::isnan(row.value) ? -1 : row.value; });
    rows_.insert(rows_.end(), axes.begin(), axes.end());
    left_out_axes();
    rows_.insert(rows_.end(), interactions.begin(), interactions.end());
    rows_.push_back(share("together", "axes, each by itself", shares.axes_alone, shares.total));
    double sum = 0;
    for (const EffectRow& row : axes) sum += std::isnan(row.value) ? 0 : row.value;
    if (std::abs(sum - rows_.back().value) > 1e-6) rows_.back().note = "unbalanced: shares do not add up";
    rows_.push_back(share("together", "axes and all interactions", shares.axes_together, shares.total));
    rows_.push_back(share("together", "draws within cells", shares.draws, shares.total));
    if (shares.draws.freedom < shares.axes_together.freedom) rows_.back().note = "too few values for each cell";
    components(shares.total);
  }

  void means() {
    for (const LevelMean& mean : level_means(design_, main_)) {
      const DesignAxis& axis = design_.axes()[mean.axis];
      EffectRow& row = rows_.emplace_back(row_of("mean", axis.name));
      row.level = axis.levels[mean.level];
      if (std::isnan(mean.mean)) row.note = "cannot be separated from the other axes";
      tell_mean(row, mean);
    }
  }

  void cells() {
    for (const LevelMean& cell : differing_cells(design_, k_most_cells)) {
      EffectRow& row = rows_.emplace_back(row_of("cell", names(cell.axis, cell.other)));
      row.level = design_.axes()[cell.axis].levels[cell.level];
      if (cell.other) row.level += ", " + design_.axes()[*cell.other].levels[cell.other_level];
      tell_mean(row, cell);
    }
  }

private:
  double shown(double value) const { return response_.scale == EffectScale::logarithms ? std::exp(value) : value; }

  void tell_mean(EffectRow& row, const LevelMean& mean) const {
    row.value = shown(mean.mean);
    row.low = shown(mean.mean - mean.margin);
    if (row.low < response_.least) row.low = std::min(response_.least, row.value);
    row.high = shown(mean.mean + mean.margin);
    if (row.high > response_.most) row.high = std::max(response_.most, row.value);
    row.cases = mean.cases;
  }

  std::string names(std::size_t axis, std::optional<std::size_t> other) const {
    const std::string& name = design_.axes()[axis].name;
    return other ? fmt::format("{} x {}", name, design_.axes()[*other].name) : name;
  }

  static EffectRow share(std::string part, std::string effect, const ExplainedTerm& term, double total) {
    EffectRow row = row_of(std::move(part), std::move(effect));
    row.freedom = term.freedom;
    row.value = percent(term.sum_of_squares, total);
    return row;
  }

  EffectRow term_row(std::string part, const ExplainedTerm& term, const ExplainedShares& shares) const {
    EffectRow row = share(std::move(part), names(term.axis, term.other), term, shares.total);
    row.chance = percent(static_cast<double>(term.freedom) * shares.rest_mean_square, shares.total);
    if (std::isnan(term.sum_of_squares)) {
      row.freedom = EffectRow::k_no_count;
      row.chance = k_no_effect;
      row.note = "has more than 1,000 combinations";
    } else if (term.freedom == 0) {
      row.value = row.chance = k_no_effect;
      row.note = "cannot be separated from the other axes";
    }
    return row;
  }

  void left_out_axes() {
    for (const auto& [name, reason] : design_.left_out()) rows_.emplace_back(row_of("axis", name)).note = reason;
  }

  // Relative to the variance of all values; an estimate below 0 has no share.
  void components(double total) {
    const double variance = total / static_cast<double>(design_.rows().size() - 1);
    const std::vector<DrawComponent> components = draw_components(design_);
    for (const DrawComponent& component : components)
      rows_.emplace_back(row_of("draws", component.source)).value =
          percent(std::max(component.variance, 0.0), variance);
    for (const DrawComponent& component : components)
      rows_.emplace_back(row_of("variance", component.source)).value = component.variance;
  }

  const EffectDesign& design_;
  MainEffects main_;
  const EffectResponse& response_;
  std::vector<EffectRow> rows_;
};

}  // namespace

std::vector<EffectRow> effect_rows(EffectResponse response, const CampaignNames& names) {
  if (response.values.empty() && response.left_out.empty()) return {};
  if (response.values.empty()) {
    EffectRow row = row_of("response", response.name);
    row.cases = 0;
    row.note = response.left_out;
    return {row};
  }
  const EffectDesign design(std::move(response.values), names);
  EffectWriter writer(design, response);
  writer.response();
  writer.shares();
  writer.means();
  if (response.cells == EffectCells::differing) writer.cells();
  return std::move(writer).rows();
}

}  // namespace palio
