#pragma once

#include <span>

#include "core/identity/canonical.h"
#include "workloads/model/workload.h"

namespace palio {

/// Family "iot": the four applications of RIoTBench (Shukla, Chaturvedi, Simmhan, arXiv 1701.08530, figure 3) as graphs
/// of sequential tasks, one message through each, as Coleman, Krishnamachari, arXiv 2403.07120 take them. Work by the
/// peak rates of RIoTBench, section 7.3 (`rates`), or normal draws, as that public code had it in 2023 (`normal`).
/// Streams: "message" for the size of the application's messages, "costs" for the tasks in order, then the edges.
std::span<const ParameterSpec> iot_parameters();
Workload build_iot(const Recipe& recipe, std::string_view definition);

}  // namespace palio
