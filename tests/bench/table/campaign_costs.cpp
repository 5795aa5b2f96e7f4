#include "tests/bench/table/campaign_costs.h"

#include <stdexcept>

#include "storage/read/campaign_reader.h"

namespace palio::bench {
namespace {

double real(const SqlValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  return std::get<double>(value);
}

}  // namespace

CampaignCosts campaign_costs(const std::string& database) {
  CampaignCosts costs;
  double failed = 0;
  CampaignReader(database).query(
      "SELECT count(*), sum(schedule_time), sum(simulation_time), sum(makespan), sum(outcome <> 'completed') "
      "FROM results",
      [](const auto&) {},
      [&](const std::vector<SqlValue>& row) {
        costs = {real(row[0]), real(row[1]), real(row[2]), real(row[3])};
        failed = real(row[4]);
      });
  if (failed > 0) throw std::runtime_error(database + ": a scenario of the benchmark failed");
  return costs;
}

}  // namespace palio::bench
