#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "runners/wire/protocol.h"

namespace palio {

/// A whole number that fits its type. The library would cut off what does not, so that another id or processor would
/// come out.
template <class Integer>
Integer whole_number(const nlohmann::json& value) {
  if (value.is_number_unsigned() && std::in_range<Integer>(value.get<std::uint64_t>())) return value.get<Integer>();
  if (value.is_number_integer() && !value.is_number_unsigned() && std::in_range<Integer>(value.get<std::int64_t>()))
    return value.get<Integer>();
  throw ProtocolError(fmt::format("{} is not a whole number in its range", value.dump()));
}

/// The document on one line. Names and messages may hold any bytes; invalid UTF-8 becomes the replacement character.
inline std::string dumped(const nlohmann::json& object) {
  return object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace palio
