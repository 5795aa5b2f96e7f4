// What a report over several campaigns says of each, and of the scenarios that they share.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "analysis/compare/compare.h"
#include "analysis/report/parts/data_table.h"
#include "analysis/report/parts/html_text.h"
#include "analysis/report/sections/sections.h"
#include "core/text/count_text.h"
#include "storage/read/campaign_digest.h"

namespace palio {
namespace {

std::string state_of(const SessionRow& last, const ResultCounts& counts) {
  if (last.alive) return "running";
  return last.stored(counts.all()) >= last.info.wanted ? "complete" : "unfinished";
}

// A running campaign has no digest: a page shows one moment.
std::vector<std::string> campaign_row(const std::filesystem::path& file) {
  const CampaignReader campaign(file);
  const ResultCounts counts = campaign.counts();
  const std::vector<SessionRow> sessions = campaign.sessions();
  const std::string state = sessions.empty() ? "empty" : state_of(sessions.back(), counts);
  return {html_name(file.string()),
          html_name(campaign.info().study),
          count_text(counts.all()),
          count_text(counts.completed),
          count_text(counts.all_failed()),
          state,
          state == "running" ? "" : to_text(digest_campaign(file).digest)};
}

std::string campaign_table(std::span<const std::filesystem::path> files) {
  std::vector<std::vector<std::string>> cells;
  for (const std::filesystem::path& file : files) cells.push_back(campaign_row(file));
  const CellKind number = CellKind::number;
  return html_table("The campaigns that this page reads as one",
                    {{"campaign"},
                     {"study"},
                     {"scenarios", number},
                     {"completed", number},
                     {"failed", number},
                     {"state"},
                     {"digest", CellKind::code}},
                    cells);
}

// The strategies of scenarios that completed in both.
std::string shared_strategies(const Comparison& comparison) {
  std::vector<std::string> names;
  for (const ComparisonCell& cell : comparison.cells)
    if (cell.metrics.front().pairs > 0) names.push_back(html_name(std::get<std::string>(cell.values.front())));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string largest_change(const Comparison& comparison) {
  const MetricChange* largest = nullptr;
  for (const MetricChange& metric : comparison.metrics)
    if (metric.changed > 0 && (largest == nullptr || std::abs(metric.largest) > std::abs(largest->largest)))
      largest = &metric;
  return largest == nullptr ? "" : fmt::format("{}: {}", largest->metric, cell_words(largest->largest));
}

std::string shared_scenarios(std::span<const std::filesystem::path> files) {
  std::vector<std::vector<std::string>> cells;
  bool agree = true;
  for (std::size_t i = 0; i < files.size(); ++i)
    for (std::size_t j = i + 1; j < files.size(); ++j) {
      const Comparison both = compare_campaigns(files[i], files[j], {});
      const std::int64_t different = both.outcome_changed + both.metrics_changed;
      if (both.equal + different == 0) continue;
      agree = agree && different == 0;
      cells.push_back({html_name(files[i].string()), html_name(files[j].string()), count_text(both.equal + different),
                       shared_strategies(both), count_text(both.equal), count_text(both.outcome_changed),
                       count_text(both.metrics_changed), largest_change(both)});
    }
  if (cells.empty()) return "<p>No scenario is in several of them: their results are pooled.</p>\n";
  const CellKind number = CellKind::number;
  return fmt::format(
             "<p>{} Below, each of their strategies is one strategy for each campaign that ran it, named after its "
             "file. <code>palio diff</code> lists what differs.</p>\n",
             agree ? "Scenarios that are in several campaigns agree to the last bit."
                   : "<b class=bad>Scenarios that are in several campaigns do not all agree.</b>") +
         html_table("Scenarios in two campaigns; a change is relative to the first",
                    {{"campaign"},
                     {"and"},
                     {"scenarios in both", number},
                     {"completed in both by"},
                     {"equal", number},
                     {"another outcome", number},
                     {"other metrics", number},
                     {"largest change"}},
                    cells);
}

}  // namespace

ReportHead union_head(const CampaignReader& united, std::span<const std::filesystem::path> files) {
  std::vector<std::string> titles;
  for (const std::filesystem::path& file : files) {
    const CampaignInfo info = CampaignReader(file).info();
    std::string title = html_name(info.title.empty() ? info.study : info.title);
    if (std::ranges::find(titles, title) == titles.end()) titles.push_back(std::move(title));
  }
  const ResultCounts counts = united.counts();
  return {fmt::format("<h1>{}</h1>\n", fmt::join(titles, " · ")),
          fmt::format(
              "<p><b>{}</b> <a href=#campaigns>campaigns</a> read as one: <b>{}</b> scenarios stored, <b>{}</b> "
              "completed, <b>{}</b> failed.</p>\n",
              files.size(), count_text(counts.all()), count_text(counts.completed), count_text(counts.all_failed()))};
}

ReportSection union_section(std::span<const std::filesystem::path> files, bool leaves_paper_out) {
  return {
      "campaigns", "Campaigns", "Campaigns",
      campaign_table(files) + shared_scenarios(files) +
          (leaves_paper_out
               ? "<p class=note role=note>The paper's claims and figures are left out: they are about one result of "
                 "each scenario, from campaigns of one study without readings.</p>\n"
               : "")};
}

ReportSection of_each(std::span<const std::filesystem::path> files, ReportSection (*write)(const CampaignReader&)) {
  ReportSection all;
  for (const std::filesystem::path& file : files) {
    ReportSection one = write(CampaignReader(file));
    if (one.body.empty()) continue;
    const std::string body = fmt::format("{}<h3>{}</h3>\n{}", all.body, html_name(file.string()), one.body);
    all = std::move(one);
    all.body = body;
  }
  return all;
}

}  // namespace palio
