#pragma once

#include "core/text/json_reader.h"
#include "workloads/model/bag_of_tasks.h"

namespace palio {

/// The bags of tasks of a "palio-workload" document (docs/file-formats.md) whose format and version were checked.
/// Throws UserError as JsonReader does, and for release dates out of order.
BagBatch bags_from_json(const JsonReader& root);

}  // namespace palio
