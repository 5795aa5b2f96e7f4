#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace palio {

/// How instances are dealt to the parts of a campaign (campaign/shards/dealing.h). A file keeps its rule: the parts of
/// a campaign are complete together only if one rule dealt all of them.
enum class ShardRule {
  rounds,  // in turn
  costs    // the most expensive first, to the part that has least
};

/// "rounds", "costs": the words of the database.
std::string_view to_text(ShardRule rule);
/// Throws UserError for any other text.
ShardRule shard_rule(std::string_view text);

/// The relative costs of a study's scenarios: the product of three factors.
struct ScenarioWeights {
  std::string text;                                  // from which they follow, with the study; stored with the request
  std::vector<double> platform, workload, strategy;  // by position, all positive
};

/// Part `index` (from 1) of `count` of the instances that are selected. Parts hold whole instances; each instance is in
/// one of them.
struct Shard {
  std::uint32_t index = 1;
  std::uint32_t count = 1;
  ShardRule rule = ShardRule::rounds;
};

}  // namespace palio
