#include "campaign/plan/missing_jobs.h"

#include <algorithm>
#include <utility>

namespace palio {
namespace {

// A sample of the whole study, large enough that each shard has about as many as a study without shards.
std::vector<Instance> pilots(const Study& study, const Selection& selection, const InstanceStream& wanted) {
  std::vector<Instance> pilots;
  const std::uint64_t count = MissingJobs::k_pilots * selection.shard.count;
  if (selection.sample > 0 || study.instance_count() <= count) return pilots;
  for (const Instance& instance : stratified_sample(study, count))
    if (wanted.holds(instance)) pilots.push_back(instance);
  std::ranges::sort(pilots);
  return pilots;
}

}  // namespace

ScenarioPositions::Positions::Positions(const std::vector<std::int64_t>& ids) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] == 0) continue;  // not stored
    const std::size_t number = numbers.add(ids[i]);
    positions.resize(numbers.size());
    positions[number] = static_cast<std::uint32_t>(i);
  }
}

std::optional<std::uint32_t> ScenarioPositions::Positions::find(std::int64_t id) const {
  const std::size_t number = numbers.find(id);
  return number == IdNumbers::k_none ? std::nullopt : std::optional(positions[number]);
}

ScenarioPositions::ScenarioPositions(const Study& study, const DimensionIds& ids)
    : study_(&study),
      platforms_(ids.platforms),
      workloads_(ids.workloads),
      strategies_(ids.strategies),
      filter_(study.is_filtered() ? std::make_shared<ScenarioFilter>(study) : nullptr) {}

std::optional<ScenarioPosition> ScenarioPositions::find(const ScenarioId& id) const {
  const auto platform = platforms_.find(id.platform), workload = workloads_.find(id.workload),
             strategy = strategies_.find(id.strategy);
  if (!platform || !workload || !strategy) return std::nullopt;
  const ScenarioPosition at{{*platform, *workload}, *strategy};
  if (!study_->classes.takes(at.strategy, at.instance.workload)) return std::nullopt;
  if (filter_ && (!filter_->takes_instance(at.instance.platform, at.instance.workload) ||
                  !filter_->takes_strategy(at.strategy, at.instance.platform, at.instance.workload)))
    return std::nullopt;
  return at;
}

bool SelectedScenarios::holds(const ScenarioId& id) const {
  const auto at = positions_.find(id);
  return at && std::ranges::binary_search(stream_.strategies(at->instance), at->strategy) &&
         stream_.holds(at->instance);
}

DoneSet::DoneSet(const Study& study, const DimensionIds& ids)
    : workloads_(std::ssize(study.workloads)), strategies_(study.strategies.size()), positions_(study, ids) {}

void DoneSet::add(const ScenarioId& id) {
  const auto at = positions_.find(id);
  if (!at) return;
  const std::size_t place = instances_.add(code(at->instance)) * strategies_ + at->strategy;
  if (done_.size() <= place) done_.resize(instances_.size() * strategies_);
  if (!done_[place]) ++size_;
  done_[place] = true;
}

bool DoneSet::contains(const Instance& instance, std::size_t strategy) const {
  const std::size_t number = instances_.find(code(instance));
  return number != IdNumbers::k_none && done_[number * strategies_ + strategy];
}

DoneSet read_done(const Study& study, const DimensionIds& ids, const CampaignReader& reader, const RetryList& retries) {
  DoneSet done(study, ids);
  reader.for_each_result([&](const ScenarioId& id, bool completed) {
    if (completed || !retries.contains(id)) done.add(id);
  });
  return done;
}

CampaignState count_state(const Study& study, const Selection& selection, const DoneSet& done) {
  if (wants_all(study, selection)) return {study.scenario_count(), done.size(), study.instance_count()};
  const InstanceStream stream(study, selection);
  const bool all_take_all = study.scenario_count() == study.instance_count() * study.strategies.size();
  const std::optional<std::uint64_t> instances = all_take_all ? stream.size() : std::nullopt;
  if (!instances || done.size() >= *instances) return for_each_missing(study, selection, done, [](auto&&...) {});
  CampaignState state{.wanted = *instances * study.strategies.size(), .stored = 0, .instances = *instances};
  done.for_each([&](const Instance& instance, std::size_t) { state.stored += stream.holds(instance) ? 1 : 0; });
  return state;
}

MissingJobs::MissingJobs(const Study& study, const Selection& selection, const DoneSet& done, const DimensionIds& ids)
    : done_(done), stream_(study, selection), pilots_(pilots(study, selection, stream_)) {
  if (selection.sample > 0 || ids.platforms.empty()) return;
  while (const std::optional<Instance> instance = stream_.next())
    if (!std::ranges::binary_search(pilots_, *instance)) order_.push_back(*instance);
  std::ranges::sort(order_, {}, [&](const Instance& instance) {
    return std::pair(ids.platforms[instance.platform], ids.workloads[instance.workload]);
  });
}

std::optional<Instance> MissingJobs::next_instance() {
  if (next_pilot_ < pilots_.size()) return pilots_[next_pilot_++];
  if (next_in_order_ < order_.size()) return order_[next_in_order_++];
  while (const std::optional<Instance> instance = stream_.next())
    if (!std::ranges::binary_search(pilots_, *instance)) return instance;
  return std::nullopt;
}

std::optional<MissingJob> MissingJobs::next() {
  while (const std::optional<Instance> instance = next_instance()) {
    MissingJob job{*instance, {}};
    for (const std::uint32_t s : stream_.strategies(*instance))
      if (!done_.contains(*instance, s)) job.strategies.push_back(s);
    if (!job.strategies.empty()) return job;
  }
  return std::nullopt;
}

}  // namespace palio
