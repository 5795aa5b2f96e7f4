#include "campaign/shards/shard.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

}  // namespace palio
