#include "analysis/report/figure_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "analysis/claims/annotated_sql.h"
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

// Reads one figure; the file is for messages.
class FigureReader {
public:
  FigureReader(const std::string& file, const AnnotatedBlock& block) : file_(file), block_(block) {}

  FigureHead figure() const {
    if (block_.sql.empty()) refuse("has no query; a SELECT follows its comments");
    FigureHead head;
    head.id = block_.id;
    head.study = text("study");
    head.place = text("place");
    head.title = required("title");
    head.says = text("says");
    head.kind = kind();
    head.x = axis("x");
    head.y = axis("y");
    head.panels = panels();
    head.sql = block_.sql;
    head.line = block_.line;
    return head;
  }

private:
  [[noreturn]] void refuse(const std::string& message) const {
    throw UserError(fmt::format("{}:{}: figure {} {}", file_, block_.line, block_.id, message));
  }

  std::string text(std::string_view key) const {
    const std::string* value = find_value(block_.annotations, key);
    return value == nullptr ? std::string() : *value;
  }

  std::string required(std::string_view key) const {
    std::string value = text(key);
    if (value.empty()) refuse(fmt::format("does not say `-- {}: ...`", key));
    return value;
  }

  ChartKind kind() const {
    const std::string word = required("chart");
    for (const KindWord& row : k_kinds)
      if (row.word == word) return row.kind;
    refuse(fmt::format("has the chart \"{}\"; write line, steps, bar, scatter or box", word));
  }

  // "makespan (s), log": the title, then the scale.
  ChartAxis axis(std::string_view key) const {
    constexpr std::string_view log = ", log";
    const std::string words = text(key);
    if (!words.ends_with(log)) return {words, AxisScale::linear};
    return {words.substr(0, words.size() - log.size()), AxisScale::log};
  }

  PanelScales panels() const {
    const std::string word = text("panels");
    if (word.empty() || word == "shared") return PanelScales::shared;
    if (word == "independent") return PanelScales::independent;
    refuse(fmt::format("has the panels \"{}\"; write shared or independent", word));
  }

  const std::string& file_;
  const AnnotatedBlock& block_;
};

bool is_about(const FigureFile& file, std::string_view study) {
  return file.studies.empty() || std::ranges::find(file.studies, study) != file.studies.end();
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
  FigureFile figures{.file = file, .paper = {}, .studies = {}, .preparation = read.preparation, .figures = {}};
  if (const std::string* paper = find_value(read.header, "paper")) figures.paper = *paper;
  if (const std::string* studies = find_value(read.header, "studies")) figures.studies = comma_list(*studies);
  for (const AnnotatedBlock& block : read.blocks) figures.figures.push_back(FigureReader(file, block).figure());
  return figures;
}

std::vector<FigureFile> figures_about(std::string_view study) {
  std::vector<FigureFile> fitting;
  for (const EmbeddedFile& embedded : embedded_figures()) {
    FigureFile file = read_figures(std::string(embedded.name), embedded.text);
    if (!is_about(file, study)) continue;
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
