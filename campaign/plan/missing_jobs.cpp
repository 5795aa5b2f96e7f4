#include "campaign/plan/missing_jobs.h"

#include <algorithm>

namespace palio {
namespace {

std::vector<Instance> pilots(const Study& study, const Selection& selection) {
  std::vector<Instance> pilots;
  const std::uint64_t count = MissingJobs::k_pilots * selection.shard.count;
  if (selection.sample > 0 || study.instance_count() <= count) return pilots;
  InstanceStream stream(study, {.sample = count, .shard = selection.shard, .where = selection.where});
  while (const std::optional<Instance> instance = stream.next()) pilots.push_back(*instance);
  std::ranges::sort(pilots);
  return pilots;
}

}  // namespace

MissingJobs::MissingJobs(const Study& study, const Selection& selection, const DoneSet& done)
    : done_(done), pilots_(pilots(study, selection)), stream_(study, selection) {}

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
