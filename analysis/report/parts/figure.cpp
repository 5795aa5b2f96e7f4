#include "analysis/report/parts/figure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "analysis/annotated/annotated_sql.h"
#include "analysis/queries/ready_query.h"
#include "analysis/queries/usual_metric.h"
#include "analysis/report/parts/chart_data.h"
#include "analysis/report/parts/data_table.h"
#include "analysis/report/parts/html_text.h"
#include "analysis/statistics/rank_statistics.h"
#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/text/count_text.h"
#include "core/text/embedded_file.h"

namespace palio {
namespace {

constexpr auto k_figure_header_keys =
    std::to_array<std::string_view>({"paper", "studies", "metric", "needs", "instances"});
constexpr std::string_view k_realizations = "realizations";  // a view
constexpr auto k_figure_keys =
    std::to_array<std::string_view>({"study", "beside", "place", "title", "says", "chart", "x", "y", "panels"});

// A heat map opens the row of its cell in the table, which has the same rows.
constexpr auto k_kinds = std::to_array<ChartKind>({{"line"},
                                                   {"steps"},
                                                   {"bar"},
                                                   {"scatter"},
                                                   {"box"},
                                                   {"strip"},
                                                   {"ranks", "critical_difference"},
                                                   {"matrix", "better"},
                                                   {"heat", "value", false},
                                                   {"slope", "series"}});

ChartKind chart_kind(const AnnotationReader& block) {
  const std::string word = block.required("chart");
  std::vector<std::string_view> words;
  for (const ChartKind& kind : k_kinds) {
    if (kind.word == word) return kind;
    words.push_back(kind.word);
  }
  block.refuse(fmt::format("has the chart \"{}\"; write one of {}", word, fmt::join(words, ", ")));
}

// "makespan (s), log": the title, then the scale.
ChartAxis chart_axis(const std::string& words) {
  constexpr std::string_view log = ", log";
  if (!words.ends_with(log)) return {words, AxisScale::linear};
  return {words.substr(0, words.size() - log.size()), AxisScale::log};
}

PanelScales panel_scales(const AnnotationReader& block) {
  const std::string word = block.text("panels");
  if (word.empty() || word == "shared") return PanelScales::shared;
  if (word == "independent") return PanelScales::independent;
  block.refuse(fmt::format("has the panels \"{}\"; write shared or independent", word));
}

FigureHead read_figure(const AnnotationReader& block) {
  FigureHead head;
  head.sql = block.query();
  head.id = block.block().id;
  head.beside = block.text("beside");
  head.study = block.text("study");
  head.place = block.text("place");
  head.title = block.required("title");
  head.says = block.text("says");
  head.kind = chart_kind(block);
  head.x = chart_axis(block.text("x"));
  head.y = chart_axis(block.text("y"));
  head.panels = panel_scales(block);
  head.line = block.block().line;
  return head;
}

void check_columns(const FigureHead& head, const DataTable& data) {
  std::vector<std::string_view> needed{"x", "y"};
  if (!head.kind.needs.empty()) needed.push_back(head.kind.needs);
  for (const std::string_view column : needed)
    if (!data.find(column)) throw UserError("its query has no column \"{}\"", column);
}

// With `{metric}` replaced.
std::string with_metric(std::string text, std::string_view words) {
  constexpr std::string_view k_place = "{metric}";
  for (std::size_t at = text.find(k_place); at != std::string::npos; at = text.find(k_place, at + words.size()))
    text.replace(at, k_place.size(), words);
  return text;
}

std::string whole_sql(const std::string& sql, std::string_view metric) {
  return with_ready_queries(with_metric(sql, metric), metric);
}

Figure fill(const CampaignReader& campaign, const FigureFile& file, const FigureHead& head) {
  try {
    Figure figure{head, read_table(campaign, whole_sql(head.sql, file.metric))};
    check_columns(head, figure.data);
    return figure;
  } catch (const UserError& error) {
    throw UserError("{}:{}: figure {}: {}", file.file, head.line, head.id, error.what());
  }
}

// Prepares what the figures of a file share; the view `attempt` adds a cost to each scenario, of which less is better.
void prepare(const CampaignReader& campaign, const FigureFile& file) {
  campaign.prepare(fmt::format("CREATE TEMP VIEW attempt AS SELECT *, {} AS cost FROM measured",
                               cost_sql(metric_named(file.metric))));
  try {
    if (!file.instances.empty()) campaign.prepare_instances(file.instances);
    campaign.prepare(whole_sql(file.temporary_sql, file.metric));
  } catch (const UserError& error) {
    throw UserError("{}:{}: before the first figure: {}", file.file, file.line, error.what());
  }
}

constexpr std::string_view k_any = "any";

// The metric must be one that ranks, so that an error shows when the file is read.
std::string own_metric(const AnnotatedSql& read) {
  const Annotation* metric = find_annotation(read.header, "metric");
  if (metric == nullptr) return {};
  if (metric->value == k_any) return metric->value;
  try {
    cost_sql(metric_named(metric->value));
  } catch (const UserError& error) {
    throw UserError("{}:{}: {}", read.file, metric->line, error.what());
  }
  return metric->value;
}

struct ColumnName {
  std::string_view table, column;
};
ColumnName column_name(std::string_view text) {
  const std::size_t dot = text.find('.');
  return dot == std::string_view::npos ? ColumnName{text, {}} : ColumnName{text.substr(0, dot), text.substr(dot + 1)};
}

std::vector<std::string> needed_columns(const AnnotatedSql& read) {
  constexpr auto k_tables = std::to_array<std::string_view>({"platform", "workload", "strategy", k_realizations});
  const Annotation* needs = find_annotation(read.header, "needs");
  if (needs == nullptr) return {};
  std::vector<std::string> columns = split_list(needs->value, ',');
  for (const std::string& text : columns)
    if (const auto [table, column] = column_name(text);
        column.empty() || std::ranges::find(k_tables, table) == k_tables.end())
      throw UserError("{}:{}: needs \"{}\"; write platform.COLUMN, workload.COLUMN, strategy.COLUMN or realizations.r",
                      read.file, needs->line, text);
  return columns;
}

// A parameter has a column only if some recipe of the campaign has it; realizations may not be kept.
bool has_columns(const CampaignReader& campaign, const std::vector<std::string>& needed) {
  return std::ranges::all_of(needed, [&](const std::string& text) {
    const auto [table, column] = column_name(text);
    if (table == k_realizations && campaign.kept() == Kept::metrics) return false;
    return read_table(campaign, fmt::format("SELECT * FROM {} LIMIT 0", table)).find(column).has_value();
  });
}

// The chart, its download links, what it shows; page.js fills them in.
std::string chart_html(const Figure& figure) {
  const std::string id = html_escaped(figure.head.id);
  return fmt::format(
      "<div class=chart role=img aria-label=\"{1}\"></div>\n"
      "<p class=take><a class=json download=\"{0}.json\" href=\"#figure-{0}\">Vega-Lite JSON</a> "
      "<a class=csv download=\"{0}.csv\" href=\"#figure-{0}\">CSV</a></p>\n"
      "<script type=\"application/json\" class=chart-data>{2}</script>\n",
      id, html_escaped(figure.head.title + ". " + figure.head.says), json_for_page(chart_data(figure)));
}

std::string caption(const Figure& figure, bool folds) {
  std::string words = html_escaped(figure.head.says);
  if (folds) {
    const std::size_t all = figure.strategies.labels.size();
    words += fmt::format(" The chart shows {} of {} strategies, the best by the ranking.",
                         all - figure.strategies.folded.size(), all);
  }
  if (!figure.head.place.empty()) words = html_escaped(figure.head.place) + (words.empty() ? "" : ": ") + words;
  return fmt::format("<figcaption><h3>{}</h3><p>{}</p></figcaption>\n", html_escaped(figure.head.title), words);
}

constexpr std::array<std::string_view, 3> k_name_columns{"x", "y", "series"};

// The page's table: all rows or, of too many, those of the shown strategies, and the first ones of what is still too
// many; a sentence says where the others are.
std::string data_html(const Figure& figure, const Figure& shown, bool open) {
  constexpr std::size_t k_most = 1800;  // cells; a browser takes its time with many
  const std::size_t all = figure.data.rows.size(), most = k_most / figure.data.columns.size();
  DataTable told = all <= most ? figure.data : shown.data;
  const bool cut = told.rows.size() > most;
  if (cut) told.rows.resize(most);
  const std::string rest =
      told.rows.size() == all
          ? ""
          : fmt::format("<p class=hint>Of {} rows {}; palio report CAMPAIGN --figure {} -o {}.csv writes all.</p>\n",
                        count_text(all), cut ? "the first" : "those of the shown strategies",
                        html_escaped(figure.head.id), html_escaped(figure.head.id));
  return fmt::format("<details{}><summary>Data ({} rows)</summary>\n{}{}</details>\n", open ? " open" : "",
                     count_text(told.rows.size()), rest, html_table(figure.head.title, told));
}

// The value that all rows have up to rounding; a chart of it would show only rounding errors.
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

std::span<const EmbeddedFile> embedded_figures();  // made by palio_embed

FigureFile read_figures(const std::string& file, std::string_view text) {
  const AnnotatedSql read = read_annotated_sql(file, text, "figure", k_figure_header_keys, k_figure_keys);
  FigureFile figures{.file = file,
                     .paper = {},
                     .studies = {},
                     .metric = own_metric(read),
                     .needs = needed_columns(read),
                     .instances = read_instances(read),
                     .temporary_sql = read.temporary_sql,
                     .line = read.line,
                     .figures = {}};
  if (const std::string* paper = find_value(read.header, "paper")) figures.paper = *paper;
  if (const std::string* studies = find_value(read.header, "studies")) figures.studies = split_list(*studies, ',');
  for (const AnnotatedBlock& block : read.blocks) figures.figures.push_back(read_figure({file, "figure", block}));
  return figures;
}

std::optional<FigureFile> paper_figures(std::string_view study) {
  for (const EmbeddedFile& embedded : embedded_figures()) {
    FigureFile file = read_figures(std::string(embedded.name), embedded.text);
    if (file.paper.empty() || !names_study(file.studies, study)) continue;
    std::erase_if(file.figures, [&](const FigureHead& head) { return !head.study.empty() && head.study != study; });
    if (!file.figures.empty()) return file;
  }
  return std::nullopt;
}

std::string shipped_figures_text(std::string_view file) {
  return std::string(std::ranges::find(embedded_figures(), file, &EmbeddedFile::name)->text);
}

std::vector<FigureFile> metric_figures() {
  std::vector<FigureFile> files;
  for (const EmbeddedFile& embedded : embedded_figures()) {
    FigureFile file = read_figures(std::string(embedded.name), embedded.text);
    if (file.metric == k_any) files.push_back(std::move(file));
  }
  return files;
}

FigureFile about_metric(FigureFile file, std::string_view metric) {
  file.metric = metric;
  std::erase_if(file.figures, [&](const FigureHead& head) { return head.beside == metric; });
  for (FigureHead& head : file.figures) {
    for (std::string* const text : {&head.title, &head.says, &head.x.title, &head.y.title})
      *text = with_metric(*text, metric_words(metric));
    if (!head.title.empty() && head.title.front() >= 'a' && head.title.front() <= 'z')
      head.title.front() = static_cast<char>(head.title.front() - 'a' + 'A');
  }
  return file;
}

std::vector<Figure> fill(const CampaignReader& campaign, const FigureFile& file) {
  std::vector<Figure> figures;
  if (campaign.counts().completed == 0) return figures;  // the columns of the parameters come with the first results
  if (!has_columns(campaign, file.needs)) return figures;
  campaign.in_snapshot([&] {
    prepare(campaign, file);
    const StrategyOrder strategies = order_strategies(campaign, file.metric, file.asked);
    for (const FigureHead& head : file.figures) {
      figures.push_back(fill(campaign, file, head));
      figures.back().strategies = strategies;
      if (!figures.back().data.has_values("y")) figures.pop_back();
    }
  });
  return figures;
}

StrategyOrder order_strategies(const CampaignReader& campaign, std::string_view metric,
                               const std::vector<std::string>& asked) {
  const auto texts = [&](const std::string& sql) {
    std::vector<std::string> found;
    for (const auto& row : read_table(campaign, sql).rows) found.push_back(std::get<std::string>(row[0]));
    return found;
  };
  StrategyOrder order{texts("SELECT label FROM strategy ORDER BY label")};
  for (const std::string& label : asked)
    if (std::ranges::find(order.labels, label) == order.labels.end())
      throw UserError("the campaign has no strategy {}{}", label, suggestion(label, order.labels));
  if (order.labels.size() <= k_all_shown || metric.empty()) return order;
  order.labels =
      texts(fmt::format("SELECT s.label FROM contenders('{}') c JOIN strategy s ON s.id = c.strategy_id "
                        "ORDER BY c.place IS NULL, c.place, s.label",
                        metric));
  order.folded = {order.labels.begin() + k_best_shown, order.labels.end()};
  for (const std::string& label : asked) order.folded.erase(label);
  std::stable_partition(order.labels.begin(), order.labels.end(),
                        [&](const std::string& label) { return !order.folded.contains(label); });
  return order;
}

std::vector<std::size_t> named_strategies(const Figure& figure) {
  std::set<SqlValue> names;
  for (const std::string_view column : k_name_columns)
    for (SqlValue& value : figure.data.distinct(column)) names.insert(std::move(value));
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < figure.strategies.labels.size(); ++place)
    if (names.contains(figure.strategies.labels[place])) places.push_back(place);
  return places;
}

Figure shown_part(const Figure& figure) {
  Figure shown = figure;
  if (!figure.head.kind.folds || named_strategies(figure).size() <= k_all_shown) return shown;
  for (const std::string_view column : k_name_columns)
    if (const auto at = figure.data.find(column))
      std::erase_if(shown.data.rows, [&](const auto& row) {
        const auto* text = std::get_if<std::string>(&row[*at]);
        return text != nullptr && figure.strategies.folded.contains(*text);
      });
  return shown;
}

std::string figure_html(const Figure& figure, Drawing drawing) {
  if (const auto constant = constant_value(figure))
    return fmt::format(
        "<p id=\"figure-{}\" class=constant><b>{}</b>: {:.6g} in all {} rows, so there is no chart.</p>\n",
        html_escaped(figure.head.id), html_escaped(figure.head.title), *constant, count_text(figure.data.rows.size()));
  const bool charts = drawing == Drawing::charts;
  const Figure shown = shown_part(figure);
  const bool folds = charts && shown.data.rows.size() < figure.data.rows.size();
  return fmt::format("<figure id=\"figure-{}\">\n{}{}{}</figure>\n", html_escaped(figure.head.id),
                     caption(figure, folds), charts ? chart_html(shown) : "", data_html(figure, shown, !charts));
}

}  // namespace palio
