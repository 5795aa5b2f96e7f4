#pragma once

#include "core/text/json_reader.h"
#include "platforms/model/star.h"

namespace palio {

/// The star of a "palio-platform" document (docs/file-formats.md) whose format and version were checked. Throws
/// UserError as JsonReader does.
Star star_from_json(const JsonReader& root);

}  // namespace palio
