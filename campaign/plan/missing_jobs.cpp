#include "campaign/plan/missing_jobs.h"

#include <algorithm>

#include "campaign/plan/plan.h"

namespace palio {
namespace {

// As many for each shard as for a whole study.
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

CampaignState count_state(const Study& study, const Selection& selection, const DoneSet& done) {
  if (selection.everything()) return {study.scenario_count(), done.size(), study.instance_count()};
  const InstanceStream stream(study, selection);
  const bool all_take_all = study.scenario_count() == study.instance_count() * study.strategies.size();
  const std::optional<std::uint64_t> instances = all_take_all ? stream.size() : std::nullopt;
  if (!instances || done.size() >= *instances) return for_each_missing(study, selection, done, [](auto&&...) {});
  CampaignState state{.wanted = *instances * study.strategies.size(), .stored = 0, .instances = *instances};
  done.for_each([&](const Instance& instance, std::size_t) { state.stored += stream.holds(instance) ? 1 : 0; });
  return state;
}

MissingJobs::MissingJobs(const Study& study, const Selection& selection, const DoneSet& done)
    : done_(done), stream_(study, selection), pilots_(pilots(study, selection, stream_)) {}

std::optional<Instance> MissingJobs::next_instance() {
  if (next_pilot_ < pilots_.size()) return pilots_[next_pilot_++];
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
