#include "core/identity/nearest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <vector>

namespace palio {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Levenshtein distance, one row at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substituted = diagonal + (lower(a[i]) == lower(b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, substituted});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> valid) {
  std::string_view best;
  // With as many edits as letters, any name would match.
  std::size_t best_distance = std::min(std::max<std::size_t>(2, (typed.size() + 1) / 3) + 1, typed.size());
  for (const std::string_view name : valid) {
    const std::size_t distance = edit_distance(typed, name);
    if (distance < best_distance) {
      best = name;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggestion(std::string_view typed, std::span<const std::string_view> valid) {
  if (valid.empty()) return {};
  const std::string_view nearest = nearest_name(typed, valid);
  if (!nearest.empty()) return fmt::format(" (did you mean \"{}\"?)", nearest);
  return fmt::format(" (valid: {})", fmt::join(valid, ", "));
}

}  // namespace palio
