#include "campaign/plan/kept.h"

#include <memory>

#include "campaign/plan/stored_campaign.h"
#include "core/error.h"

namespace palio {

Kept kept_for(const std::string& typed, const std::string& database) {
  const Kept asked = typed == "realizations" ? Kept::realizations : Kept::metrics;
  const std::unique_ptr<CampaignReader> campaign = campaign_before_run(database);
  if (!campaign || campaign->kept() == asked) return asked;
  if (campaign->kept() == Kept::realizations) return Kept::realizations;
  const ResultCounts counts = campaign->counts();
  if (counts.all() + counts.stale == 0) return asked;
  throw UserError(
      "{0} holds results without realizations, but a campaign holds those of all results or of none: continue without "
      "--keep {1}, or give another file with --db",
      database, typed);
}

}  // namespace palio
