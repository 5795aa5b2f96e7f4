#include "campaign/pack/campaign_part.h"

#include <algorithm>
#include <memory>
#include <set>

#include "campaign/plan/stored_study.h"
#include "campaign/session/this_machine.h"
#include "storage/read/stored_results.h"
#include "storage/write/result_store.h"

namespace palio {

std::uint64_t usual_part(std::uint64_t instances) { return std::clamp<std::uint64_t>(instances / 100, 20, 1000); }

std::vector<Instance> stored_instances(const CampaignReader& reader, const Study& study) {
  const DoneSet done = read_done(study, stored_ids(study, reader), reader);
  std::vector<Instance> stored;
  done.for_each([&](const Instance& instance, std::size_t) {
    if (stored.empty() || stored.back() != instance) stored.push_back(instance);
  });
  return stratified_order(study, stored);
}

std::filesystem::path inside(const std::filesystem::path& path) {
  std::filesystem::path kept;
  for (const std::filesystem::path& part : path.lexically_normal().relative_path())
    if (part != "..") kept /= part;
  return kept;
}

std::map<std::string, std::string> input_texts(const CampaignReader& reader) {
  std::map<std::string, std::string> texts;
  for (const NamedFile& file : named_files(reader))
    texts.emplace(inside(file.path).string(), file_with_digest(reader, file.digest).value_or(""));
  return texts;
}

void keep_part(const std::filesystem::path& database, std::uint64_t instances) {
  auto reader = std::make_unique<CampaignReader>(database);
  const CampaignInfo info = reader->info();
  const Study study = stored_study(*reader);
  const DimensionIds ids = stored_ids(study, *reader);
  std::vector<Instance> kept = stored_instances(*reader, study);
  kept.resize(std::min<std::uint64_t>(kept.size(), instances));
  CampaignRequest request = reader->request().value_or(CampaignRequest{});
  const bool is_prefix = request.condition.empty() && request.shards == 1;  // of the study's sample
  if (instances > 0 && is_prefix) request.sample = static_cast<std::int64_t>(kept.size());
  SessionInfo session = reader->sessions().back().info;
  reader.reset();  // an open reader would keep the campaign from becoming one plain file
  const SessionInfo here = this_session();
  session.palio_version = here.palio_version;
  session.compiler = here.compiler;
  session.host.clear();
  session.pid = 0;
  session.jobs = 0;  // it carries nothing out
  session.planned = 0;
  session.sample = request.sample;
  const std::set<Instance> wanted(kept.begin(), kept.end());
  const ScenarioPositions positions(study, ids);
  const auto is_kept = [&](const ScenarioId& id) {
    const auto position = positions.find(id);
    return position && wanted.contains(position->instance);
  };
  ResultStore store(database, info, request);
  store.begin_session(session, is_kept);
  store.prune(is_kept, {ids.platforms, ids.workloads, ids.strategies});
  store.end_session("finished");
  store.shrink();
  store.checkpoint();
}

}  // namespace palio
