#include "analysis/explore/view_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "analysis/queries/usual_metric.h"
#include "core/error.h"

namespace palio {
namespace {

SqlValue real(double value) { return std::isnan(value) ? SqlValue() : SqlValue(value); }

Figure empty_figure(std::string_view id, std::string title, std::string says, std::string_view kind, ChartAxis x,
                    ChartAxis y) {
  Figure figure;
  figure.head.id = id;
  figure.head.title = std::move(title);
  figure.head.says = std::move(says);
  figure.head.kind = {kind};
  figure.head.x = std::move(x);
  figure.head.y = std::move(y);
  return figure;
}

std::string ratio_title(const ExploredCampaign& campaign, const View& view) {
  return fmt::format("{} of {} / of {}", metric_words(campaign.metric->name), campaign.strategies[view.a].second,
                     campaign.strategies[view.b].second);
}

const std::vector<std::string> k_summary_columns{"y", "low", "high", "instances", "wins", "ties", "losses"};

void add_summary(std::vector<SqlValue>& row, const RatioSummary& of) {
  for (const double value : {of.ratio, of.low, of.high}) row.push_back(real(value));
  for (const std::int64_t count : {of.instances, of.wins, of.ties, of.losses}) row.emplace_back(count);
}

bool is_number(const SqlValue& level) {
  return std::holds_alternative<std::int64_t>(level) || std::holds_alternative<double>(level);
}

// Curves over an axis of numbers, points next to the names of another one; a series for each row.
Figure cells_figure(const ExploredCampaign& campaign, const View& view, const ViewAnswer& found) {
  const std::size_t across = view.columns != View::k_no_axis ? view.columns : view.rows;
  const bool series = view.columns != View::k_no_axis && view.rows != View::k_no_axis;
  const std::vector<SqlValue> none{std::string("all")};
  const auto& levels = across == View::k_no_axis ? none : campaign.axes[across].levels;
  const bool curves = levels.size() > 1 && std::ranges::all_of(levels, is_number);
  const std::string name = across == View::k_no_axis ? "" : campaign.axes[across].name;
  Figure figure =
      empty_figure("cells", ratio_title(campaign, view), "Geometric means with 95 % intervals for other draws.",
                   curves ? "line" : "bar", {name}, {ratio_title(campaign, view), AxisScale::log, true});
  figure.data.columns = {"x"};
  if (series) figure.data.columns.emplace_back("series");
  figure.data.columns.insert(figure.data.columns.end(), k_summary_columns.begin(), k_summary_columns.end());
  for (std::size_t r = 0; r < found.cells.size(); ++r)
    for (std::size_t c = 0; c < found.cells[r].size(); ++c) {
      const SqlValue& level = levels[view.columns != View::k_no_axis ? c : r];
      if (found.cells[r][c].instances == 0) continue;
      std::vector<SqlValue> row{curves ? level : SqlValue(level_text(level))};
      if (series)
        row.emplace_back(
            fmt::format("{} {}", campaign.axes[view.rows].name, level_text(campaign.axes[view.rows].levels[r])));
      add_summary(row, found.cells[r][c]);
      figure.data.rows.push_back(std::move(row));
    }
  return figure;
}

// A point for each instance.
Figure points_figure(const ExploredCampaign& campaign, const View& view, const ViewAnswer& found) {
  const std::string unit = campaign.metric->unit.empty() ? "" : fmt::format(" ({})", campaign.metric->unit);
  const std::string of_b =
      fmt::format("{} of {}{}", metric_words(campaign.metric->name), campaign.strategies[view.b].second, unit);
  const std::string ratio = ratio_title(campaign, view);
  Figure figure = empty_figure("instances", ratio, "A point for each instance.", "scatter", {of_b, AxisScale::log},
                               {ratio, AxisScale::log, true});
  figure.data.columns = {"x", "y", "a", "instance"};
  for (const ComparedInstance& at : found.instances)
    figure.data.rows.push_back({at.b, std::exp(at.log_ratio), at.a, campaign.instance_name(at.instance)});
  return figure;
}

// Of many the share of those with at most each ratio.
Figure instances_figure(const ExploredCampaign& campaign, const View& view, const ViewAnswer& found) {
  constexpr std::size_t k_most_points = 1500, k_steps = 400;
  if (found.instances.size() <= k_most_points) return points_figure(campaign, view, found);
  std::vector<double> ratios;
  for (const ComparedInstance& at : found.instances) ratios.push_back(at.log_ratio);
  std::ranges::sort(ratios);
  const std::string ratio = ratio_title(campaign, view);
  Figure figure = empty_figure("instances", ratio, "The share of the instances whose ratio is at most this one.",
                               "steps", {ratio, AxisScale::log, true}, {"share of the instances"});
  figure.data.columns = {"x", "y"};
  for (std::size_t step = 0; step <= k_steps; ++step) {
    const std::size_t place = step * (ratios.size() - 1) / k_steps;
    const double share = static_cast<double>(place + 1) / static_cast<double>(ratios.size());
    figure.data.rows.push_back({std::exp(ratios[place]), share});
  }
  return figure;
}

// The best ones first; of many the best fifteen with A and B.
Figure strategies_figure(const ExploredCampaign& campaign, const View& view, const ViewAnswer& found) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < campaign.strategies.size(); ++i)
    if (found.strategies[i].instances > 0) order.push_back(i);
  const double sign = campaign.metric->better == Better::more ? -1 : 1;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return sign * found.strategies[i].ratio; });
  const std::string over_b =
      fmt::format("{} / that of {}", metric_words(campaign.metric->name), campaign.strategies[view.b].second);
  Figure figure =
      empty_figure("strategies", over_b,
                   "Geometric means over the instances where both have a value above 0, with 95 % intervals for other "
                   "draws.",
                   "bar", {}, {over_b, AxisScale::log, true});
  figure.data.columns = {"x"};
  figure.data.columns.insert(figure.data.columns.end(), k_summary_columns.begin(), k_summary_columns.end());
  for (std::size_t place = 0; place < order.size(); ++place) {
    const std::size_t i = order[place];
    if (order.size() > k_all_shown && place >= k_best_shown && i != view.a && i != view.b) continue;
    std::vector<SqlValue> row{campaign.strategies[i].second};
    add_summary(row, found.strategies[i]);
    figure.data.rows.push_back(std::move(row));
  }
  return figure;
}

Figure axis_figure(const ExploredAxis& axis, const std::vector<std::int64_t>& counts) {
  Figure figure = empty_figure(axis.name, fmt::format("Instances by {}", axis.name),
                               "Instances that pass the other filters.", "bar", {axis.name}, {"instances"});
  figure.data.columns = {"x", "y"};
  for (std::size_t level = 0; level < axis.levels.size(); ++level)
    figure.data.rows.push_back({level_text(axis.levels[level]), counts[level]});
  return figure;
}

// A strategy looks as in the report, where the first one of the study has the first look.
StrategyOrder looks_of(const ExploredCampaign& campaign) {
  auto by_id = campaign.strategies;
  std::ranges::sort(by_id);
  StrategyOrder order;
  for (auto& strategy : by_id) order.labels.push_back(std::move(strategy.second));
  return order;
}

}  // namespace

Figure view_figure(const ExploredCampaign& campaign, const View& view, const ViewAnswer& found,
                   std::string_view panel) {
  using Maker = Figure (*)(const ExploredCampaign&, const View&, const ViewAnswer&);
  static constexpr auto k_panels = std::to_array<std::pair<std::string_view, Maker>>(
      {{"cells", cells_figure}, {"instances", instances_figure}, {"strategies", strategies_figure}});
  const auto made = std::ranges::find(k_panels, panel, &std::pair<std::string_view, Maker>::first);
  const auto axis = std::ranges::find(campaign.axes, panel, &ExploredAxis::name);
  if (made == k_panels.end() && axis == campaign.axes.end()) throw UserError("no panel of the page is {}", panel);
  Figure figure = made != k_panels.end()
                      ? made->second(campaign, view, found)
                      : axis_figure(*axis, found.histograms[static_cast<std::size_t>(axis - campaign.axes.begin())]);
  if (figure.data.rows.empty()) throw UserError("no instance passes the filters: there is nothing to draw");
  figure.strategies = looks_of(campaign);
  return figure;
}

}  // namespace palio
