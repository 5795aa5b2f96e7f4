#include "campaign/plan/stored_campaign.h"

#include <fmt/format.h>

#include <unordered_map>
#include <utility>

#include "core/error.h"
#include "storage/read/scenario_rows.h"

namespace palio {
namespace {

// The content of an input file as the latest run of the campaign read it.
std::string stored_file(const CampaignReader& reader, const std::string& path) {
  if (std::optional<std::string> content = file_at_path(reader, path)) return std::move(*content);
  throw UserError(fmt::format("the database does not hold the input file {}", path));
}

const Recipe& recipe_of(const Ingredient& ingredient) { return ingredient.recipe; }
const Recipe& recipe_of(const Recipe& recipe) { return recipe; }

template <class Item>
std::vector<std::int64_t> ids_of(const std::vector<Item>& items, const CampaignReader& reader, std::string_view table) {
  std::unordered_map<std::string, std::int64_t> known;
  for (auto& [id, canonical] : reader.canonical_names(table)) known.emplace(std::move(canonical), id);
  std::vector<std::int64_t> ids;
  for (const Item& item : items) {
    const auto found = known.find(canonical_text(recipe_of(item)));
    ids.push_back(found == known.end() ? 0 : found->second);
  }
  return ids;
}

}  // namespace

Study stored_study(const CampaignReader& reader) {
  const CampaignInfo info = reader.info();
  return parse_study(
      info.study_text, info.study_path, [&](const std::string& path) { return stored_file(reader, path); },
      StudyOrigin::campaign);
}

DimensionIds stored_ids(const Study& study, const CampaignReader& reader) {
  return {ids_of(study.platforms, reader, "platform"), ids_of(study.workloads, reader, "workload"),
          ids_of(study.strategies, reader, "strategy")};
}

DoneSet read_done(const Study& study, const DimensionIds& ids, const CampaignReader& reader, const RetryList& retries) {
  DoneSet done(study, ids);
  reader.for_each_result([&](const ScenarioId& id, bool completed) {
    if (completed || !retries.contains(id)) done.add(id);
  });
  done.seal();
  return done;
}

CampaignState count_state(const Study& study, const Selection& selection, const DoneSet& done) {
  if (selection.everything()) return {study.scenario_count(), done.size(), study.instance_count()};
  CampaignState state;
  InstanceStream stream(study, selection);
  const bool all_take_all = study.scenario_count() == study.instance_count() * study.strategies.size();
  const std::optional<std::uint64_t> instances = all_take_all ? stream.size() : std::nullopt;
  if (instances && done.size() < *instances) {  // the shorter way
    state.instances = *instances;
    state.wanted = *instances * study.strategies.size();
    done.for_each([&](const Instance& instance, std::size_t) { state.stored += stream.holds(instance) ? 1 : 0; });
    return state;
  }
  while (const std::optional<Instance> instance = stream.next()) {
    const std::span<const std::uint32_t> strategies = stream.strategies(*instance);
    ++state.instances;
    state.wanted += strategies.size();
    if (done.size() == 0) continue;
    for (const std::uint32_t s : strategies) state.stored += done.contains(*instance, s) ? 1 : 0;
  }
  return state;
}

}  // namespace palio
