#pragma once

#include <span>
#include <string>
#include <string_view>

namespace palio {

/// The valid name nearest to what was typed (edit distance, case ignored); the first one on a tie,
/// empty if none is near enough.
std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> valid);

/// " (did you mean \"HCPA\"?)", or the list of the valid names when none is near.
std::string suggestion(std::string_view typed, std::span<const std::string_view> valid);

}  // namespace palio
