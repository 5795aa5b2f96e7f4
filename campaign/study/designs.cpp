#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "campaign/study/study_reader.h"
#include "core/identity/designs.h"

namespace palio {
namespace {

constexpr std::string_view k_one_at_a_time = "one-at-a-time";

struct SpreadName {
  std::string_view name;
  Spread spread;
};

constexpr auto k_spreads = std::to_array<SpreadName>(
    {{"random", Spread::random}, {"latin-hypercube", Spread::latin_hypercube}, {"sobol", Spread::sobol}});

constexpr std::string_view k_examples =
    "design = { by = \"sobol\", points = 64 } draws from ranges without steps, design = { by = \"one-at-a-time\", "
    "around = { a = 1 } } varies one axis at a time";

std::int64_t read_points(const StudyPlace& place, const toml::table& table) {
  const toml::node* node = table.get("points");
  const std::int64_t points = node != nullptr && node->is_integer() ? node->as_integer()->get() : 0;
  if (points < 1 || points > k_most_points)
    place.fail(node == nullptr ? table : *node,
               fmt::format("a design that draws needs points, an integer from 1 to {}", k_most_points));
  return points;
}

bool is_factor(const Axis& axis) { return axis.rows.size() > 1; }

}  // namespace

std::optional<Design> read_design(const StudyPlace& place, const toml::table& block) {
  const toml::node* node = block.get("design");
  if (node == nullptr) return std::nullopt;
  const toml::table* table = node->as_table();
  if (table == nullptr || !table->contains("by")) place.fail(*node, fmt::format("design needs by: {}", k_examples));
  const toml::node& by_node = *table->get("by");
  const std::string by = place.text(by_node, "by");
  std::vector<std::string_view> valid{k_one_at_a_time};
  for (const SpreadName& spread : k_spreads) valid.push_back(spread.name);
  if (std::ranges::find(valid, by) == valid.end())
    place.fail(by_node, fmt::format("there is no design \"{}\"{}", by, suggestion(by, valid)));
  if (by == k_one_at_a_time) {
    place.refuse_unknown_keys(*table, "design by one-at-a-time", std::to_array<std::string_view>({"by", "around"}));
    const toml::node* around = table->get("around");
    if (around == nullptr || !around->is_table())
      place.fail(*table, "one-at-a-time needs around, the values where the axes stay: around = { a = 1 }");
    return Design{.table = table, .spread = {}, .points = 0, .around = around->as_table()};
  }
  place.refuse_unknown_keys(*table, "design", std::to_array<std::string_view>({"by", "points"}));
  const Spread spread = std::ranges::find(k_spreads, by, &SpreadName::name)->spread;
  return Design{.table = table, .spread = spread, .points = read_points(place, *table), .around = nullptr};
}

Axis drawn_axis(const StudyPlace& place, const Design& design, std::span<const DrawnParameter> drawn,
                std::string_view owner, std::int64_t seed) {
  Axis axis;
  std::vector<std::string> dimensions;
  for (const DrawnParameter& parameter : drawn) {
    axis.names.push_back(parameter.name);
    dimensions.push_back(fmt::format("{}.{}", owner, parameter.name));
  }
  if (drawn.empty())
    place.fail(*design.table,
               "this design draws from ranges without steps, but the block has none: write one as "
               "tasks = { from = 10, to = 1000, log = true }");
  for (const std::vector<double>& point : spread_points(design.spread, static_cast<std::size_t>(design.points),
                                                        dimensions, static_cast<std::uint64_t>(seed))) {
    std::vector<Value> row;
    for (std::size_t i = 0; i < drawn.size(); ++i) row.push_back(drawn[i].at(point[i]));
    axis.rows.push_back(std::move(row));
  }
  std::vector<std::vector<Value>> distinct;  // integers may coincide
  std::set<std::vector<Value>> known;
  for (std::vector<Value>& row : axis.rows)
    if (known.insert(row).second) distinct.push_back(std::move(row));
  axis.rows = std::move(distinct);
  return axis;
}

void vary_one_at_a_time(const StudyPlace& place, const Design& design, const std::map<std::string, Value>& around,
                        std::vector<Axis>& axes) {
  Axis all;
  std::vector<Value> center;
  std::vector<std::string> lacking;
  for (const Axis& axis : axes) {
    if (!is_factor(axis)) continue;
    for (const std::string& name : axis.names) {
      all.names.push_back(name);
      if (const auto found = around.find(name); found != around.end())
        center.push_back(found->second);
      else
        lacking.push_back(name);
    }
  }
  for (const auto& [name, value] : around)
    if (std::ranges::find(all.names, name) == all.names.end())
      place.fail(*design.around->get(name),
                 fmt::format("{} does not vary in this block: leave it out of around", name));
  if (!lacking.empty())
    place.fail(*design.table, fmt::format("around lacks {}: say where {} while others vary", fmt::join(lacking, ", "),
                                          lacking.size() == 1 ? "it stays" : "they stay"));
  if (all.names.empty()) place.fail(*design.table, "no axis of this block varies: give some a list or a range");
  all.rows.push_back(center);
  std::size_t column = 0;
  for (const Axis& axis : axes) {
    if (!is_factor(axis)) continue;
    for (const std::vector<Value>& row : axis.rows) {
      std::vector<Value> point = center;
      std::ranges::copy(row, point.begin() + static_cast<std::ptrdiff_t>(column));
      if (point != center) all.rows.push_back(std::move(point));
    }
    column += axis.names.size();
  }
  const auto first = std::ranges::find_if(axes, is_factor);
  *first = std::move(all);
  axes.erase(std::remove_if(first + 1, axes.end(), is_factor), axes.end());
}

}  // namespace palio
