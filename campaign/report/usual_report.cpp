#include "campaign/report/usual_report.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "campaign/plan/stored_campaign.h"
#include "core/error.h"

namespace palio {

ReportWish usual_report(const std::vector<std::filesystem::path>& files) {
  ReportWish wish{.study_metric = metric_of_study(CampaignReader(files.front()).info().study_text),
                  .others = {files.begin() + 1, files.end()}};
  const std::set<std::string> kinds = stored_kinds(CampaignReader(files.front()));
  const auto is_shared = [&](const std::string& kind) { return kinds.contains(kind); };
  for (const std::filesystem::path& file : files) {
    const CampaignReader campaign(file);
    if (std::vector<CampaignReading> readings = stored_readings(campaign); !readings.empty())
      wish.reading = std::move(readings.front());
    const std::set<std::string> own = stored_kinds(campaign);
    if (!kinds.empty() && !own.empty() && std::ranges::none_of(own, is_shared))
      throw UserError("{} is about {}, and {} about {}, which share no instance: write a report of each",
                      files.front().string(), fmt::join(kinds, " and "), file.string(), fmt::join(own, " and "));
  }
  return wish;
}

}  // namespace palio
