#include "campaign/plan/stored_campaign.h"

#include <fmt/format.h>

#include <unordered_map>

#include "core/error.h"

namespace palio {
namespace {

std::string sql_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("''") : std::string(1, c);
  return quoted + '\'';
}

bool has_column(const CampaignReader& reader, std::string_view table, std::string_view column) {
  bool found = false;
  reader.query(
      fmt::format("SELECT 1 FROM pragma_table_info('{}') WHERE name = '{}'", table, column), [](const auto&) {},
      [&](const auto&) { found = true; });
  return found;
}

// The content of an input file as the latest run of the campaign read it.
std::string stored_file(const CampaignReader& reader, const std::string& path) {
  for (const std::string_view table : {"platform", "workload"}) {
    if (!has_column(reader, table, role_name(ParameterRole::path))) continue;
    std::optional<std::string> content;
    reader.query(
        fmt::format("SELECT f.content FROM {} d JOIN input_file f ON f.digest = d.digest WHERE d.path = {} "
                    "ORDER BY d.id DESC LIMIT 1",
                    table, sql_quoted(path)),
        [](const auto&) {}, [&](const auto& row) { content = std::get<std::string>(row.front()); });
    if (content) return *content;
  }
  throw UserError(fmt::format("the database does not hold the input file {}", path));
}

std::unordered_map<std::string, std::int64_t> ids_by_canonical(const CampaignReader& reader, std::string_view table) {
  std::unordered_map<std::string, std::int64_t> ids;
  reader.query(
      fmt::format("SELECT canonical, id FROM {}", table), [](const auto&) {},
      [&](const auto& row) { ids.emplace(std::get<std::string>(row[0]), std::get<std::int64_t>(row[1])); });
  return ids;
}

const Recipe& recipe_of(const Ingredient& ingredient) { return ingredient.recipe; }
const Recipe& recipe_of(const Recipe& recipe) { return recipe; }

template <class Item>
std::vector<std::int64_t> ids_of(const std::vector<Item>& items, const CampaignReader& reader, std::string_view table) {
  const auto known = ids_by_canonical(reader, table);
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
  return parse_study(info.study_text, info.study_path,
                     [&](const std::string& path) { return stored_file(reader, path); });
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
  if (selection.everything()) return {study.scenario_count(), done.size()};
  CampaignState state;
  InstanceStream stream(study, selection);
  while (const std::optional<Instance> instance = stream.next()) {
    const std::span<const std::uint32_t> strategies = stream.strategies(*instance);
    state.wanted += strategies.size();
    for (const std::uint32_t s : strategies) state.stored += done.contains(*instance, s) ? 1 : 0;
  }
  return state;
}

}  // namespace palio
