#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "campaign/replay/stored_scenario.h"
#include "runners/wire/simulated_scenario.h"

namespace palio {

/// Takes a scenario with its schedule.
using ScheduleSink = std::function<void(const StoredScenario& stored, const SimulatedScenario& replayed)>;

/// Replays completed scenarios, by their ids, one after the other with the engine that stored them. Throws UserError
/// for one that differs from what is stored, and for a schedule that is too long. `realization`: whose schedules they
/// are; none: those of the plans executed as estimated.
void replay_schedules(const CampaignReader& reader, std::span<const std::string> scenarios, const StrategySet& given,
                      const ScheduleSink& sink, std::optional<int> realization = std::nullopt);

}  // namespace palio
