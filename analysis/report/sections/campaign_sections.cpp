#include <fmt/format.h>

#include <algorithm>

#include "analysis/report/parts/data_table.h"
#include "analysis/report/parts/html_text.h"
#include "analysis/report/sections/sections.h"
#include "core/text/count_text.h"
#include "core/version.h"
#include "storage/read/failure_groups.h"

namespace palio {
namespace {

std::string note(const std::string& html) { return fmt::format("<p class=note role=note>{}</p>\n", html); }

// A note on why the numbers do not cover the whole study.
std::string state_note(const ResultCounts& counts, const std::vector<SessionRow>& sessions) {
  if (sessions.empty()) return note("No session has run: the campaign is empty, there is nothing to report yet.");
  const SessionRow& last = sessions.back();
  const auto stored = last.stored(counts.all());
  if (!last.alive && stored >= last.info.wanted) return {};
  return note(fmt::format("The campaign is {}: {} of {} scenarios are stored. All numbers are of these.",
                          last.alive ? "still running" : "unfinished", count_text(stored),
                          count_text(last.info.wanted)));
}

std::string failure_note(const ResultCounts& counts) {
  if (counts.all() == 0) return note("No scenario is stored: there are no numbers yet.");
  if (counts.all_failed() == 0) return {};
  if (counts.completed == 0)
    return note("Every stored scenario failed: there are no numbers, only <a href=#failures>failures</a>.");
  return note(fmt::format(
      "{} of {} scenarios <a href=#failures>failed</a>. Failures are counted beside the averages, never in them.",
      count_text(counts.all_failed()), count_text(counts.all())));
}

// To the minute.
std::string date_text(const SessionRow& session) {
  const bool ended = !session.ended.empty();
  std::string date = (ended ? session.ended : session.started).substr(0, 16);
  std::ranges::replace(date, 'T', ' ');
  return fmt::format("last run {} {} UTC", ended ? "ended" : "begun", html_escaped(date));
}

constexpr std::size_t k_shown_groups = 100;

constexpr std::string_view k_cost_query = R"(
SELECT (SELECT label FROM strategy WHERE id = strategy_id) AS strategy, count(*), sum(total_time) AS total,
       sum(schedule_time), sum(simulation_time), sum(lp_time) AS lp_time, 1000 * avg(total_time), max(total_time),
       max(peak_memory) / 1e6
FROM result GROUP BY strategy_id ORDER BY total DESC)";

std::string cpu_words(double seconds) {
  if (seconds < 120) return fmt::format("{:.1f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.1f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string ended(const SessionRow& session) {
  if (session.alive) return "running";
  if (session.ended.empty()) return "killed";
  return html_escaped(session.ended) + (session.how == "finished" ? "" : ", " + html_escaped(session.how));
}

std::string session_table(const std::vector<SessionRow>& sessions) {
  std::vector<std::vector<std::string>> cells;
  for (const SessionRow& session : sessions)
    cells.push_back(
        {html_escaped(session.started), ended(session), count_text(session.completed), count_text(session.failed),
         html_name(session.info.host), count_text(session.info.jobs), html_escaped(session.info.palio_version),
         html_name(session.info.engine + " " + session.info.engine_version), html_name(session.info.compiler)});
  return html_table("Sessions: calls of palio run, resume and merge, dates in UTC",
                    {{"started"},
                     {"ended"},
                     {"completed", CellKind::number},
                     {"failed", CellKind::number},
                     {"host"},
                     {"workers", CellKind::number},
                     {"palio"},
                     {"engine"},
                     {"compiler"}},
                    cells);
}

}  // namespace

ReportHead head_section(const CampaignReader& campaign) {
  const CampaignInfo info = campaign.info();
  const ResultCounts counts = campaign.counts();
  const std::vector<SessionRow> sessions = campaign.sessions();
  ReportHead head{fmt::format("<h1>{}</h1>\n", html_name(info.title.empty() ? info.study : info.title)), {}};
  std::string& html = head.state;
  html += fmt::format("<p>Study {}{}</p>\n", html_name(info.study),
                      info.source.empty() ? "" : " · " + html_name(info.source));
  html += fmt::format("<p><b>{}</b> scenarios stored: <b>{}</b> completed, <b>{}</b> failed", count_text(counts.all()),
                      count_text(counts.completed), count_text(counts.all_failed()));
  if (!sessions.empty() && sessions.back().info.sample > 0)
    html += fmt::format("; a sample of {} instances", count_text(sessions.back().info.sample));
  if (!sessions.empty()) html += fmt::format("; {}", date_text(sessions.back()));
  html += ".</p>\n" + state_note(counts, sessions);
  if (!sessions.empty()) html += failure_note(counts);
  return head;
}

ReportSection failure_section(const CampaignReader& campaign) {
  const std::vector<FailureGroup> groups = failure_groups(campaign);
  if (groups.empty()) return {"failures", "Failures", "Failures", "<p>No scenario failed.</p>\n"};
  std::vector<std::vector<std::string>> cells;
  for (std::size_t i = 0; i < std::min(k_shown_groups, groups.size()); ++i) {
    const FailureGroup& group = groups[i];
    cells.push_back({html_name(group.strategy), count_text(group.count), html_escaped(group.kind),
                     html_name(group.message), html_escaped(group.example), html_name(group.last_line)});
  }
  std::string body = html_table("Failed scenarios by strategy and message; # stands for numbers that differ",
                                {{"strategy"},
                                 {"scenarios", CellKind::number},
                                 {"failure"},
                                 {"message", CellKind::code},
                                 {"an example", CellKind::code},
                                 {"its last output", CellKind::code}},
                                cells);
  if (groups.size() > k_shown_groups)
    body += fmt::format("<p>{} smaller groups are left out: palio status --failures lists all.</p>\n",
                        groups.size() - k_shown_groups);
  return {"failures", "Failures", "Failures", body};
}

ReportSection cost_section(const CampaignReader& campaign) {
  const DataTable table = read_table(campaign, k_cost_query);
  if (table.rows.empty()) return {};
  double total = 0;  // s
  std::vector<std::vector<std::string>> cells;
  for (const auto& row : table.rows) {
    total += number_of(row[2]).value_or(0);
    cells.emplace_back();
    for (const SqlValue& value : row) cells.back().push_back(cell_words(value));
  }
  const CellKind number = CellKind::number;
  return {"cost", "Cost", "Cost of the campaign",
          fmt::format("<p>{} of CPU time in all stored scenarios.</p>\n", cpu_words(total)) +
              html_table("CPU time and memory by strategy, the most expensive first",
                         {{"strategy"},
                          {"scenarios", number},
                          {"CPU (s)", number},
                          {"scheduling (s)", number},
                          {"simulation (s)", number},
                          {"linear programs (s)", number},
                          {"mean (ms)", number},
                          {"longest (s)", number},
                          {"largest process (MB)", number}},
                         cells)};
}

ReportSection provenance_section(const CampaignReader& campaign) {
  const CampaignInfo info = campaign.info();
  const std::vector<SessionRow> sessions = campaign.sessions();
  std::string body = fmt::format("<p>Seed {} · study file {} · report written by palio {}</p>\n", info.seed,
                                 html_name(info.study_path), k_version);
  if (!sessions.empty()) body += session_table(sessions);
  if (const AuditedResults audited = campaign.audited(); audited.count > 0)
    body += fmt::format("<p>{}.</p>\n", audit_text(audited));
  return {"provenance", "Provenance", "Provenance", body};
}

ReportSection study_section(const CampaignReader& campaign) {
  const CampaignInfo info = campaign.info();
  if (info.study_text.empty()) return {};
  return {"study", "Study file", "Study file",
          fmt::format("<details><summary>{}</summary>\n<pre tabindex=0>{}</pre></details>\n",
                      html_name(info.study_path), html_escaped(info.study_text))};
}

}  // namespace palio
