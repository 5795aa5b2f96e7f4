#include <fmt/format.h>

#include <algorithm>

#include "analysis/report/parts/html_text.h"
#include "analysis/report/sections/sections.h"
#include "core/text/count_text.h"

namespace palio {
namespace {

std::string note(const std::string& html) { return fmt::format("<p class=note role=note>{}</p>\n", html); }

// What keeps the numbers from being the whole study.
std::string state_note(const ResultCounts& counts, const std::vector<SessionRow>& sessions) {
  if (sessions.empty()) return note("No session has run: the campaign is empty, there is nothing to report yet.");
  const SessionRow& last = sessions.back();
  const std::string stored = count_text(last.stored(counts.all()));
  const std::string wanted = count_text(last.info.wanted);
  if (last.alive)
    return note(fmt::format("The campaign is still running: {} of {} scenarios are stored. All numbers are of these.",
                            stored, wanted));
  if (last.stored(counts.all()) < last.info.wanted)
    return note(fmt::format("The campaign is unfinished: {} of {} scenarios are stored. All numbers are of these.",
                            stored, wanted));
  return {};
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

}  // namespace palio
