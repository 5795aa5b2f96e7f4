#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace palio {

/// The finite decimal number that the whole text is; nothing for any other text.
std::optional<double> number_in(std::string_view text);

/// The shortest decimal text that reads back as the same bits.
std::string number_text(double value);

/// The number of the line of this offset, from 1.
std::size_t line_of(std::string_view text, std::size_t offset);

}  // namespace palio
