#include "analysis/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <future>
#include <optional>
#include <utility>

#include "analysis/queries/query_tables.h"
#include "analysis/report/parts/chart_data.h"
#include "analysis/report/parts/data_table.h"
#include "analysis/report/parts/html_text.h"
#include "analysis/report/parts/page.h"
#include "analysis/report/parts/series_looks.h"
#include "analysis/report/sections/sections.h"
#include "core/error.h"
#include "core/identity/canonical.h"
#include "core/identity/nearest.h"
#include "storage/read/campaign_digest.h"
#include "storage/read/campaign_reader.h"

namespace palio {
namespace {

using WritePart = std::function<std::vector<ReportSection>(const CampaignReader& campaign)>;

// Reads what most parts ask for in one pass over the results; all readers of a moment share it.
void read_metrics(const CampaignReader& campaign, const std::string& metric) {
  std::vector<std::string> columns{metric};
  for (const MetricInfo& info : metric_table())
    if (info.in_report == InReport::beside) columns.emplace_back(info.name);
  campaign.results(columns);
}

std::vector<std::filesystem::path> all_campaigns(const std::filesystem::path& first, const ReportWish& wish) {
  std::vector<std::filesystem::path> all{first};
  all.insert(all.end(), wish.others.begin(), wish.others.end());
  return all;
}

std::unique_ptr<CampaignReader> opened(const std::filesystem::path& campaign, const ReportWish& wish) {
  auto reader = std::make_unique<CampaignReader>(campaign);
  if (!wish.others.empty()) reader->unite(wish.others);
  return reader;
}

// Several connections to one campaign, or one to several: uniting these takes as long as many parts.
std::vector<std::unique_ptr<CampaignReader>> readers(const std::filesystem::path& file, const ReportWish& wish,
                                                     std::size_t parts) {
  if (wish.others.empty()) return read_one_snapshot(file, parts);
  std::vector<std::unique_ptr<CampaignReader>> one;
  one.push_back(opened(file, wish));
  one.front()->hold();
  return one;
}

// The sections of a page that have a body, all showing one moment, each part written through its own connection, if
// there are several.
std::vector<ReportSection> write_parts(const std::filesystem::path& file, const ReportWish& wish,
                                       const std::string& metric, const std::vector<WritePart>& parts) {
  const auto campaigns = readers(file, wish, parts.size());
  read_metrics(*campaigns.front(), metric);
  const auto tables = make_query_tables();
  for (const auto& campaign : campaigns) add_query_functions(*campaign, tables);
  std::vector<std::future<std::vector<ReportSection>>> writing;
  for (std::size_t i = 0; i < parts.size(); ++i)
    writing.push_back(std::async(campaigns.size() > 1 ? std::launch::async : std::launch::deferred, parts[i],
                                 std::cref(*campaigns[i % campaigns.size()])));
  std::vector<ReportSection> written;
  for (auto& part : writing)
    for (ReportSection& section : part.get())
      if (!section.body.empty()) written.push_back(std::move(section));
  return written;
}

ReportSection figure_section(const PlannedFigures& planned, const std::vector<Figure>& figures, Drawing drawing) {
  std::string body;
  for (const Figure& figure : figures) body += figure_html(figure, drawing);
  if (!body.empty() && !planned.file.paper.empty())
    body = fmt::format("<p>{}</p>\n{}", html_escaped(planned.file.paper), body);
  return {planned.section, planned.link, planned.title, body};
}

// The parts of a page in their order. They store the head and the answer in `head` and `answer`.
std::vector<WritePart> page_parts(const std::vector<std::filesystem::path>& files, const ReportPlan& plan,
                                  Drawing drawing, ReportHead& head, std::string& answer) {
  using Sections = std::vector<ReportSection>;
  std::vector<WritePart> parts{[&plan, &head, &files](const CampaignReader& campaign) {
                                 head = files.size() > 1 ? union_head(campaign, files) : head_section(campaign);
                                 Sections sections;
                                 if (files.size() > 1) sections.push_back(union_section(files, plan.leaves_paper_out));
                                 return sections;
                               },
                               [&plan, &answer, drawing](const CampaignReader& campaign) {
                                 const PlannedFigures& ranking = plan.sections.front();
                                 answer = answer_html(campaign, plan.metric);
                                 return Sections{figure_section(ranking, fill(campaign, ranking.file), drawing)};
                               },
                               [&plan](const CampaignReader& campaign) {
                                 return plan.searched ? Sections{} : Sections{headline_section(campaign, plan.metric)};
                               },
                               [&plan](const CampaignReader& campaign) {
                                 return plan.leaves_paper_out ? Sections{}
                                                              : Sections{claims_section(campaign, plan.reading)};
                               }};
  for (std::size_t i = 1; i < plan.sections.size(); ++i)
    parts.emplace_back([&planned = plan.sections[i], drawing](const CampaignReader& campaign) {
      return Sections{figure_section(planned, fill(campaign, planned.file), drawing)};
    });
  parts.emplace_back([&files](const CampaignReader& campaign) {
    if (files.size() == 1)
      return Sections{failure_section(campaign), cost_section(campaign), provenance_section(campaign),
                      study_section(campaign)};
    return Sections{failure_section(campaign), cost_section(campaign), of_each(files, provenance_section),
                    of_each(files, study_section)};
  });
  return parts;
}

// The digest, unless the campaign is changing: a page shows one moment.
std::string digest_line(const std::filesystem::path& file) {
  const std::vector<SessionRow> sessions = CampaignReader(file).sessions();
  if (sessions.empty() || sessions.back().alive) return {};
  return fmt::format("<p class=digest>Digest of all results <code>{}</code></p>\n",
                     to_text(digest_campaign(file).digest));
}

// Title, answer, how complete the campaign is.
std::string header_html(const ReportHead& head, const std::string& answer, const std::string& digest, Drawing drawing) {
  std::string html = head.title + answer + head.state + digest;
  if (drawing == Drawing::tables)
    html +=
        "<p class=note role=note>This palio was built without npm, so there are no charts; the tables have their "
        "data.</p>\n";
  return fmt::format("<header>\n{}</header>\n", html);
}

std::string body_html(const std::filesystem::path& file, const ReportWish& wish, Drawing drawing) {
  const auto campaign = opened(file, wish);
  add_query_functions(*campaign);
  const ReportPlan plan = plan_report(*campaign, wish);
  const std::vector<std::filesystem::path> files = all_campaigns(file, wish);
  std::future<std::string> digest =
      std::async(std::launch::async, [&] { return files.size() > 1 ? "" : digest_line(file); });
  ReportHead head;
  std::string answer;
  const std::vector<ReportSection> sections =
      write_parts(file, wish, plan.metric, page_parts(files, plan, drawing, head, answer));
  return header_html(head, answer, digest.get(), drawing) + navigation(sections) +
         fmt::format("<main>\n{}</main>\n", with_strategy_marks(sections_html(sections), plan.strategies.labels));
}

// Runs only its own query; nothing if it has no data.
std::optional<Figure> find_figure(const CampaignReader& campaign, const ReportPlan& plan, std::string_view id) {
  for (const PlannedFigures& planned : plan.sections) {
    FigureFile file = planned.file;
    std::erase_if(file.figures, [&](const FigureHead& head) { return head.id != id; });
    if (file.figures.empty()) continue;
    std::vector<Figure> figures = fill(campaign, file);
    if (!figures.empty()) return std::move(figures.front());
  }
  return std::nullopt;
}

std::vector<Figure> all_figures(const CampaignReader& campaign, const ReportPlan& plan) {
  std::vector<Figure> figures;
  for (const PlannedFigures& planned : plan.sections)
    for (Figure& figure : fill(campaign, planned.file)) figures.push_back(std::move(figure));
  return figures;
}

}  // namespace

std::string report_page(const std::filesystem::path& campaign, std::string_view charts, const ReportWish& wish) {
  std::string title;
  for (const std::filesystem::path& file : all_campaigns(campaign, wish))
    title += wish.others.empty() ? CampaignReader(file).info().study : (title.empty() ? "" : ", ") + file.string();
  HtmlPage page{.title = title + (wish.others.empty() ? ": report of a campaign" : ": report of campaigns"),
                .style = series_css(),
                .body = body_html(campaign, wish, charts.empty() ? Drawing::tables : Drawing::charts)};
  page.scripts = charts.empty() ? std::vector{page_file("tables.js")}
                                : std::vector{charts, chart_scripts(), page_file("tables.js"), page_file("page.js")};
  return html_page(page);
}

std::string report_part(const std::filesystem::path& campaign, ReportPart part, const ReportWish& wish) {
  const auto reader = opened(campaign, wish);
  add_query_functions(*reader);
  const ReportPlan plan = plan_report(*reader, wish);
  std::vector<ReportSection> sections;
  if (part == ReportPart::claims) {
    if (!plan.leaves_paper_out) sections.push_back(claims_section(*reader, plan.reading));
  } else {
    if (!plan.searched) sections.push_back(headline_section(*reader, plan.metric));
    const PlannedFigures& ranking = plan.sections.front();
    sections.push_back(figure_section(ranking, fill(*reader, ranking.file), Drawing::charts));
  }
  std::erase_if(sections, [](const ReportSection& section) { return section.body.empty(); });
  return with_strategy_marks(sections_html(sections), plan.strategies.labels);
}

std::vector<Figure> campaign_figures(const std::filesystem::path& campaign, const ReportWish& wish) {
  const auto reader = opened(campaign, wish);
  add_query_functions(*reader);
  return all_figures(*reader, plan_report(*reader, wish));
}

Figure campaign_figure(const std::filesystem::path& campaign, std::string_view id, const ReportWish& wish) {
  const auto reader = opened(campaign, wish);
  add_query_functions(*reader);
  const ReportPlan plan = plan_report(*reader, wish);
  if (std::optional<Figure> figure = find_figure(*reader, plan, id)) return *std::move(figure);
  const std::vector<Figure> figures = all_figures(*reader, plan);
  throw UserError("{} has no figure {}{}; palio report {} --figure list names those that have data", campaign.string(),
                  id,
                  suggestion(
                      id, figures, [](const Figure& figure) -> const auto& { return figure.head.id; }),
                  brief_shell_word(campaign.string()));
}

}  // namespace palio
