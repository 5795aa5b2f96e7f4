#pragma once

#include <string>
#include <vector>

#include "campaign/cli/commands/duel/duel_answer.h"

namespace palio {

/// What a page tells of a duel's worst instance.
struct DuelPage {
  const DuelAnswer& answer;
  const Duel& duel;
  const FoundInstance& worst;
  std::string headline;
  std::vector<std::string> lines;  // below it
};

/// One HTML page without scripts and links: the ratio over the evaluations, the graph and the platform, both schedules
/// as simulated now.
std::string duel_page(const DuelPage& page);

}  // namespace palio
