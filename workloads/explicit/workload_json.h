#pragma once

#include <string>
#include <string_view>

#include "core/identity/canonical.h"
#include "core/text/json_reader.h"
#include "workloads/explicit/described_workload.h"
#include "workloads/model/any_workload.h"
#include "workloads/model/bag_of_tasks.h"

namespace palio {

/// Family "file": the workload that a JSON file describes (workload_json.h). Its definition is the file's content.
AnyWorkload build_file_workload(const Recipe& recipe, std::string_view definition);

/// Reads an explicit workload (docs/file-formats.md, "palio-workload" version 1). `place` names the file in messages.
/// Throws UserError: malformed JSON, unknown key (with the nearest valid one), wrong type, unknown task, cycle.
AnyWorkload any_workload_from_json(std::string_view text, std::string_view place);

/// The task graphs of such a file, in which a task may have "seconds" instead of "flop", no work, and no alpha
/// (docs/workflows.md). Throws UserError in the same cases.
DescribedWorkload described_from_json(std::string_view text, std::string_view place);
/// The same with what a study adds.
Workload scaled_from_json(std::string_view text, std::string_view place, const Scaling& scaling);

/// The file that reads back as the same description, a line for each task and edge.
std::string to_json(const DescribedWorkload& described);

}  // namespace palio
