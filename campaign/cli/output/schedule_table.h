#pragma once

#include "campaign/cli/output/table.h"
#include "runners/wire/simulated_scenario.h"

namespace palio {

/// Where and when every task of a completed scenario ran: a row for each, with columns by kind of workload.
void write_schedule(TableWriter& table, const SimulatedScenario& scenario);

}  // namespace palio
