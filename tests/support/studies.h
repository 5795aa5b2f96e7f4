#pragma once

#include <string>

#include "campaign/study/study.h"

namespace palio::test {

/// A study of 4 platforms x 6 workloads x 2 strategies = 48 scenarios.
inline constexpr std::string_view k_small_study = R"([study]
name = "small"
seed = 5

[[platform]]
family        = "random-multi-cluster"
clusters      = [1, 2]
min_speed     = 1e9
heterogeneity = 1
max_processors = 24
samples       = 2

[[workload]]
family     = "random-ptg"
tasks      = [5, 8, 10]
width      = 0.5
regularity = 0.8
density    = 0.2
jump       = 1
complexity = "mixed"
samples    = 2

[[strategy]]
name = "HCPA"

[[strategy]]
name = "M-HEFT-MAX"
)";

inline Study study(std::string_view text) {
  return parse_study(text, "small.toml", [](const std::string&) { return std::string(); });
}

}  // namespace palio::test
