#pragma once

#include "core/text/json_reader.h"
#include "platforms/model/platform.h"

namespace palio {

/// The mesh of a "palio-platform" document (docs/file-formats.md) whose format and version were checked. Throws
/// UserError as JsonReader does; also for a pair of hosts that has no link, or two.
Platform mesh_from_json(const JsonReader& root);

}  // namespace palio
