#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "analysis/report/parts/data_table.h"
#include "analysis/report/parts/html_text.h"
#include "analysis/report/sections/sections.h"
#include "analysis/statistics/rank_statistics.h"
#include "core/text/count_text.h"

namespace palio {
namespace {

// The chart, the links that take it away, its specification; page.js fills them in.
std::string chart_html(const Figure& figure) {
  const std::string id = html_escaped(figure.head.id);
  return fmt::format(
      "<div class=chart role=img aria-label=\"{1}\"></div>\n"
      "<p class=take><a class=json download=\"{0}.json\" href=\"#figure-{0}\">Vega-Lite JSON</a> "
      "<a class=csv download=\"{0}.csv\" href=\"#figure-{0}\">CSV</a></p>\n"
      "<script type=\"application/json\" class=spec>{2}</script>\n",
      id, html_escaped(figure.head.title + ". " + figure.head.says), json_for_page(vega_lite(figure)));
}

std::string caption(const Figure& figure, Drawing drawing) {
  std::string words = html_escaped(figure.head.says);
  if (!figure.head.place.empty()) words = html_escaped(figure.head.place) + (words.empty() ? "" : ": ") + words;
  if (drawing == Drawing::charts && figure.head.kind == ChartKind::line && figure.data.has_values("low"))
    words += " Bands end half as far beyond the curves as these span.";
  return fmt::format("<figcaption><h3>{}</h3><p>{}</p></figcaption>\n", html_escaped(figure.head.title), words);
}

// The value that all rows have up to rounding, which as a chart would be an axis of rounding errors.
std::optional<double> constant_value(const Figure& figure) {
  std::optional<double> first;
  if (figure.data.rows.size() < 2) return first;
  for (const std::string_view column : {"y", "low", "high"}) {
    const auto at = figure.data.find(column);
    if (!at) continue;
    for (const auto& row : figure.data.rows) {
      const std::optional<double> value = number_of(row[*at]);
      if (!value) continue;
      if (!first) first = value;
      if (!nearly_equal(*first, *value)) return std::nullopt;
    }
  }
  return first;
}

}  // namespace

std::string figure_html(const Figure& figure, Drawing drawing) {
  if (const auto constant = constant_value(figure))
    return fmt::format(
        "<p id=\"figure-{}\" class=constant><b>{}</b>: {:.6g} in all {} rows, so there is no chart.</p>\n",
        html_escaped(figure.head.id), html_escaped(figure.head.title), *constant, count_text(figure.data.rows.size()));
  const bool charts = drawing == Drawing::charts;
  return fmt::format(
      "<figure id=\"figure-{}\">\n{}{}<details{}><summary>Data ({} rows)</summary>\n{}</details>\n</figure>\n",
      html_escaped(figure.head.id), caption(figure, drawing), charts ? chart_html(figure) : "", charts ? "" : " open",
      count_text(figure.data.rows.size()), html_table(figure.head.title, figure.data));
}

}  // namespace palio
