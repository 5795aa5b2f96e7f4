#pragma once

#include <string_view>

#include "platforms/model/platform.h"

namespace palio {

/// Only these hosts of a loaded platform, in the order of its file; `names` are separated by blanks. Throws UserError
/// for no name and for one of no host.
Platform with_hosts(const Platform& loaded, std::string_view names);

/// Throws UserError for two hosts of a loaded platform without a route.
void check_routes(const Platform& loaded);

}  // namespace palio
