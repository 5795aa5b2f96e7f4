#include <fmt/format.h>

#include <filesystem>

#include "analysis/report/parts/html_table.h"
#include "analysis/report/parts/html_text.h"
#include "analysis/report/sections/sections.h"
#include "core/text/count_text.h"
#include "core/version.h"

namespace palio {
namespace {

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

// Campaigns of earlier versions have the whole path, of which readers of a report need no more.
std::string study_file_name(const CampaignInfo& info) {
  return html_name(std::filesystem::path(info.study_path).filename().string());
}

}  // namespace

ReportSection provenance_section(const CampaignReader& campaign) {
  const CampaignInfo info = campaign.info();
  const std::vector<SessionRow> sessions = campaign.sessions();
  std::string body = fmt::format("<p>Seed {} · study file {} · report written by palio {}</p>\n", info.seed,
                                 study_file_name(info), k_version);
  if (!sessions.empty()) body += session_table(sessions);
  if (const AuditedResults audited = campaign.audited(); audited.count > 0)
    body += fmt::format("<p>{}.</p>\n", audit_text(audited));
  return {"provenance", "Provenance", "Provenance", body};
}

ReportSection study_section(const CampaignReader& campaign) {
  const CampaignInfo info = campaign.info();
  if (info.study_text.empty()) return {};
  return {"study", "Study file", "Study file",
          fmt::format("<details><summary>{}</summary>\n<pre tabindex=0>{}</pre></details>\n", study_file_name(info),
                      html_escaped(info.study_text))};
}

}  // namespace palio
