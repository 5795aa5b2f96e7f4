#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "analysis/effects/design.h"
#include "analysis/effects/effects.h"

namespace palio::test {

/// A value and the canonical names of its scenario.
struct MadeValue {
  std::string platform, workload;
  double value = 0;
  std::string strategy = "ratio";
};

struct MadeDesign {
  std::vector<ResponseValue> values;
  CampaignNames names;
};

/// With ids in the order in which names come up.
inline MadeDesign made_design(const std::vector<MadeValue>& made) {
  MadeDesign design;
  const auto id = [](CampaignNames::Names& names, const std::string& name) {
    for (const auto& [known, text] : names)
      if (text == name) return known;
    names.emplace_back(static_cast<std::int64_t>(names.size()) + 1, name);
    return names.back().first;
  };
  for (const MadeValue& one : made)
    design.values.push_back({.platform = id(design.names.platforms, one.platform),
                             .workload = id(design.names.workloads, one.workload),
                             .strategy = id(design.names.strategies, one.strategy),
                             .value = one.value});
  return design;
}

inline EffectDesign effect_design(const std::vector<MadeValue>& made) {
  const MadeDesign design = made_design(made);
  return {design.values, design.names};
}

/// Two numbers of clusters with two platforms each, two numbers of tasks with two graphs each, each graph on each
/// platform. A value is 10, -3 for 1 cluster and +3 for 2, -1 for 10 tasks and +1 for 20, +0.5 where both have one sign
/// and -0.5 else; -2 for the first platform and +2 for the second, -1 and +1 for the graph, +0.5 where these two have
/// one sign and -0.5 else.
inline std::vector<MadeValue> two_axes_and_draws() {
  std::vector<MadeValue> values;
  for (const int clusters : {-1, 1})
    for (const int platform : {-1, 1})
      for (const int tasks : {-1, 1})
        for (const int graph : {-1, 1})
          values.push_back(
              {.platform =
                   "p:clusters=" + std::to_string((clusters + 3) / 2) + ",sample=" + std::to_string((platform + 1) / 2),
               .workload = "w:sample=" + std::to_string((graph + 1) / 2) + ",tasks=" + (tasks < 0 ? "10" : "20"),
               .value =
                   10 + 3 * clusters + tasks + 0.5 * clusters * tasks + 2 * platform + graph + 0.5 * platform * graph});
  return values;
}

}  // namespace palio::test
