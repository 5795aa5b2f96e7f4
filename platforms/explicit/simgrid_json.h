#pragma once

#include <string>

#include "core/text/json_reader.h"
#include "platforms/model/platform.h"

namespace palio {

inline constexpr int k_most_cores = 100'000;  // of a host

/// The platform that SimGrid has read, of a "palio-platform" document (docs/file-formats.md) whose format and version
/// were checked. Throws UserError as JsonReader does.
Platform simgrid_from_json(const JsonReader& root);

/// The whole document of such a platform; reads back as the same bits.
std::string simgrid_json(const Platform& platform);

}  // namespace palio
