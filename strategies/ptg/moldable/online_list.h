#pragma once

#include <array>
#include <string_view>

#include "core/identity/parameters.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/ptg/moldable/allocation.h"

namespace palio {

/// The order of the tasks that are ready and wait: the first known first, or the one with the most processors, the
/// largest area, the longest time. Ties: lowest number.
inline constexpr auto k_ready_orders = std::to_array<std::string_view>({"fifo", "processors", "area", "length"});
inline constexpr ParameterSpec k_priority =
    text_parameter("priority",
                   "which of the tasks that are ready starts first: the first that was ready (fifo), the one "
                   "with the most processors, the largest area, the longest time (length)",
                   "fifo", k_ready_orders);

/// On-line list scheduling of moldable tasks on one cluster: a task becomes known when its predecessors are done, and
/// then gets its number of processors. Whenever tasks end, the list of those that wait is gone through once, and each
/// one that fits into the free processors starts. Data on edges are assumed to move at once. Perotin, Sun, Benoit,
/// Robert, ICPP 2022, algorithm 1; "The Fair algorithm", preprint rs-8251720, 2025, algorithm 2. Parameter: priority.
SchedulingResult schedule_moldable(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                   MoldableRule rule);

}  // namespace palio
