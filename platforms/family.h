#pragma once

#include <span>
#include <string_view>

#include "core/canonical.h"
#include "platforms/platform.h"

namespace palio {

/// One row of the registry of platform families. Adding a family: one file, one row, one test.
/// `build` takes a resolved recipe; `definition` is the content of the input file where the family reads one, else
/// empty.
struct PlatformFamily {
  std::string_view name;
  std::string_view summary;
  std::string_view source;                                               // paper and section
  std::span<const ParameterSpec> parameters;                             // drawn families end with "sample" and "seed"
  Platform (*build)(const Recipe& recipe, std::string_view definition);  // throws UserError
};

std::span<const PlatformFamily> platform_families();

/// The family of that name; throws UserError with the nearest valid name.
const PlatformFamily& platform_family(std::string_view name);

}  // namespace palio
