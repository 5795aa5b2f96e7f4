#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "campaign/study/study_reader.h"

namespace palio {
namespace {

// What a condition is about.
struct Subject {
  const StudyPlace& place;
  std::string_view key;  // "exclude"
  StudySide side;
  const Study& study;
};

std::string condition_sql(const Subject& subject, const toml::node& node) {
  if (node.is_string()) return node.as_string()->get();
  subject.place.fail(node,
                     fmt::format("{0} must be a condition in SQL, as in {0} = \"a = 1 AND b IN (2, 3)\"", subject.key));
}

std::vector<bool> items_that_meet(const Subject& subject, const toml::node& node, const std::string& sql) {
  return subject.place.at(node, [&] {
    ScenarioFilter filter(subject.study, sql, subject.key);
    if (const std::string other = filter.names_besides(subject.side); !other.empty())
      throw UserError("{} {}: it may only name columns of this kind of block, not {}; where in [study] takes all",
                      subject.key, sql, other);
    return filter.kept(subject.side);
  });
}

// Everything that the blocks make, so that names of columns are those of `results`.
Study made_study(const MadeBlocks& made, const StrategySet& known) {
  Study study;
  for (const MadeBlock& block : made.platforms)
    for (const Recipe& recipe : block.recipes) study.platforms.push_back({recipe, {}});
  for (const MadeBlock& block : made.workloads)
    for (const Recipe& recipe : block.recipes) study.workloads.push_back({recipe, {}});
  for (const MadeBlock& block : made.strategies) std::ranges::copy(block.recipes, std::back_inserter(study.strategies));
  study.known = known;
  return study;
}

// A custom strategy may have a parameter of that name.
const toml::node* condition_under(const MadeBlock& block, std::string_view key) {
  const bool is_parameter = std::ranges::find(block.specs, key, &ParameterSpec::name) != block.specs.end();
  return is_parameter ? nullptr : block.table->get(key);
}

bool has_conditions(std::span<const MadeBlock> blocks) {
  return std::ranges::any_of(blocks, [](const MadeBlock& block) {
    return condition_under(block, "only") != nullptr || condition_under(block, "exclude") != nullptr;
  });
}

// Keeps what the conditions of one table take; it has a block for each of its names. `first`: position of its recipes.
void keep(const StudyPlace& place, std::span<MadeBlock> blocks, std::size_t first, StudySide side, const Study& study) {
  std::size_t count = 0;
  for (const MadeBlock& block : blocks) count += block.recipes.size();
  std::vector<bool> kept(count, true);
  for (const std::string_view key : {"only", "exclude"}) {
    const toml::node* node = condition_under(blocks.front(), key);
    if (node == nullptr) continue;
    const Subject subject{place, key, side, study};
    const std::vector<bool> holds = items_that_meet(subject, *node, condition_sql(subject, *node));
    std::uint64_t points = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (holds[first + i] != (key == "exclude")) continue;
      points += kept[i] ? 1 : 0;
      kept[i] = false;
    }
    if (points == 0)
      place.fail(
          *node,
          fmt::format(
              "{} leaves out nothing more: its condition is {} for each point that is left; correct it or remove it",
              key, key == "only" ? "true" : "false"));
    blocks.front().left_out.push_back({.place = place.text_of(node->source()),
                                       .why = fmt::format("{} = {}", key, toml_text(*node)),
                                       .kind = std::string(name_of(side)),
                                       .points = points});
  }
  if (std::ranges::count(kept, true) == 0)
    place.fail(*blocks.front().table, "this block makes nothing: exclude or only leave no point");
  std::size_t at = 0;
  for (MadeBlock& block : blocks) std::erase_if(block.recipes, [&](const Recipe& /*recipe*/) { return !kept[at++]; });
}

void keep(const StudyPlace& place, std::vector<MadeBlock>& blocks, StudySide side, const Study& study) {
  Problems problems;
  std::size_t first = 0;
  for (auto begin = blocks.begin(); begin != blocks.end();) {
    const auto end =
        std::find_if(begin, blocks.end(), [&](const MadeBlock& block) { return block.table != begin->table; });
    std::size_t recipes = 0;
    for (auto block = begin; block != end; ++block) recipes += block->recipes.size();
    problems.attempt([&] { keep(place, {begin, end}, first, side, study); });
    first += recipes;
    begin = end;
  }
  problems.tell();
}

}  // namespace

void apply_block_conditions(const StudyPlace& place, MadeBlocks& made, const StrategySet& known) {
  if (!has_conditions(made.platforms) && !has_conditions(made.workloads) && !has_conditions(made.strategies)) return;
  const Study study = made_study(made, known);
  Problems problems;
  problems.attempt([&] { keep(place, made.platforms, StudySide::platform, study); });
  problems.attempt([&] { keep(place, made.workloads, StudySide::workload, study); });
  problems.attempt([&] { keep(place, made.strategies, StudySide::strategy, study); });
  problems.tell();
}

std::optional<std::vector<std::uint32_t>> items_of_strategies(const StudyPlace& place, StudySide side,
                                                              const Study& study, const toml::table& block) {
  const std::string key = fmt::format("{}s", name_of(side));
  const toml::node* node = block.get(key);
  if (node == nullptr) return std::nullopt;
  const Subject subject{place, key, side, study};
  const std::string sql = condition_sql(subject, *node);
  const std::vector<bool> taken = items_that_meet(subject, *node, sql);
  std::vector<std::uint32_t> positions;
  for (std::uint32_t i = 0; i < taken.size(); ++i)
    if (taken[i]) positions.push_back(i);
  if (positions.empty()) place.fail(*node, fmt::format("no {} of this study meets {}", name_of(side), sql));
  return positions;
}

}  // namespace palio
