#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/report/charts/chart_parts.h"
#include "analysis/report/parts/figure.h"
#include "core/error.h"

namespace palio {
namespace {

struct Template {
  ChartKind kind;
  ChartBody (*body)(const Figure& figure);
  const char* scale = "y";  // that a panel may have for itself
};

constexpr auto k_templates = std::to_array<Template>({{ChartKind::line, line_chart},
                                                      {ChartKind::steps, line_chart},
                                                      {ChartKind::bar, bar_chart, "x"},
                                                      {ChartKind::scatter, scatter_chart},
                                                      {ChartKind::box, box_chart, "x"},
                                                      {ChartKind::strip, strip_chart, "x"},
                                                      {ChartKind::ranks, ranks_chart},
                                                      {ChartKind::matrix, matrix_chart},
                                                      {ChartKind::heat, heat_chart},
                                                      {ChartKind::slope, slope_chart}});

const Template& template_of(const Figure& figure) {
  const auto* row = std::ranges::find(k_templates, figure.head.kind, &Template::kind);
  if (row == k_templates.end()) throw InternalError("the chart of figure {} has no template", figure.head.id);
  return *row;
}

Json data_json(const DataTable& data) {
  Json rows = Json::array();
  for (const auto& values : data.rows) {
    Json row = Json::object();
    for (std::size_t i = 0; i < values.size(); ++i) row[data.columns[i]] = json_value(values[i]);
    rows.push_back(std::move(row));
  }
  Json json{{"name", "rows"}};
  json["values"] = std::move(rows);
  return json;
}

// Panels keep the order of the rows. They are as wide as a column of a paper, or a quarter of a page if each curve has
// one; a page adapts the width.
void add_panels(Json& chart, const Figure& figure, const ChartBody& body) {
  const bool curves = !body.own_panels.empty();
  const std::string column = curves ? body.own_panels : "panel";
  const std::vector<SqlValue> titles = figure.data.distinct(column);
  const int width = curves ? 140 : 280;  // px
  const Json header = json_object({{"labelExpr", broken_labels(titles, width / 7)}, {"labelLimit", width + 20}});
  chart["facet"] = {
      {"field", column}, {"type", "nominal"}, {"title", nullptr}, {"sort", json_values(titles)}, {"header", header}};
  chart["columns"] = curves ? 4 : 2;
  chart["spec"] = {{"width", width}, {"height", body.height}, {"layer", body.layers}};
  Json own = Json::object();  // scales that each panel has for itself
  if (figure.head.panels == PanelScales::independent) own[template_of(figure).scale] = "independent";
  const bool names = std::string_view(template_of(figure).scale) == "x";
  if (names && names_of_a_panel(figure.data) < figure.data.distinct("x").size())
    for (const char* channel : {"y", "yOffset"}) own[channel] = "independent";
  if (!own.empty()) chart["resolve"] = {{"scale", own}};
}

void add_single(Json& chart, const ChartBody& body) {
  if (body.beside > 0) chart["padding"] = {{"left", 4}, {"top", 4}, {"bottom", 4}, {"right", std::lround(body.beside)}};
  chart["width"] = body.width;
  chart["height"] = body.height;
  chart["layer"] = body.layers;
  if (!body.narrow_layers.empty())
    chart["usermeta"] = {{"least_width", std::lround(body.least_width)},
                         {"narrow", {{"layer", body.narrow_layers}, {"height", body.narrow_height}}}};
}

// What is in no legend and on no axis; empty if there is nothing to say.
std::string words_above(const DataTable& data) {
  if (data.has_values("paper")) return "Hollow diamonds: the paper's values";
  if (data.has_values("planned")) return "Hollow diamonds: what was planned";
  const auto column = data.find("tau");
  const auto tau = column ? number_of(data.rows.front()[*column]) : std::nullopt;
  return tau ? fmt::format("Kendall's tau of both orders: {:.2f}", *tau) : "";
}

}  // namespace

std::string vega_lite(const Figure& figure) {
  const ChartBody body = template_of(figure).body(figure);
  Json chart{{"$schema", "https://vega.github.io/schema/vega-lite/v6.json"},
             {"description", figure.head.title + ". " + figure.head.says}};
  if (const std::string title = words_above(figure.data); !title.empty())
    chart["title"] = {{"text", title}, {"anchor", "start"}};
  chart["data"] = data_json(figure.data);
  if (figure.data.has_values("panel") || !body.own_panels.empty())
    add_panels(chart, figure, body);
  else
    add_single(chart, body);
  return chart.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace palio
