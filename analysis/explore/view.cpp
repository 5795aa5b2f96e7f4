#include "analysis/explore/view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/number.h"

namespace palio {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::size_t strategy_place(const ExploredCampaign& campaign, std::string_view label) {
  constexpr auto k_label = &std::pair<std::int64_t, std::string>::second;
  const auto found = std::ranges::find(campaign.strategies, label, k_label);
  if (found != campaign.strategies.end()) return static_cast<std::size_t>(found - campaign.strategies.begin());
  throw UserError("the campaign has no results of a strategy {}{}", label,
                  suggestion(label, campaign.strategies, k_label));
}

std::size_t axis_place(const ExploredCampaign& campaign, std::string_view name) {
  if (name.empty()) return View::k_no_axis;
  const auto found = std::ranges::find(campaign.axes, name, &ExploredAxis::name);
  if (found != campaign.axes.end()) return static_cast<std::size_t>(found - campaign.axes.begin());
  throw UserError("the instances of this campaign do not differ in {}{}", name,
                  suggestion(name, campaign.axes, &ExploredAxis::name));
}

std::vector<std::size_t> level_places(const ExploredAxis& axis, std::string_view text) {
  std::vector<std::size_t> places;
  for (const std::string_view part : split(text, '|')) {
    const auto found =
        std::ranges::find_if(axis.levels, [&](const SqlValue& level) { return level_text(level) == part; });
    if (found == axis.levels.end()) throw UserError("no instance of this campaign has {} = {}", axis.name, part);
    places.push_back(static_cast<std::size_t>(found - axis.levels.begin()));
  }
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

Brush read_brush(std::string_view text) {
  std::array<double, 4> ends{};
  const std::vector<std::string_view> parts = split(text, ',');
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const std::optional<double> end = parts.size() == ends.size() ? parsed_number<double>(parts[i]) : std::nullopt;
    if (!end || !std::isfinite(*end))
      throw UserError("brush takes four numbers: two values and two ratios; \"{}\" is not", text);
    ends.at(i) = *end;
  }
  return {std::min(ends[0], ends[1]), std::max(ends[0], ends[1]), std::min(ends[2], ends[3]),
          std::max(ends[2], ends[3])};
}

}  // namespace

bool View::keeps(std::size_t axis, int level) const {
  const auto found = kept.find(axis);
  return found == kept.end() ||
         (level != ExploredAxis::k_none && std::ranges::binary_search(found->second, static_cast<std::size_t>(level)));
}

View read_view(const ExploredCampaign& campaign, const ViewParameters& parameters) {
  if (campaign.strategies.empty()) throw UserError("the campaign has no results");
  View view;
  view.rows = view.columns = View::k_left_open;
  view.a = campaign.usual_a;
  view.b = campaign.usual_b;
  constexpr std::string_view k_filter = "f.";
  for (const auto& [name, text] : parameters) {
    if (name == "a") view.a = strategy_place(campaign, text);
    if (name == "b") view.b = strategy_place(campaign, text);
    if (name == "x") view.columns = axis_place(campaign, text);
    if (name == "y") view.rows = axis_place(campaign, text);
    if (name == "brush") view.brush = read_brush(text);
    if (!name.starts_with(k_filter)) continue;
    const std::size_t axis = axis_place(campaign, std::string_view(name).substr(k_filter.size()));
    if (axis == View::k_no_axis) throw UserError("a filter names an axis: f.AXIS={}", text);
    view.kept[axis] = level_places(campaign.axes[axis], text);
    if (view.kept.size() > View::k_most_filters) throw UserError("at most {} axes have filters", View::k_most_filters);
  }
  return view;
}

ViewFilters::ViewFilters(const ExploredCampaign& campaign, const View& view) {
  for (const auto& [axis, levels] : view.kept) {
    const ExploredAxis& of = campaign.axes[axis];
    std::vector<std::uint64_t>& fails = of.of_platforms ? platforms_ : workloads_;
    if (fails.size() < of.level_of.size()) fails.resize(of.level_of.size());
    const std::uint64_t bit = std::uint64_t{1} << axes_.size();
    for (std::size_t place = 0; place < of.level_of.size(); ++place)
      if (!view.keeps(axis, of.level_of[place])) fails[place] |= bit;
    axes_.push_back(axis);
  }
}

}  // namespace palio
