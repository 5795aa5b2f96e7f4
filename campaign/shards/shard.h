#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace palio {

/// How instances come to the parts of a campaign (campaign/shards/dealing.h). What a file was dealt by stays with it:
/// the parts of one campaign are complete together only if one rule made all of them.
enum class ShardRule {
  hashes,  // of platform and workload; parts that earlier versions began
  rounds,  // in turn
  costs    // the costliest first, to whoever has least
};

/// "hashes", "rounds", "costs": the words of the database.
std::string_view to_text(ShardRule rule);
/// Throws UserError for none of them.
ShardRule shard_rule(std::string_view text);

/// What the scenarios of a study cost against each other: the product of three factors.
struct ScenarioWeights {
  std::string text;                                  // that they follow from, with the study; stored with the request
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
