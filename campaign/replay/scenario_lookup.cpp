#include "campaign/replay/scenario_lookup.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "storage/read/stored_results.h"

namespace palio {
namespace {

constexpr std::size_t k_digits = 12;  // of a key

// What was typed of each key; the last one that is not empty may be a part of it.
using TypedKeys = std::array<std::string, k_dimensions>;

bool complete(const std::string& key) { return key.size() == k_digits; }

[[noreturn]] void refuse(std::string_view typed) {
  throw UserError(
      "\"{}\" is no scenario: its id is that of column scenario of the view results, three keys of {} hexadecimal "
      "digits with - between them, or the first digits of it",
      typed, k_digits);
}

TypedKeys split(std::string_view typed) {
  TypedKeys keys;
  std::size_t dimension = 0;
  for (const char c : typed) {
    if (c == '-') {
      if (!complete(keys[dimension]) || ++dimension == k_dimensions) refuse(typed);
      continue;
    }
    if (std::isxdigit(static_cast<unsigned char>(c)) == 0 || complete(keys[dimension])) refuse(typed);
    keys[dimension] += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  if (typed.empty()) refuse(typed);
  return keys;
}

std::string list_of(const std::vector<NamedScenario>& found) {
  std::vector<std::string> texts;
  for (const NamedScenario& scenario : found) texts.push_back(scenario.name);
  return fmt::format("{}", fmt::join(texts, ", "));
}

// The key of a dimension that what was typed most likely means; what was typed itself where it is one.
std::string nearest_key(const CampaignReader& reader, std::string_view table, const std::string& typed) {
  std::vector<std::string> keys;
  for (auto& [id, key] : dimension_keys(reader, table)) keys.push_back(std::move(key));
  std::ranges::sort(keys);
  std::vector<std::string_view> beginnings;
  for (const std::string& key : keys) beginnings.push_back(std::string_view(key).substr(0, typed.size()));
  const std::string_view nearest = nearest_name(typed, beginnings);
  const auto found = std::ranges::find(beginnings, nearest);
  if (nearest.empty() || found == beginnings.end()) return {};
  return keys[static_cast<std::size_t>(found - beginnings.begin())];
}

// Stored scenarios that share as many keys with the wanted one as any do.
std::vector<NamedScenario> neighbours(const CampaignReader& reader, const TypedKeys& keys) {
  constexpr std::size_t k_named = 3;
  // Bits of the keys that have to agree.
  for (const unsigned agreeing : {7U, 3U, 5U, 6U, 1U, 2U, 4U, 0U}) {
    TypedKeys wanted = keys;
    for (std::size_t i = 0; i < k_dimensions; ++i)
      if ((agreeing >> i & 1U) == 0) wanted[i].clear();
    if (std::vector<NamedScenario> found = scenarios_with_keys(reader, wanted, k_named); !found.empty()) return found;
  }
  return {};
}

[[noreturn]] void report_unknown(const CampaignReader& reader, std::string_view typed, const TypedKeys& keys) {
  std::string known;
  TypedKeys near;
  for (std::size_t i = 0; i < k_dimensions && !keys[i].empty(); ++i) {
    near[i] = nearest_key(reader, k_dimension_tables[i], keys[i]);
    const bool stored = near[i].starts_with(keys[i]);
    known += fmt::format("{} {} {} {}", known.empty() ? "" : ",", k_dimension_tables[i], keys[i],
                         stored            ? "is known"
                         : near[i].empty() ? "is unknown"
                                           : fmt::format("is unknown (nearest: {})", near[i]));
  }
  const std::vector<NamedScenario> others = neighbours(reader, near);
  throw UserError("the campaign has no scenario {}:{}; {}", typed, known,
                  others.empty() ? "it has none at all" : "the nearest that are stored: " + list_of(others));
}

}  // namespace

ScenarioId find_scenario(const CampaignReader& reader, std::string_view typed) {
  constexpr std::size_t k_named = 5;
  const TypedKeys keys = split(typed);
  std::vector<NamedScenario> found = scenarios_with_keys(reader, keys, k_named + 1);
  if (found.empty()) report_unknown(reader, typed, keys);
  if (found.size() == 1) return found.front().id;
  const bool more = found.size() > k_named;
  if (more) found.pop_back();
  throw UserError("{} begins the ids of several scenarios; type more digits: {}{}", typed, list_of(found),
                  more ? ", ..." : "");
}

}  // namespace palio
