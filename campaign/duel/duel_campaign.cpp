#include "campaign/duel/duel_campaign.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "campaign/plan/stored_study.h"
#include "campaign/study/strategy_block.h"
#include "core/error.h"
#include "core/text/json_text.h"
#include "platforms/family.h"
#include "workloads/explicit/workload_json.h"
#include "workloads/family.h"

namespace palio {
namespace {

constexpr std::string_view k_study_name = "duel";

std::string file_name(std::string_view kind, const std::string& digest) {
  return fmt::format("{}-{}.json", kind, digest.substr(0, 16));
}

Spec platform_file(const DuelInstance& instance) {
  std::string text = platform_text(instance);
  const std::string digest = content_digest(text);
  return {{std::string(k_file_family), {{"path", file_name("network", digest)}, {"digest", digest}}}, std::move(text)};
}

FoundInstance found_instance(Spec platform, Spec workload) {
  const Parameters& of = workload.recipe.parameters;
  FoundInstance found{.target = text_of(of, "target"),
                      .base = text_of(of, "base"),
                      .restart = integer_of(of, "restart"),
                      .evaluation = integer_of(of, "evaluation"),
                      .ratio = real_of(of, "ratio"),
                      .platform = std::move(platform),
                      .workload = {}};
  found.workload = std::move(workload);  // last: the others are read from it
  return found;
}

std::string workload_block(const std::vector<FoundInstance>& found) {
  std::vector<std::string> names;
  std::string lists;  // a column of the lineage each
  for (const ParameterSpec& spec : duel_workload_parameters()) {
    if (spec.role == ParameterRole::digest) continue;
    names.push_back(json_quoted(spec.name));
    lists += fmt::format("{} = [\n", spec.name);
    for (const FoundInstance& instance : found)
      lists += toml_value(instance.workload.recipe.parameters.at(std::string(spec.name))) + ",\n";
    lists += "]\n";
  }
  return fmt::format("\n[[workload]]\nfamily = \"{}\"\nzip = [[{}]]\n{}", k_duel_family, fmt::join(names, ", "), lists);
}

// All files by name, of both kinds.
std::map<std::string, std::string> files_of(const std::vector<FoundInstance>& found) {
  std::map<std::string, std::string> files;
  for (const FoundInstance& instance : found)
    for (const Spec* part : {&instance.platform, &instance.workload})
      files.emplace(text_of(part->recipe.parameters, "path"), part->definition);
  return files;
}

std::string platform_block(const std::vector<FoundInstance>& found) {
  std::set<std::string> written;
  std::string paths;
  for (const FoundInstance& instance : found) {
    const std::string& path = text_of(instance.platform.recipe.parameters, "path");
    if (written.insert(path).second) paths += json_quoted(path) + ",\n";
  }
  return fmt::format("\n[[platform]]\nfamily = \"{}\"\npath = [\n{}]\n", k_file_family, paths);
}

}  // namespace

std::vector<FoundInstance> found_instances(const SearchedUnit& searched, const StrategySet& known) {
  std::vector<FoundInstance> all;
  const auto& [duel, restart] = searched.unit;
  for (const auto& [instance, evaluation, parent, steps, move, ratio] : searched.found.improvements) {
    Spec platform = platform_file(instance);
    std::string graph = workload_text(instance);
    const std::string digest = content_digest(graph);
    const Parameters given{{"path", file_name("graph", digest)},
                           {"digest", digest},
                           {"network", text_of(platform.recipe.parameters, "digest")},
                           {"target", label_of(duel.target, known)},
                           {"base", label_of(duel.base, known)},
                           {"restart", restart},
                           {"evaluation", evaluation},
                           {"parent", parent},
                           {"steps", steps},
                           {"move", std::string(to_text(move))},
                           {"ratio", ratio}};
    Recipe recipe{std::string(k_duel_family), resolve(k_duel_family, duel_workload_parameters(), given)};
    all.push_back(found_instance(std::move(platform), {std::move(recipe), std::move(graph)}));
  }
  return all;
}

DuelRecord stored_record(const CampaignReader& reader, const std::string& settings, const StrategySet& known) {
  const CampaignInfo info = reader.info();
  if (info.study != k_study_name)
    throw UserError("it is the campaign of study {}, not of a duel: name another file", info.study);
  if (info.source != settings)
    throw UserError(
        "its duels have other settings; name another file, or use the same settings:\n  there: {}\n"
        "  here:  {}",
        info.source, settings);
  Study study = stored_study(reader, known);
  DuelRecord record{.settings = settings, .seed = study.seed, .strategies = std::move(study.strategies), .found = {}};
  std::map<std::string, Spec> platforms;
  for (Spec& platform : study.platforms) {
    const std::string digest = text_of(platform.recipe.parameters, "digest");
    platforms.emplace(digest, std::move(platform));
  }
  for (Spec& workload : study.workloads) {
    const Spec& platform = platforms.at(text_of(workload.recipe.parameters, "network"));
    record.found.push_back(found_instance(platform, std::move(workload)));
  }
  return record;
}

std::vector<SearchUnit> missing_units(const DuelRecord& record, const std::vector<Duel>& duels, std::int64_t restarts,
                                      const StrategySet& known) {
  std::set<std::tuple<std::string, std::string, std::int64_t>> held;
  for (const FoundInstance& found : record.found) held.emplace(found.target, found.base, found.restart);
  std::vector<SearchUnit> missing;
  for (const Duel& duel : duels)
    for (std::int64_t restart = 0; restart < restarts; ++restart)
      if (!held.contains({label_of(duel.target, known), label_of(duel.base, known), restart}))
        missing.push_back({duel, restart});
  return missing;
}

Study duel_study(DuelRecord record, const StrategySet& known) {
  std::ranges::sort(record.found, {}, [](const FoundInstance& found) {
    return std::tie(found.target, found.base, found.restart, found.evaluation);
  });
  std::ranges::sort(record.strategies, {}, [&](const Recipe& strategy) { return label_of(strategy, known); });
  std::string text = fmt::format(
      "# Instances that palio duel found, each for the two strategies that it names.\n"
      "[study]\nname = \"{}\"\ntitle = \"Instances on which one strategy is worst beside another\"\nsource = {}\n"
      "seed = {}\nengine = \"fluid\"\n",
      k_study_name, json_quoted(record.settings), record.seed);
  text += platform_block(record.found) + workload_block(record.found);
  for (const Recipe& strategy : record.strategies) text += strategy_block(strategy, known);
  const std::map<std::string, std::string> files = files_of(record.found);
  const auto content = [&](const std::string& path) { return files.at(path); };
  return parse_study(text, "duel.toml", content, {.known = known});
}

Selection duel_selection() { return {.where = "platform_digest = network AND (strategy = target OR strategy = base)"}; }

std::vector<const FoundInstance*> worst_by_restart(const DuelRecord& record, const std::string& target,
                                                   const std::string& base) {
  std::map<std::int64_t, const FoundInstance*> worst;
  for (const FoundInstance& found : record.found) {
    if (found.target != target || found.base != base) continue;
    const FoundInstance*& so_far = worst[found.restart];
    if (so_far == nullptr || found.ratio > so_far->ratio) so_far = &found;
  }
  std::vector<const FoundInstance*> all;
  for (const auto& [restart, found] : worst) all.push_back(found);
  return all;
}

std::string scenario_of(const FoundInstance& instance, const Recipe& strategy) {
  return fmt::format("{}-{}-{}", short_key(canonical_text(instance.platform.recipe)),
                     short_key(canonical_text(instance.workload.recipe)), short_key(canonical_text(strategy)));
}

DuelInstance instance_of(const FoundInstance& found) {
  const auto& [p, p_text] = found.platform;
  const auto& [w, w_text] = found.workload;
  return duel_instance(as<Platform>(platform_family(p.name).build(p, p_text)),
                       as<Workload>(workload_family(w.name).build(w, w_text)));
}

}  // namespace palio
