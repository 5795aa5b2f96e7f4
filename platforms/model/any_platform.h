#pragma once

#include <variant>

#include "platforms/model/platform.h"
#include "platforms/model/star.h"

namespace palio {

/// Whatever a platform family makes: clusters for parallel tasks, or a master with workers.
using AnyPlatform = std::variant<Platform, Star>;

}  // namespace palio
