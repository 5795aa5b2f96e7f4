#pragma once

#include "campaign/duel/duel.h"
#include "campaign/duel/moves.h"
#include "strategies/registry.h"
#include "tests/support/builders.h"

namespace palio::test {

/// Two tasks of 4 s whose results, 10 s on their way to the other host, a task of 2 s needs: on two hosts of 1 flop/s
/// and links of 1 byte/s.
inline DuelInstance costly_join() {
  DuelInstance instance;
  instance.platform = mesh({1, 1});
  instance.platform.clusters[0].name = "left";
  instance.platform.clusters[1].name = "right";
  instance.platform.pair_links.assign(4, {1, 0});
  for (const double flop : {4, 4, 2}) instance.tasks.push_back({flop, 1, ""});
  instance.edges = {{0, 2, 10}, {1, 2, 10}};
  return instance;
}

inline Recipe plain(std::string_view name) { return {std::string(name), resolve(name, strategy(name).parameters, {})}; }

}  // namespace palio::test
