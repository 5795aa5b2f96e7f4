#pragma once

#include <string>

#include "core/identity/parameters.h"

namespace palio {

/// The values that a parameter takes, in words: "1 to 64", "0 or more", "one-port|multi-port".
std::string range_text(const ParameterSpec& spec);

}  // namespace palio
