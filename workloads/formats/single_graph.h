#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "workloads/explicit/described_workload.h"

namespace palio {

/// Throws UserError with that place and line for a graph that is none: no task, a cycle, an edge given twice.
void check_graph(const DescribedApplication& application, std::string_view place, std::size_t line);

/// The only application of a workload, for a format that has no words for several of them or for a release date. Throws
/// UserError.
const DescribedApplication& only_graph(const DescribedWorkload& workload, std::string_view format);
/// The same for a format of runtimes and files; notes what it leaves out or converts.
const DescribedApplication& only_runtimes(const DescribedWorkload& workload, std::string_view format,
                                          double reference_speed, std::vector<std::string>& notes);

/// Of a task on a processor of that speed.
double seconds_of(const DescribedTask& task, double reference_speed);
double flop_of(const DescribedTask& task, double reference_speed);

/// Sizes of files are whole numbers.
std::string whole_bytes(double bytes);

}  // namespace palio
