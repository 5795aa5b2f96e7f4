#pragma once

#include "core/identity/registry.h"
#include "platforms/model/any_platform.h"

namespace palio {

using PlatformFamily = Family<AnyPlatform>;

std::span<const PlatformFamily> platform_families();

/// The family of this name; throws UserError with the nearest valid name.
const PlatformFamily& platform_family(std::string_view name);

}  // namespace palio
