#pragma once

#include <string_view>

#include "core/canonical.h"
#include "platforms/platform.h"

namespace palio {

/// Family "file": the platform that a JSON file describes (platform_json.h). Its definition is the file's content.
Platform build_file_platform(const Recipe& recipe, std::string_view definition);

}  // namespace palio
