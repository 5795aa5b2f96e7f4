#pragma once

#include <string_view>

#include "core/identity/canonical.h"
#include "platforms/model/any_platform.h"

namespace palio {

/// Family "file": the platform that a JSON file describes (platform_json.h). Its definition is the file's content.
AnyPlatform build_file_platform(const Recipe& recipe, std::string_view definition);

}  // namespace palio
