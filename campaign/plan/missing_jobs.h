#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "campaign/plan/plan.h"
#include "campaign/plan/retries.h"
#include "core/id_numbers.h"
#include "storage/file/rows.h"

namespace palio {

/// Database ids of a study's platforms, workloads and strategies, by position; 0 for those that are not stored.
struct DimensionIds {
  std::vector<std::int64_t> platforms, workloads, strategies;
};

/// A scenario of a study, by position.
struct ScenarioPosition {
  Instance instance;
  std::uint32_t strategy = 0;

  auto operator<=>(const ScenarioPosition&) const = default;
};

/// Finds the scenario of a study for a stored id. One thread.
class ScenarioPositions {
public:
  /// The study must outlive it.
  ScenarioPositions(const Study& study, const DimensionIds& ids);

  /// Nothing for a scenario that is not in the study, or whose strategy does not take the workload, or that the
  /// study's conditions leave out.
  std::optional<ScenarioPosition> find(const ScenarioId& id) const;

private:
  // Finds the position of an id.
  struct Positions {
    explicit Positions(const std::vector<std::int64_t>& ids);
    /// Nothing for an id that is not of this study.
    std::optional<std::uint32_t> find(std::int64_t id) const;

    IdNumbers numbers;
    std::vector<std::uint32_t> positions;  // by number
  };

  const Study* study_;
  Positions platforms_, workloads_, strategies_;
  std::shared_ptr<ScenarioFilter> filter_;  // null: the study has no conditions
};

/// Whether a selection of a study wants the scenario with a stored id. One thread.
class SelectedScenarios {
public:
  /// The study must outlive it.
  SelectedScenarios(const Study& study, const Selection& selection, const DimensionIds& ids)
      : positions_(study, ids), stream_(study, selection) {}

  bool holds(const ScenarioId& id) const;

private:
  ScenarioPositions positions_;
  InstanceStream stream_;
};

/// Which scenarios of a study are stored already: a bit for each strategy of the instances that have results.
class DoneSet {
public:
  /// The study must outlive it.
  DoneSet(const Study& study, const DimensionIds& ids);

  /// Adds a stored result; results of scenarios that are not in the study are ignored.
  void add(const ScenarioId& id);
  bool contains(const Instance& instance, std::size_t strategy) const;
  std::uint64_t size() const { return size_; }

  /// Calls `visit(instance, strategy)` for each, in the order of the positions.
  template <class Visit>
  void for_each(Visit visit) const {
    std::vector<std::int64_t> codes = instances_.ids();
    std::ranges::sort(codes);
    for (const std::int64_t code : codes)
      for (std::size_t s = 0, first = instances_.find(code) * strategies_; s < strategies_; ++s)
        if (done_[first + s])
          visit(Instance{static_cast<std::uint32_t>(code / workloads_), static_cast<std::uint32_t>(code % workloads_)},
                s);
  }

private:
  std::int64_t code(const Instance& instance) const {
    return std::int64_t{instance.platform} * workloads_ + instance.workload;
  }

  std::int64_t workloads_;
  std::size_t strategies_;
  ScenarioPositions positions_;
  IdNumbers instances_;     // by code()
  std::vector<bool> done_;  // the strategies of each, one after the other
  std::uint64_t size_ = 0;
};

/// The scenarios of a study that are stored, completed or failed, except those to be run again.
DoneSet read_done(const Study& study, const DimensionIds& ids, const CampaignReader& reader,
                  const RetryList& retries = {});

/// How many scenarios a selection wants, how many of them are stored, and how many instances they belong to.
struct CampaignState {
  std::uint64_t wanted = 0;
  std::uint64_t stored = 0;
  std::uint64_t instances = 0;
};
CampaignState count_state(const Study& study, const Selection& selection, const DoneSet& done);

/// The same, and calls `visit(instance, strategy)` for each missing scenario, in the stream's order.
template <class Visit>
CampaignState for_each_missing(const Study& study, const Selection& selection, const DoneSet& done, Visit visit) {
  CampaignState state;
  InstanceStream stream(study, selection);
  while (const std::optional<Instance> instance = stream.next()) {
    ++state.instances;
    for (const std::uint32_t s : stream.strategies(*instance)) {
      ++state.wanted;
      if (done.contains(*instance, s))
        ++state.stored;
      else
        visit(*instance, s);
    }
  }
  return state;
}

/// An instance and the strategies that are still to run on it, by position.
struct MissingJob {
  Instance instance;
  std::vector<std::uint32_t> strategies;
};

/// The missing scenarios of the wanted part of a study, one instance after the other. A few instances from all over the
/// study come first: they show what the others will cost. The others follow in the order of their ids, in which the
/// database grows at its end; those of a sample as they were drawn, so that any part of them is a sample; those of a
/// study without ids in its order.
class MissingJobs {
public:
  static constexpr std::uint64_t k_pilots = 32;  // instances

  MissingJobs(const Study& study, const Selection& selection, const DoneSet& done, const DimensionIds& ids);

  std::optional<MissingJob> next();

private:
  std::optional<Instance> next_instance();

  const DoneSet& done_;
  InstanceStream stream_;
  std::vector<Instance>
      pilots_;  // sorted; empty for a sample, whose first instances come from all over the study anyway
  std::vector<Instance> order_;  // of the others; empty for a sample
  std::size_t next_pilot_ = 0, next_in_order_ = 0;
};

}  // namespace palio
