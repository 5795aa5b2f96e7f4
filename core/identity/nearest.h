#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace palio {

/// The valid name nearest to what was typed (edit distance, case ignored); the first one on a tie,
/// empty if none is near enough.
std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> valid);

/// " (did you mean \"HCPA\"?)", or the list of the valid names when none is near.
std::string suggestion(std::string_view typed, std::span<const std::string_view> valid);
/// The same of the names that rows have, or that are the rows.
template <class Rows, class Name = std::identity>
std::string suggestion(std::string_view typed, const Rows& rows, Name name = {}) {
  std::vector<std::string_view> valid;
  for (const auto& row : rows) valid.emplace_back(std::invoke(name, row));
  return suggestion(typed, std::span<const std::string_view>(valid));
}

}  // namespace palio
