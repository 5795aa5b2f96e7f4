#pragma once

#include <string>

#include "core/text/json_reader.h"
#include "platforms/model/star.h"

namespace palio {

/// The star of a "palio-platform" document (docs/file-formats.md) whose format and version were checked. Throws
/// UserError as JsonReader does.
Star star_from_json(const JsonReader& root);

/// The whole document of a star; reads back as the same bits.
std::string star_json(const Star& star);

}  // namespace palio
