#pragma once

#include <string>
#include <string_view>

namespace palio {

/// The text as a JSON string, quotes included; bytes that are not UTF-8 become the replacement character.
std::string json_quoted(std::string_view text);

/// The shortest JSON number that reads back as the same bits; null for infinities and NaN, which JSON lacks.
std::string json_number(double value);

}  // namespace palio
