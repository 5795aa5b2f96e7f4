#include <fmt/format.h>

#include <array>

#include "analysis/report/charts/chart_parts.h"
#include "analysis/report/parts/figure.h"
#include "core/text/json_text.h"

namespace palio {
namespace {

struct Template {
  ChartKind kind;
  ChartBody (*body)(const Figure& figure);
};

constexpr std::array<Template, 7> k_templates{{{ChartKind::line, line_chart},
                                               {ChartKind::steps, line_chart},
                                               {ChartKind::bar, bar_chart},
                                               {ChartKind::scatter, scatter_chart},
                                               {ChartKind::box, box_chart},
                                               {ChartKind::ranks, ranks_chart},
                                               {ChartKind::matrix, matrix_chart}}};

ChartBody body_of(const Figure& figure) {
  for (const Template& row : k_templates)
    if (row.kind == figure.head.kind) return row.body(figure);
  return {};
}

std::string data_json(const DataTable& data) {
  std::vector<std::string> rows;
  for (const auto& values : data.rows) {
    std::string row = "{";
    for (std::size_t i = 0; i < values.size(); ++i)
      row += (i == 0 ? "" : ", ") + json_quoted(data.columns[i]) + ": " + json_value(values[i]);
    rows.push_back(row + '}');
  }
  return json_object({{"name", "\"rows\""}, {"values", json_array(rows)}});
}

// Panels keep the order of the rows. Their width is that of a column of a paper, or a quarter of a page where each
// curve has one; a page makes it fit.
std::string panels_json(const Figure& figure, const ChartBody& body) {
  const bool curves = !body.own_panels.empty();
  const std::string column = curves ? body.own_panels : "panel";
  std::vector<std::string> names;
  for (const SqlValue& name : figure.data.distinct(column)) names.push_back(json_value(name));
  const std::string facet = json_object(
      {{"field", json_quoted(column)}, {"type", "\"nominal\""}, {"title", "null"}, {"sort", json_array(names)}});
  const std::string panel =
      json_object({{"width", curves ? "140" : "280"}, {"height", body.height}, {"layer", json_array(body.layers)}});
  const bool lies = figure.head.kind == ChartKind::bar || figure.head.kind == ChartKind::box;
  const std::string own = lies ? R"({"scale": {"x": "independent"}})" : R"({"scale": {"y": "independent"}})";
  return json_object({{"facet", facet},
                      {"columns", curves ? "4" : "2"},
                      {"spec", panel},
                      {"resolve", figure.head.panels == PanelScales::independent ? own : ""}});
}

std::string single_json(const ChartBody& body) {
  const std::string padding =
      body.beside > 0 ? fmt::format(R"({{"left": 4, "top": 4, "bottom": 4, "right": {:.0f}}})", body.beside) : "";
  return json_object(
      {{"padding", padding}, {"width", body.width}, {"height", body.height}, {"layer", json_array(body.layers)}});
}

// Says in the chart itself what no legend has.
std::string paper_note(const Figure& figure) {
  if (!figure.data.has_values("paper")) return {};
  return R"({"text": "Hollow diamonds: the paper's values", "anchor": "start"})";
}

std::string without_braces(const std::string& object) { return object.substr(1, object.size() - 2); }

}  // namespace

std::string vega_lite(const Figure& figure) {
  const ChartBody body = body_of(figure);
  const std::string head = json_object({{"$schema", R"("https://vega.github.io/schema/vega-lite/v6.json")"},
                                        {"description", json_quoted(figure.head.title + ". " + figure.head.says)},
                                        {"title", paper_note(figure)},
                                        {"data", data_json(figure.data)}});
  const bool panels = figure.data.has_values("panel") || !body.own_panels.empty();
  const std::string rest = panels ? panels_json(figure, body) : single_json(body);
  return '{' + without_braces(head) + ", " + without_braces(rest) + '}';
}

}  // namespace palio
