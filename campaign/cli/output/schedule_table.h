#pragma once

#include "campaign/cli/output/table.h"
#include "runners/wire/simulated_scenario.h"

namespace palio {

/// The columns and rows, by kind of application.
std::span<const Display<TableWriter>> table_kinds();

/// Where and when every task of a completed scenario ran: a row for each, with columns by kind of workload.
void write_schedule(TableWriter& table, const SimulatedScenario& scenario,
                    std::span<const Display<TableWriter>> kinds = table_kinds());

}  // namespace palio
