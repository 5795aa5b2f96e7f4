#pragma once

#include <variant>
#include <vector>

#include "core/identity/parameters.h"
#include "core/identity/random_stream.h"

namespace palio {

/// One of the values of a list (core/identity/value_list.h), each with the same chance.
template <class Type>
const Type& draw_from(const std::vector<Value>& values, RandomStream& stream) {
  const auto last = static_cast<std::int64_t>(values.size()) - 1;
  return std::get<Type>(values[static_cast<std::size_t>(stream.uniform_integer(0, last))]);
}

}  // namespace palio
