#pragma once

#include "core/any_of.h"
#include "platforms/model/platform.h"
#include "platforms/model/star.h"

namespace palio {

/// What a platform family makes: clusters for parallel tasks, or a master with workers.
using AnyPlatform = AnyOf<PlatformRole>;

}  // namespace palio
