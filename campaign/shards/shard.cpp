#include "campaign/shards/shard.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

#include "core/error.h"

namespace palio {
namespace {

constexpr auto k_rules =
    std::to_array<std::pair<ShardRule, std::string_view>>({{ShardRule::rounds, "rounds"}, {ShardRule::costs, "costs"}});

}  // namespace

std::string_view to_text(ShardRule rule) {
  return std::ranges::find(k_rules, rule, &decltype(k_rules)::value_type::first)->second;
}

ShardRule shard_rule(std::string_view text) {
  const auto found = std::ranges::find(k_rules, text, &decltype(k_rules)::value_type::second);
  if (found != k_rules.end()) return found->first;
  throw UserError(
      "the campaign was dealt into shards by the rule \"{}\", which this Palio does not know; use a newer one", text);
}

std::vector<std::size_t> greedy_part(std::span<const std::uint64_t> weights, const Shard& shard) {
  std::vector<std::uint32_t> heaviest_first(weights.size());
  std::iota(heaviest_first.begin(), heaviest_first.end(), 0U);
  std::ranges::stable_sort(heaviest_first, std::greater<>{}, [&](std::uint32_t at) { return weights[at]; });
  using Load = std::pair<std::uint64_t, std::uint32_t>;  // weight, part
  std::priority_queue<Load, std::vector<Load>, std::greater<>> parts;
  for (std::uint32_t part = 1; part <= std::min<std::size_t>(shard.count, weights.size()); ++part)
    parts.emplace(0, part);
  std::vector<std::size_t> mine;
  for (const std::uint32_t position : heaviest_first) {
    const auto [load, part] = parts.top();
    parts.pop();
    parts.emplace(load + weights[position], part);
    if (part == shard.index) mine.push_back(position);
  }
  std::ranges::sort(mine);
  return mine;
}

}  // namespace palio
