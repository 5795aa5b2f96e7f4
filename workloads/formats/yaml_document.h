#pragma once

#include <string_view>

#include "core/text/json_reader.h"

namespace palio {

/// Reads the only document of a YAML text; `place` names the file. Aliases and merge keys are never expanded: where a
/// value is wanted they are refused, and quotes make no difference. Throws UserError.
JsonReader read_yaml(std::string_view text, std::string_view place);

}  // namespace palio
