#pragma once

#include <span>
#include <string_view>

#include "core/identity/canonical.h"
#include "workloads/model/shared_files.h"

namespace palio {

// Identical independent tasks with input files at the master. Nothing is drawn.
// Senger, Silva, Nascimento, CCGRIDW 2006, sections III and IV.

/// Family "shared-files": a number of tasks and a number of files. The tasks are split over the files as evenly as
/// possible, in order; the first files take the rest. More files than tasks: UserError.
std::span<const ParameterSpec> shared_file_tasks_parameters();
SharedFileTasks build_shared_file_tasks(const Recipe& recipe, std::string_view definition);

/// Family "isoefficiency-tasks": as many tasks as an efficiency needs, which depends on platform and strategy. The
/// tasks are therefore open: target_efficiency and sharing are set, file_of_task is empty.
std::span<const ParameterSpec> isoefficiency_tasks_parameters();
SharedFileTasks build_isoefficiency_tasks(const Recipe& recipe, std::string_view definition);

/// The tasks of `open` once their number is known, with the files that its sharing asks for.
SharedFileTasks with_task_count(const SharedFileTasks& open, int tasks);

}  // namespace palio
