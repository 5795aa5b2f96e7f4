#pragma once

#include <string>

#include "platforms/model/platform.h"

namespace palio {

/// The "palio-platform" document (docs/file-formats.md) of clusters, a mesh or a loaded platform; reads back as the
/// same bits.
std::string to_json(const Platform& platform);

}  // namespace palio
