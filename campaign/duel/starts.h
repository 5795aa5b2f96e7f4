#pragma once

#include <string>
#include <variant>

#include "campaign/duel/moves.h"
#include "core/identity/instance.h"

namespace palio {

/// Where the platforms, or the workloads, that restarts begin with come from: chain_start(), a file, or a family, as
/// typed. A family draws one for each restart where the recipe leaves its sample open.
using StartSource = std::variant<std::monostate, Ingredient, std::string>;

/// What restarts begin with.
class DuelStarts {
public:
  /// Throws UserError for what is unknown, and for what is no task graph or no platform for one.
  DuelStarts(StartSource platform, StartSource workload, std::int64_t seed);

  /// The instance of a restart, whatever the strategies are.
  DuelInstance instance(std::int64_t restart) const;
  /// What moves may make of it.
  DuelSpace space(const DuelInstance& start) const;
  /// "chain on mesh:hosts=4": part of a search's identity.
  std::string title() const;

private:
  StartSource platform_, workload_;
  std::int64_t seed_;
};

}  // namespace palio
