#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "campaign/study/scenario_filter.h"
#include "campaign/study/study_reader.h"

namespace palio {
namespace {

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

constexpr auto k_side_names = std::to_array<std::string_view>({"platform", "workload", "strategy"});

const toml::node* text_under(const MadeBlock& block, std::string_view key) {
  const toml::node* node = block.table->get(key);
  return node != nullptr && node->is_string() ? node : nullptr;
}

bool has_texts(std::span<const MadeBlock> blocks) {
  return std::ranges::any_of(blocks, [](const MadeBlock& block) {
    return text_under(block, "only") != nullptr || text_under(block, "exclude") != nullptr;
  });
}

// Keeps what the conditions of one table take; it has a block for each of its names. `first`: position of its recipes.
void keep(const StudyPlace& place, std::span<MadeBlock> blocks, std::size_t first, StudySide side, const Study& study) {
  const toml::table& table = *blocks.front().table;
  std::size_t count = 0;
  for (const MadeBlock& block : blocks) count += block.recipes.size();
  std::vector<bool> kept(count, true);
  for (const std::string_view key : {"only", "exclude"}) {
    const toml::node* node = text_under(blocks.front(), key);
    if (node == nullptr) continue;
    const std::vector<bool> holds = items_that_meet(place, *node, key, side, study);
    std::uint64_t points = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (holds[first + i] != (key == "exclude")) continue;
      points += kept[i] ? 1 : 0;
      kept[i] = false;
    }
    if (points == 0)
      place.fail(*node, fmt::format("{} leaves out no further point of this block: correct it, or leave it out", key));
    note_left_out(place, blocks.front(), k_side_names.at(static_cast<std::size_t>(side)), key, points);
  }
  if (std::ranges::count(kept, true) == 0)
    place.fail(table, "this block makes nothing: exclude or only leave no point");
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

std::vector<bool> items_that_meet(const StudyPlace& place, const toml::node& node, std::string_view called,
                                  StudySide side, const Study& study) {
  return place.at(node, [&] {
    ScenarioFilter filter(study, node.as_string()->get(), called);
    if (const std::string other = filter.names_besides(side); !other.empty())
      throw UserError("{} {}: it may only name columns of this kind of block, not {}; where in [study] takes all",
                      called, node.as_string()->get(), other);
    return filter.kept(side);
  });
}

void apply_block_conditions(const StudyPlace& place, MadeBlocks& made, const StrategySet& known) {
  if (!has_texts(made.platforms) && !has_texts(made.workloads) && !has_texts(made.strategies)) return;
  const Study study = made_study(made, known);
  Problems problems;
  problems.attempt([&] { keep(place, made.platforms, StudySide::platform, study); });
  problems.attempt([&] { keep(place, made.workloads, StudySide::workload, study); });
  problems.attempt([&] { keep(place, made.strategies, StudySide::strategy, study); });
  problems.tell();
}

}  // namespace palio
