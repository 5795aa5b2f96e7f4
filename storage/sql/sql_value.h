#pragma once

#include <cstdint>
#include <string>
#include <variant>

namespace palio {

/// A value of a query's row or the result of an SQL function; std::monostate is NULL.
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string>;

}  // namespace palio
