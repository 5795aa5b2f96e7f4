#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace palio {

/// How instances are dealt to the parts of a campaign. A file keeps its rule: the parts of
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

/// Deals positions 0, 1, 2, ... to parts in rounds: a round gives each part one position, and it starts at a part that
/// is the golden section of their number further on than in the round before.
///
/// So parts differ by at most one position, and no part always gets the same value of an axis, as it would with rounds
/// in a fixed order if the number of parts and the length of an axis have a common divisor. Everything is arithmetic;
/// the positions of a part ascend from round to round.
class Rounds {
public:
  explicit Rounds(const Shard& shard) : part_(shard.index - 1), parts_(shard.count) {}

  /// The part's position in a round, from 0.
  std::uint64_t position(std::uint64_t round) const {
    return round * parts_ + (part_ + parts_ - first(round)) % parts_;
  }
  bool has(std::uint64_t position) const { return (position % parts_ + first(position / parts_)) % parts_ == part_; }
  /// How many of the positions below `end` the part has.
  std::uint64_t count_below(std::uint64_t end) const { return end / parts_ + (position(end / parts_) < end ? 1 : 0); }

private:
  // The part, from 0, that gets the first position of a round: the fraction of round x golden section, in parts.
  std::uint64_t first(std::uint64_t round) const {
    constexpr std::uint64_t k_golden_section = 0x9E3779B97F4A7C15U;  // x 2^64
    constexpr unsigned k_half = 32;
    // The upper 32 bits are precise enough: there are fewer parts.
    return (((round * k_golden_section) >> k_half) * parts_) >> k_half;
  }

  std::uint64_t part_, parts_;
};

/// Deals positions by descending weight, each to the lightest part so far (ties: the first). Returns the positions of
/// this part, ascending. The sums of two parts differ at most by the heaviest weight.
std::vector<std::size_t> greedy_part(std::span<const std::uint64_t> weights, const Shard& shard);

}  // namespace palio
