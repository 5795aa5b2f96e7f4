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

// Keeps of the blocks of one kind what their conditions take.
void keep(const StudyPlace& place, std::vector<MadeBlock>& blocks, StudySide side, const Study& study) {
  std::size_t first = 0;  // of the block
  for (MadeBlock& block : blocks) {
    std::vector<bool> kept(block.recipes.size(), true);
    for (const std::string_view key : {"only", "exclude"}) {
      const toml::node* node = text_under(block, key);
      if (node == nullptr) continue;
      const std::vector<bool> holds = items_that_meet(place, *node, key, side, study);
      std::uint64_t points = 0;
      for (std::size_t i = 0; i < kept.size(); ++i) {
        if (holds[first + i] != (key == "exclude")) continue;
        points += kept[i] ? 1 : 0;
        kept[i] = false;
      }
      note_left_out(place, block, k_side_names.at(static_cast<std::size_t>(side)), key, points);
      if (points == 0)
        place.fail(*node,
                   fmt::format("{} leaves out no further point of this block: correct it, or leave it out", key));
    }
    first += kept.size();
    std::size_t at = 0;
    std::erase_if(block.recipes, [&](const Recipe& /*recipe*/) { return !kept[at++]; });
    if (block.recipes.empty()) place.fail(*block.table, "this block makes nothing: exclude or only leave no point");
  }
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
