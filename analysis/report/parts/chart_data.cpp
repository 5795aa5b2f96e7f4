#include "analysis/report/parts/chart_data.h"

#include <fmt/format.h>

#include <span>

#include "analysis/report/parts/series_looks.h"
#include "core/text/embedded_file.h"
#include "core/text/json_text.h"

namespace palio {

std::span<const EmbeddedFile> embedded_chart_scripts();  // made by palio_embed

namespace {

std::string value_json(const SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::to_string(*integer);
  if (const auto* real = std::get_if<double>(&value)) return json_number(*real);
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? "null" : json_quoted(*text);
}

std::string axis_json(const ChartAxis& axis) {
  return fmt::format("{{\"title\":{},\"log\":{}}}", json_quoted(axis.title), axis.scale == AxisScale::log);
}

}  // namespace

std::string chart_data(const Figure& figure) {
  const FigureHead& head = figure.head;
  const auto quoted = [](std::string_view text) { return json_quoted(text); };
  return fmt::format(
      "{{\"id\":{},\"title\":{},\"says\":{},\"kind\":\"{}\",\"x\":{},\"y\":{},\"panels\":\"{}\",\"strategies\":{},"
      "\"folded\":{},\"colours\":{},\"columns\":{},\"rows\":{}}}",
      json_quoted(head.id), json_quoted(head.title), json_quoted(head.says), head.kind.word, axis_json(head.x),
      axis_json(head.y), head.panels == PanelScales::shared ? "shared" : "independent",
      json_array(named_strategies(figure),
                 [&](std::size_t place) {
                   return fmt::format("[{},{}]", json_quoted(figure.strategies.labels[place]), place);
                 }),
      figure.strategies.folded.size(), colours_json(), json_array(figure.data.columns, quoted),
      json_array(figure.data.rows, [](const auto& row) { return json_array(row, value_json); }));
}

std::string_view chart_scripts() {
  static const std::string scripts = [] {
    std::string text = "const palio_charts = (() => {\n\"use strict\";\n";
    for (const EmbeddedFile& file : embedded_chart_scripts()) text += file.text;
    return text + "return { beside_chart, page_look, paper_look, picture, specification };\n})();\n";
  }();
  return scripts;
}

}  // namespace palio
