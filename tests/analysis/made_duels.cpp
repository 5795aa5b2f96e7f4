#include "tests/analysis/made_duels.h"

#include <fmt/format.h>

namespace palio::test {

std::vector<MadeScenario> scenarios_of(const std::vector<MadeDuel>& duels) {
  std::vector<MadeScenario> made;
  for (const MadeDuel& duel : duels) {
    const std::string digest = fmt::format("digest{}", made.size());
    const Recipe platform{"file", {{"digest", digest}}};
    const Recipe workload{"duel",
                          {{"path", fmt::format("graph{}.json", made.size())},
                           {"network", digest},
                           {"target", duel.target},
                           {"base", duel.base},
                           {"restart", duel.restart},
                           {"evaluation", duel.evaluation}}};
    made.push_back({platform, workload, duel.target, {{"makespan", duel.target_makespan}}});
    made.push_back({platform, workload, duel.base, {{"makespan", duel.base_makespan}}});
  }
  return made;
}

}  // namespace palio::test
