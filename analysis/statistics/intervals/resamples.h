#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/statistics/intervals/draws.h"

namespace palio {

/// Other draws of platforms, or of workloads, made of those that a campaign has: of each kind with n draws n - 1 are
/// drawn with replacement, which count n/(n - 1) each, so that means vary as those of other draws do (McCarthy and
/// Snowden, Vital and Health Statistics 2(95), 1985) and no kind gets another weight. The same ones whatever the
/// order of the entries.
class Resamples {
public:
  static constexpr std::size_t k_count = 200;
  using Weights = std::vector<double>;  // of a draw in each of them

  /// Ids and canonical names, as a campaign holds them, and their draws. `side` names the stream: "platform".
  Resamples(std::span<const std::pair<std::int64_t, std::string>> entries, const Draws& draws, std::string_view side);

  /// Empty where it is not drawn at random: it is once in each.
  const Weights& weights(const Draws& draws, std::size_t id) const;
  /// Whether other draws can be made of its kind: not where it was drawn once.
  bool is_known(const Draws& draws, std::size_t id) const;

private:
  Weights none_;
  std::vector<Weights> of_draws_;
};

}  // namespace palio
