#pragma once

#include <cstddef>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace palio {

/// The limits of a JSON text.
struct JsonLimits {
  std::size_t deepest = 0;  // levels of brackets
  std::size_t most_values = std::numeric_limits<std::size_t>::max();
};

/// The document of a text, in linear time. Throws UserError for a key that is given twice in one object, of which the
/// library would silently keep the last, and beyond the limits; the library's exceptions for malformed JSON.
nlohmann::json json_document(std::string_view text, const JsonLimits& limits);

/// A value as messages show it: long texts cut, containers by their kind.
std::string json_shown(const nlohmann::json& value);

}  // namespace palio
