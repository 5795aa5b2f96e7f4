#pragma once

#include <cstdint>
#include <string>

namespace palio {

/// A whole number with its thousands apart: "1,814,400".
std::string count_text(std::int64_t count);

}  // namespace palio
