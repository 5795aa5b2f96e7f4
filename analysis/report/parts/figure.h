#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/report/parts/data_table.h"

namespace palio {

/// A kind of chart; analysis/report/charts/ draws it.
struct ChartKind {
  std::string_view word;
  std::string_view needs = {};  // a column of the query, besides x and y
  bool folds = true;            // leaves out strategies if there are many
};
enum class AxisScale { linear, log };
/// Whether the panels of a figure share one y scale or have their own.
enum class PanelScales { shared, independent };

struct ChartAxis {
  std::string title;  // with the unit
  AxisScale scale = AxisScale::linear;
};

/// What a figure shows and how; docs/reports.md says which columns its query has.
struct FigureHead {
  std::string id;
  std::string beside;  // metric that it compares with the report's; left out if they are the same
  std::string study;   // that the figure is about; empty: every study of its file
  std::string place;   // in the paper; empty: the figure is not the paper's
  std::string title;
  std::string says;  // what is shown, for people who cannot see it
  ChartKind kind;
  ChartAxis x, y;
  PanelScales panels = PanelScales::shared;
  std::string sql;
  std::size_t line = 0;  // in its file
};

/// How many strategies charts show: all up to the first number, else the best ones.
inline constexpr std::size_t k_all_shown = 20, k_best_shown = 15;

/// The strategies of a campaign in the order that gives them their looks.
struct StrategyOrder {
  std::vector<std::string> labels;
  std::set<std::string> folded = {};  // those that charts leave out and tables fold: of many, all but the best
};

struct Figure {
  FigureHead head;
  DataTable data;
  StrategyOrder strategies = {};  // of the campaign
};

/// The figure with only the rows whose strategies charts show.
Figure shown_part(const Figure& figure);

/// Which strategies of the campaign a figure names: their places.
std::vector<std::size_t> named_strategies(const Figure& figure);

/// The figures of one paper, of a user, or those of every study.
struct FigureFile {
  std::string file;                       // for messages
  std::string paper;                      // authors and where it appeared; empty: of every study
  std::vector<std::string> studies;       // that the figures are about; empty: all
  std::string metric;                     // that they are about; "any": the report's; empty: it names none
  std::vector<std::string> needs;         // columns ("platform.contention") without which it has nothing to draw
  std::vector<InstanceColumn> instances;  // of the table of instances; empty: there is none
  std::string temporary_sql;              // makes temporary tables and views
  std::size_t line = 0;                   // where it begins
  std::vector<FigureHead> figures;
  std::vector<std::string> asked = {};  // strategies that charts show in any case
};

/// Reads a file of figures (docs/reports.md). Throws UserError with file and line.
FigureFile read_figures(const std::string& file, std::string_view text);

/// The shipped figures of the paper that a study follows; nothing if there are none.
std::optional<FigureFile> paper_figures(std::string_view study);

/// The text of a file of figures that comes with Palio.
std::string shipped_figures_text(std::string_view file);

/// The shipped figures of every study that are about any metric, in the order of the page: first which strategy leads,
/// then how.
std::vector<FigureFile> metric_figures();

/// The figures of a file about one metric: their words name it, and those that would compare it with itself are left
/// out.
FigureFile about_metric(FigureFile file, std::string_view metric);

/// Fills in the figures that a campaign has data for: figures without a row are left out. The reader must know the
/// functions of analysis/statistics. Throws UserError with the place of a statement that is wrong.
std::vector<Figure> fill(const CampaignReader& campaign, const FigureFile& file);

/// The strategies of a campaign. Of more than 20 the 15 that are best by a metric are shown, and those that are `asked`
/// for. Throws UserError for one of these that the campaign lacks.
StrategyOrder order_strategies(const CampaignReader& campaign, std::string_view metric,
                               const std::vector<std::string>& asked = {});

/// Whether figures are drawn as charts or shown only as tables.
enum class Drawing { charts, tables };

/// One figure: the chart, what it shows, its data as a table.
std::string figure_html(const Figure& figure, Drawing drawing);

}  // namespace palio
