#pragma once

#include "core/registry.h"
#include "platforms/platform.h"

namespace palio {

using PlatformFamily = Family<Platform>;

std::span<const PlatformFamily> platform_families();

/// The family of that name; throws UserError with the nearest valid name.
const PlatformFamily& platform_family(std::string_view name);

}  // namespace palio
