#include "campaign/until/stored_readings.h"

#include "campaign/plan/stored_study.h"

namespace palio {

std::vector<CampaignReading> stored_readings(const CampaignReader& reader) {
  if (!has_readings(reader.info().study_text)) return {};
  const Study study = stored_study(reader);
  const DimensionIds ids = stored_ids(study, reader);
  const auto stored = [](const std::vector<std::uint32_t>& positions, const std::vector<std::int64_t>& all) {
    std::vector<std::int64_t> some;
    for (const std::uint32_t position : positions)
      if (all[position] > 0) some.push_back(all[position]);
    return some;
  };
  std::vector<CampaignReading> readings;
  for (const Reading& reading : study.readings) {
    CampaignReading& made = readings.emplace_back(CampaignReading{reading.name, reading.says, {}});
    made.part.platforms = stored(reading.platforms, ids.platforms);
    made.part.workloads = stored(reading.workloads, ids.workloads);
    for (const auto& [strategy, shown_as] : reading.strategies) {
      const Recipe& recipe = study.strategies[shown_as];
      if (ids.strategies[strategy] > 0)
        made.part.strategies[ids.strategies[strategy]] = label(recipe, study.known.named(recipe.name).parameters);
    }
  }
  return readings;
}

}  // namespace palio
