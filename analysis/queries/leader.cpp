#include "analysis/queries/leader.h"

#include <fmt/format.h>

#include "analysis/queries/usual_metric.h"
#include "core/text/count_text.h"

namespace palio {

// The first place is by the geometric mean if a single instance makes up most of a strategy's sum (contest.h): another
// strategy may then have the least mean.
std::string leader_text(const QueriedCampaign& campaign, const std::string& metric) {
  std::string text;
  campaign.query(fmt::format("SELECT label, field, factors, mean_factor, geometric_factor, "
                             "mean_factor > (SELECT min(mean_factor) FROM contenders('{0}')) FROM contenders('{0}') "
                             "JOIN strategy ON id = strategy_id WHERE place = 1 AND field > 1",
                             metric),
                 {}, [&](const std::vector<SqlValue>& row) {
                   const bool geometric = std::get<std::int64_t>(row[5]) == 1;
                   text = fmt::format(
                       "by {}, {} is nearest to the best of each of {} instances among {} strategies, {:.3g} % "
                       "behind it on {}",
                       metric_title(campaign, metric), std::get<std::string>(row[0]),
                       count_text(std::get<std::int64_t>(row[2])), std::get<std::int64_t>(row[1]),
                       100 * (number_or_nan(row[geometric ? 4 : 3]) - 1), geometric ? "geometric average" : "average");
                 });
  return text;
}

bool is_searched(const QueriedCampaign& campaign) {
  bool searched = false;
  campaign.query("SELECT count(*) > 0 AND min(family = 'duel') FROM workload", {},
                 [&](const std::vector<SqlValue>& row) { searched = std::get<std::int64_t>(row[0]) == 1; });
  return searched;
}

}  // namespace palio
