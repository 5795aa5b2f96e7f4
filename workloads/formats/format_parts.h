#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/explicit/workload_json.h"

namespace palio {

/// What a file of another format may have, so that any is read or refused within a second and 500 MB: a file that was
/// written to take more has many more of them than its 48 MiB of a real workflow.
inline constexpr std::size_t k_most_workflow_tasks = 200'000;
inline constexpr std::size_t k_most_workflow_references = 500'000;  // dependencies, files read, files written: each

/// The finite decimal number that the whole text is; nothing for any other text.
std::optional<double> number_in(std::string_view text);

/// The shortest decimal text that reads back as the same bits.
std::string number_text(double value);

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
