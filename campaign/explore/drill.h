#pragma once

#include <compare>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "campaign/code/given_code.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// An instance with strategies, labels as readers have them.
struct Drill {
  std::string instance;
  std::vector<std::string> strategies;
  std::optional<int> realization = {};  // whose schedules are shown; none: the plans executed as estimated

  auto operator<=>(const Drill&) const = default;
};

/// Replays an instance with each of its strategies, compares each result with what is
/// stored, to the last bit, and describes the schedules as JSON: rows, bars, what each task waited for, which tasks
/// lead to the last finish, transfers, the edges of the graph, the makespans of realizations that the campaign keeps.
/// `files`: of the campaigns that `reader` sees as one; `code`: custom code that may start. Throws UserError for a
/// scenario that cannot run, or differs.
std::string drill_json(const CampaignReader& reader, std::span<const std::filesystem::path> files, const Drill& drill,
                       const CodeOptions& code);

}  // namespace palio
