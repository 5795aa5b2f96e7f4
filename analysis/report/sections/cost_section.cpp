#include <fmt/format.h>

#include "analysis/report/parts/html_table.h"
#include "analysis/report/sections/sections.h"

namespace palio {
namespace {

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

}  // namespace

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
              html_table("CPU time and memory by strategy, the dearest first",
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

}  // namespace palio
