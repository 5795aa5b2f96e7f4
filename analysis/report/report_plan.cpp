#include "analysis/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "analysis/annotated/annotated_sql.h"
#include "analysis/claims/claim_file.h"
#include "analysis/queries/answer.h"
#include "analysis/queries/ready_query.h"
#include "analysis/queries/usual_metric.h"
#include "analysis/report/parts/data_table.h"
#include "core/error.h"
#include "storage/read/value_text.h"

namespace palio {
namespace {

constexpr std::string_view k_beside = "makespan";  // strategies are also compared by it

std::string metrics_text(const CampaignReader& campaign) {
  std::vector<std::string_view> present;
  for (const MetricInfo& metric : metric_table())
    if (metric.better != Better::neither && has_values(campaign, metric.name)) present.push_back(metric.name);
  return fmt::format("{}", fmt::join(present, ", "));
}

// The wished metric, which must exist; else that of the file of figures, if scenarios have it, or the usual one.
std::string chosen_metric(const CampaignReader& campaign, const std::string& wished, const std::string& of_figures) {
  const bool empty = campaign.counts().completed == 0;
  if (wished.empty()) {
    const bool takes = !of_figures.empty() && (empty || has_values(campaign, metric_named(of_figures).name));
    return takes ? of_figures : usual_metric(campaign);
  }
  const MetricInfo& metric = metric_named(wished);
  cost_sql(metric);
  if (!empty && !has_values(campaign, metric.name))
    throw UserError("no scenario of this campaign has {}; a report can be about {}", wished, metrics_text(campaign));
  return wished;
}

FigureFile wished_figures(const ReportWish& wish, std::string_view study) {
  FigureFile file = read_figures(wish.figures_file, wish.figures_text);
  if (!names_study(file.studies, study))
    throw UserError("{}: its figures are about {}, not about the study {}; add it under `-- studies:`",
                    wish.figures_file, fmt::join(file.studies, ", "), study);
  std::erase_if(file.figures, [&](const FigureHead& head) { return !head.study.empty() && head.study != study; });
  if (file.figures.empty())
    throw UserError("{}: has no figure about the study {}; one begins with `-- figure: ID`", wish.figures_file, study);
  return file;
}

// A file of figures about any metric.
struct MetricSection {
  std::string_view file, id, link, title;
};
constexpr auto k_metric_sections =
    std::to_array<MetricSection>({{"ranking.sql", "ranking", "Ranking", "Ranking by {}"},
                                  {"duels.sql", "duels", "Worst cases", "Worst cases"},
                                  {"uncertain.sql", "uncertain", "Uncertainty", "When durations are uncertain"},
                                  {"realizations.sql", "realizations", "Realizations", "Realizations"},
                                  {"every-study.sql", "comparison", "Comparison", "Comparison by {}"},
                                  {"datasets.sql", "datasets", "Data sets", "Data sets by {}"},
                                  {"contention.sql", "contention", "Contention", "Contention"},
                                  {"effects.sql", "effects", "Effects", "What explains the {}"}});

const MetricSection& section_of(const FigureFile& file) {
  const auto* const section = std::ranges::find(k_metric_sections, file.file, &MetricSection::file);
  if (section == k_metric_sections.end()) throw InternalError("{} is in no section of a report", file.file);
  return *section;
}

std::string heading(const MetricSection& section, const CampaignReader& campaign, std::string_view metric) {
  return fmt::format(fmt::runtime(section.title),
                     section.id == "ranking" ? metric_title(campaign, metric) : metric_words(metric));
}

// Without figures that compare two metrics; ids name the metric.
FigureFile also_about(FigureFile file, std::string_view metric) {
  std::erase_if(file.figures, [](const FigureHead& head) { return !head.beside.empty(); });
  for (FigureHead& head : file.figures) head.id = fmt::format("{}-{}", metric, head.id);
  return about_metric(std::move(file), metric);
}

// The id of a user's figure must not be one of the page's own.
void refuse_taken_ids(const ReportPlan& plan, const FigureFile& own) {
  for (const PlannedFigures& section : plan.sections)
    for (const FigureHead& head : own.figures)
      if (std::ranges::find(section.file.figures, head.id, &FigureHead::id) != section.file.figures.end())
        throw UserError("{}:{}: figure {}: every report has a figure of this id; give yours another one", own.file,
                        head.line, head.id);
}

std::string paper_of(const std::string& study) {
  if (const std::optional<FigureFile> figures = paper_figures(study)) return figures->paper;
  const std::optional<ClaimFile> claims = find_shipped_claims(study);
  return claims ? claims->paper : "";
}

// Whether campaigns follow a paper, but are not one result of each scenario from one study. Throws UserError for two
// papers.
bool blurs_a_paper(const CampaignReader& campaign, const ReportWish& wish) {
  if (wish.others.empty()) return false;
  const DataTable studies = read_table(campaign, "SELECT campaign, study FROM campaign");
  std::string first, paper;
  for (const auto& row : studies.rows) {
    const std::string file = value_words(row[0], Digits::all), own = paper_of(value_words(row[1], Digits::all));
    if (!own.empty() && !paper.empty() && own != paper)
      throw UserError("{} is about {}, and {} about {}: a report is about one paper; write one of each", first, paper,
                      file, own);
    if (!own.empty()) std::tie(first, paper) = std::pair(file, own);
  }
  if (paper.empty()) return false;
  return wish.reading || studies.distinct("study").size() > 1 ||
         !read_table(campaign, "SELECT 1 FROM strategy GROUP BY canonical HAVING count(*) > 1").rows.empty();
}

ReportPlan plan_sections(const CampaignReader& campaign, const ReportWish& wish) {
  const std::string study = campaign.info().study;
  const bool blurred = blurs_a_paper(campaign, wish);
  const bool by_user = !wish.figures_file.empty();
  std::optional<FigureFile> figures =
      by_user ? wished_figures(wish, study) : (blurred ? std::nullopt : paper_figures(study));
  ReportPlan plan{.metric = chosen_metric(campaign, wish.metric, figures ? figures->metric : ""),
                  .sections = {},
                  .leaves_paper_out = blurred,
                  .searched = is_searched(campaign),
                  .strategies = {},
                  .reading = wish.reading};
  for (const FigureFile& file : metric_figures()) {
    const MetricSection& section = section_of(file);
    if (plan.searched != (section.id == "duels")) continue;
    plan.sections.push_back({std::string(section.id), std::string(section.link),
                             heading(section, campaign, plan.metric), about_metric(file, plan.metric)});
    if (section.id == "comparison" && plan.metric != k_beside)
      plan.sections.push_back({fmt::format("{}-{}", section.id, k_beside),
                               {},
                               heading(section, campaign, k_beside),
                               also_about(file, k_beside)});
  }
  if (!figures) return plan;
  if (by_user) refuse_taken_ids(plan, *figures);
  plan.sections.insert(plan.sections.begin() + 1, {"figures", "Figures", by_user ? "Figures" : "Figures of the paper",
                                                   about_metric(*std::move(figures), plan.metric)});
  return plan;
}

}  // namespace

ReportPlan plan_report(const CampaignReader& campaign, const ReportWish& wish) {
  ReportPlan plan = plan_sections(campaign, wish);
  plan.strategies = order_strategies(campaign, plan.metric, wish.strategies);
  for (PlannedFigures& section : plan.sections) section.file.asked = wish.strategies;
  return plan;
}

}  // namespace palio
