#pragma once

#include <string>
#include <string_view>

#include "core/identity/canonical.h"
#include "platforms/model/any_platform.h"
#include "platforms/model/platform.h"

namespace palio {

/// Family "file": the platform that a JSON file describes (platform_json.h). Its definition is the file's content.
AnyPlatform build_file_platform(const Recipe& recipe, std::string_view definition);

/// Reads an explicit platform (docs/file-formats.md, "palio-platform" version 1). `place` names the file in messages.
/// Throws UserError: malformed JSON, unknown key (with the nearest valid one), wrong type, value out of range.
AnyPlatform any_platform_from_json(std::string_view text, std::string_view place);

/// The "palio-platform" document (docs/file-formats.md) of clusters, a mesh or a loaded platform; reads back as the
/// same bits.
std::string to_json(const Platform& platform);

}  // namespace palio
