#include "campaign/report/usual_report.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "campaign/study/study.h"
#include "campaign/until/stored_readings.h"
#include "core/error.h"
#include "core/identity/canonical.h"
#include "strategies/registry.h"

namespace palio {
namespace {

// What Palio's strategies of a campaign schedule: "task graphs".
std::set<std::string> stored_kinds(const CampaignReader& reader) {
  std::set<std::string> kinds;
  for (const auto& [id, canonical] : reader.canonical_names("strategy")) {
    const std::string_view name = RecipeReader(canonical).name();
    const auto known = std::ranges::find(strategies(), name, &Strategy::name);
    if (known != strategies().end()) kinds.emplace(known->method->kind());
  }
  return kinds;
}

}  // namespace

ReportWish usual_report(const std::vector<std::filesystem::path>& files) {
  ReportWish wish{.others = {files.begin() + 1, files.end()}};
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
