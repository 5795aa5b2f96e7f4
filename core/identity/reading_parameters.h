#pragma once

#include <array>
#include <string_view>

namespace palio {

/// Parameters that decide what is kept of an input file; recipes leave them out if they have their defaults.
inline constexpr std::array<std::string_view, 4> k_reading_parameters{"lenient", "cores", "work_attribute",
                                                                      "data_attribute"};

}  // namespace palio
