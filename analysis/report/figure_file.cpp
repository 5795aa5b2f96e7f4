#include "analysis/report/figure_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "analysis/annotated/annotation_reader.h"
#include "analysis/queries/ready_query.h"
#include "core/embedded_file.h"
#include "core/error.h"

namespace palio {

std::span<const EmbeddedFile> embedded_figures();  // made by palio_embed

namespace {

constexpr std::array<std::string_view, 2> k_header_keys{"paper", "studies"};
constexpr std::array<std::string_view, 8> k_figure_keys{"study", "place", "title", "says", "chart", "x", "y", "panels"};

struct KindWord {
  std::string_view word;
  ChartKind kind;
};
constexpr std::array<KindWord, 5> k_kinds{{{"line", ChartKind::line},
                                           {"steps", ChartKind::steps},
                                           {"bar", ChartKind::bar},
                                           {"scatter", ChartKind::scatter},
                                           {"box", ChartKind::box}}};

ChartKind chart_kind(const AnnotationReader& block) {
  const std::string word = block.required("chart");
  for (const KindWord& row : k_kinds)
    if (row.word == word) return row.kind;
  block.refuse(fmt::format("has the chart \"{}\"; write line, steps, bar, scatter or box", word));
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

void check_columns(const DataTable& data) {
  for (const std::string_view needed : {"x", "y"})
    if (!data.find(needed)) throw UserError(fmt::format("its query has no column \"{}\"", needed));
}

Figure fill(const CampaignReader& campaign, const FigureFile& file, const FigureHead& head) {
  try {
    Figure figure{head, read_table(campaign, head.sql)};
    check_columns(figure.data);
    return figure;
  } catch (const UserError& error) {
    throw UserError(fmt::format("{}:{}: figure {}: {}", file.file, head.line, head.id, error.what()));
  }
}

}  // namespace

FigureFile read_figures(const std::string& file, std::string_view text) {
  const AnnotatedSql read = read_annotated_sql(file, text, "figure", k_header_keys, k_figure_keys);
  FigureFile figures{.file = file, .paper = {}, .studies = {}, .preparation = with_contenders(read.preparation), .figures = {}};
  if (const std::string* paper = find_value(read.header, "paper")) figures.paper = *paper;
  if (const std::string* studies = find_value(read.header, "studies")) figures.studies = split_list(*studies, ',');
  for (const AnnotatedBlock& block : read.blocks) figures.figures.push_back(read_figure({file, "figure", block}));
  return figures;
}

std::vector<FigureFile> figures_about(std::string_view study) {
  std::vector<FigureFile> fitting;
  for (const EmbeddedFile& embedded : embedded_figures()) {
    FigureFile file = read_figures(std::string(embedded.name), embedded.text);
    if (!names_study(file.studies, study)) continue;
    std::erase_if(file.figures, [&](const FigureHead& head) { return !head.study.empty() && head.study != study; });
    if (!file.figures.empty()) fitting.push_back(std::move(file));
  }
  std::stable_partition(fitting.begin(), fitting.end(), [](const FigureFile& file) { return !file.paper.empty(); });
  return fitting;
}

std::vector<Figure> fill(const CampaignReader& campaign, const FigureFile& file) {
  std::vector<Figure> figures;
  if (campaign.counts().completed == 0) return figures;  // the columns of the parameters come with the first results
  campaign.in_snapshot([&] {
    try {
      campaign.prepare(file.preparation);
    } catch (const UserError& error) {
      throw UserError(fmt::format("{}: before the first figure: {}", file.file, error.what()));
    }
    for (const FigureHead& head : file.figures) {
      figures.push_back(fill(campaign, file, head));
      if (!figures.back().data.has_values("y")) figures.pop_back();
    }
  });
  return figures;
}

}  // namespace palio
