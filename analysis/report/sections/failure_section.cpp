#include <fmt/format.h>

#include <algorithm>

#include "analysis/report/parts/html_table.h"
#include "analysis/report/parts/html_text.h"
#include "analysis/report/sections/sections.h"
#include "core/text/count_text.h"
#include "storage/read/failure_groups.h"

namespace palio {
namespace {

constexpr std::size_t k_shown = 100;

}  // namespace

ReportSection failure_section(const CampaignReader& campaign) {
  const std::vector<FailureGroup> groups = failure_groups(campaign);
  if (groups.empty()) return {"failures", "Failures", "Failures", "<p>No scenario failed.</p>\n"};
  std::vector<std::vector<std::string>> cells;
  for (std::size_t i = 0; i < std::min(k_shown, groups.size()); ++i) {
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
  if (groups.size() > k_shown)
    body += fmt::format("<p>{} smaller groups are left out: palio status --failures lists all.</p>\n",
                        groups.size() - k_shown);
  return {"failures", "Failures", "Failures", body};
}

}  // namespace palio
