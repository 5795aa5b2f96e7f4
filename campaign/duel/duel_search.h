#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "campaign/duel/judge.h"
#include "core/identity/canonical.h"

namespace palio {

/// Where the platforms, or the workloads, that restarts begin with come from: chain_start(), a file, or a family, as
/// typed. A family draws one for each restart where the recipe leaves its sample open.
using StartSource = std::variant<std::monostate, Spec, std::string>;

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

/// One restart of one duel: what is searched at a time, and done again where it was interrupted.
struct SearchUnit {
  Duel duel;
  std::int64_t restart = 0;
};

struct SearchedUnit {
  SearchUnit unit;
  Restart found;
};

/// Searches units side by side. What a unit finds depends on nothing but its start, its duel and the rules.
class DuelSearch {
public:
  using MakeJudge = std::function<std::unique_ptr<Judge>()>;

  DuelSearch(DuelStarts starts, SearchRules rules, std::int64_t seed, MakeJudge make_judge)
      : starts_(std::move(starts)), rules_(rules), seed_(seed), make_judge_(std::move(make_judge)) {}

  /// Takes units, in their order, until that much time has passed, and finishes what it has taken: the first of the
  /// units, and one at least. What `is_over` interrupts is left out.
  std::vector<SearchedUnit> search(std::span<const SearchUnit> units, int jobs, std::chrono::milliseconds time,
                                   const std::function<bool()>& is_over);

  /// Units that ended since the search was made; any thread.
  std::int64_t searched() const { return searched_; }

  const DuelStarts& starts() const { return starts_; }

private:
  std::optional<Restart> restart_of(const SearchUnit& unit, Judge& judge, const std::function<bool()>& is_over) const;

  DuelStarts starts_;
  SearchRules rules_;
  std::int64_t seed_;
  MakeJudge make_judge_;
  std::atomic<std::int64_t> searched_ = 0;
};

}  // namespace palio
