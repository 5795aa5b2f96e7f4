#include "analysis/report/charts/name_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "analysis/annotated/annotated_sql.h"

namespace palio {
namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

struct ParsedName {
  std::string name, base;
  Parameters parameters;
};

// The label of a strategy: NAME or NAME:a=1,b=2; nothing if it is neither.
std::optional<ParsedName> parse(const std::string& label) {
  const std::size_t colon = label.find(':');
  ParsedName parsed{label, label.substr(0, colon), {}};
  if (colon == std::string::npos) return parsed;
  for (const std::string& assignment : split_list(label.substr(colon + 1), ',')) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos) return std::nullopt;
    parsed.parameters.emplace_back(assignment.substr(0, equals), assignment.substr(equals + 1));
  }
  return parsed;
}

std::string value_of(const ParsedName& name, const std::string& parameter) {
  for (const auto& [key, value] : name.parameters)
    if (key == parameter) return value;
  return {};
}

constexpr double k_dot_width = 16, k_gap = 10, k_dot_area = 50;  // px, px, px^2
constexpr std::size_t k_dotted_values = 2;                       // of a parameter; more are written

// A column at the left of a chart: the dots of one value of a parameter, or texts.
struct NameColumn {
  std::string heading;
  bool dots = false;
  std::vector<std::string> cells = {};  // of dots: not empty where there is one

  double width() const {
    std::size_t longest = 0;
    for (const std::string& cell : cells) longest = std::max(longest, cell.size());
    return dots ? k_dot_width : k_gap + k_letter_width * static_cast<double>(longest);
  }
};

std::vector<std::string> parameters_of(const std::vector<ParsedName>& names) {
  std::vector<std::string> parameters;
  for (const ParsedName& name : names)
    for (const auto& [key, value] : name.parameters)
      if (std::ranges::find(parameters, key) == parameters.end()) parameters.push_back(key);
  std::ranges::sort(parameters);
  return parameters;
}

void add_columns_of(std::vector<NameColumn>& columns, const std::vector<ParsedName>& names,
                    const std::string& parameter) {
  NameColumn texts{parameter};
  std::set<std::string> values;
  for (const ParsedName& name : names) {
    texts.cells.push_back(value_of(name, parameter));
    if (!texts.cells.back().empty()) values.insert(texts.cells.back());
  }
  if (values.size() > k_dotted_values) {
    columns.push_back(texts);
    return;
  }
  for (const std::string& value : values) {
    NameColumn dots{fmt::format("{}={}", parameter, value), true};
    for (const std::string& cell : texts.cells) dots.cells.push_back(cell == value ? cell : "");
    columns.push_back(dots);
  }
}

std::vector<NameColumn> columns_of(const std::vector<ParsedName>& names, RowNumbers numbers) {
  std::vector<NameColumn> columns;
  if (numbers == RowNumbers::shown) {
    columns.push_back({""});
    for (std::size_t i = 1; i <= names.size(); ++i) columns.back().cells.push_back(fmt::format("{}", i));
  }
  NameColumn bases{""};
  for (const ParsedName& name : names) bases.cells.push_back(name.base);
  columns.push_back(bases);
  for (const std::string& parameter : parameters_of(names)) add_columns_of(columns, names, parameter);
  return columns;
}

// Long names with several parameters are hard to tell apart.
bool are_hard_to_read(const std::vector<ParsedName>& names) {
  constexpr std::size_t k_long = 28;  // bytes
  std::size_t longest = 0;
  for (const ParsedName& name : names)
    if (!name.parameters.empty()) longest = std::max(longest, name.name.size());
  return names.size() > 2 && longest > k_long;
}

Json text_mark(std::initializer_list<std::pair<std::string_view, Json>> members) {
  Json mark{{"type", "text"}, {"align", "left"}, {"baseline", "middle"}, {"limit", 0}, {"style", "column"}};
  mark.update(json_object(members));
  return mark;
}

}  // namespace

std::optional<NameColumns> name_columns(const std::vector<SqlValue>& labels, RowNumbers numbers) {
  std::vector<ParsedName> names;
  for (const SqlValue& label : labels) {
    const auto* text = std::get_if<std::string>(&label);
    const auto parsed = text != nullptr ? parse(*text) : std::nullopt;
    if (!parsed) return std::nullopt;
    names.push_back(*parsed);
  }
  if (!are_hard_to_read(names)) return std::nullopt;
  const std::vector<NameColumn> columns = columns_of(names, numbers);
  double at = -k_gap;  // px from the axis
  for (const NameColumn& column : columns) at -= column.width();
  const auto place = [](double px) { return std::round(10 * px) / 10; };
  Json dots = Json::array(), texts = Json::array(), headings = Json::array();
  for (const NameColumn& column : columns) {
    const double middle = place(at + k_dot_width / 2);
    if (!column.heading.empty()) headings.push_back({{"heading", column.heading}, {"at", middle}});
    for (std::size_t i = 0; i < names.size(); ++i)
      if (column.dots)
        dots.push_back({{"x", names[i].name}, {"at", middle}, {"on", !column.cells[i].empty()}});
      else if (!column.cells[i].empty())
        texts.push_back({{"x", names[i].name}, {"at", place(at)}, {"cell", column.cells[i]}});
    at += column.width();
  }
  return NameColumns{std::move(dots), std::move(texts), std::move(headings)};
}

Json NameColumns::layers(const Json& category) const {
  const Json at{{"expr", "datum.at"}};
  const Json on{{"condition", {{"test", "datum.on"}, {"value", 1}}}, {"value", 0.15}};
  const auto text = [](std::string_view field) { return Json{{"field", field}, {"type", "nominal"}}; };
  Json list = Json::array();
  if (!dots.empty())
    list.push_back(layer(
        k_left_out, {{"type", "point"}, {"filled", true}, {"size", k_dot_area}, {"color", "currentColor"}, {"x", at}},
        {{"y", category}, {"opacity", on}}, {{"values", dots}}));
  list.push_back(
      layer(k_left_out, text_mark({{"x", at}}), {{"y", category}, {"text", text("cell")}}, {{"values", texts}}));
  list.push_back(layer(k_left_out, text_mark({{"x", at}, {"y", -6}, {"angle", -90}}), {{"text", text("heading")}},
                       {{"values", headings}}));
  return list;
}

void RowNames::add_layers(ChartBody& body, const Json& category) const {
  if (!columns) return;
  for (const Json& part : columns->layers(category)) body.layers.push_back(part);
}

RowNames row_names(const Figure& figure, const std::vector<SqlValue>& names, RowNumbers numbers) {
  if (!figure.data.has_values("panel"))
    if (auto columns = name_columns(names, numbers)) return {{{"labels", false}, {"ticks", false}}, std::move(columns)};
  if (numbers == RowNumbers::none) return {name_axis(names), std::nullopt, names};
  Json numbered = Json::object();
  for (std::size_t i = 0; i < names.size(); ++i)
    numbered[name_text(names[i])] = fmt::format("{}  {}", i + 1, name_text(names[i]));
  return {{{"labelOverlap", false}, {"labelExpr", labels_as(numbered)}}, std::nullopt};
}

}  // namespace palio
