#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "campaign/study/study_reader.h"

namespace palio {
namespace {

constexpr auto k_keys = std::to_array<std::string_view>({"name", "says", "strategies", "platforms", "workloads"});

using Positions = std::vector<std::uint32_t>;
using StandIns = std::map<std::uint32_t, std::uint32_t>;  // by the strategy that each takes the place of

// A block as it is written.
struct ReadingBlock {
  const toml::table* table;
  std::string name, says;
  StandIns stand_ins;
  std::vector<Axis> platforms, workloads;  // values of parameters, one name each
};

bool has_one_of(const Axis& values, const Value& value) {
  return std::ranges::any_of(values.rows, [&](const std::vector<Value>& row) { return row.front() == value; });
}

class ReadingReader {
public:
  ReadingReader(const StudyPlace& place, const Study& study)
      : place_(place),
        study_(study),
        platforms_(place, SpecSide::platform, study.platforms),
        workloads_(place, SpecSide::workload, study.workloads) {
    for (const Recipe& recipe : study.strategies) {
      labels_.push_back(label(recipe, study.known.named(recipe.name).parameters));
      canonical_.push_back(canonical_text(recipe));
    }
  }

  std::vector<Reading> read(const toml::node& node) const {
    const std::vector<ReadingBlock> blocks = blocks_of(node);
    std::set<std::uint32_t> stand_ins;
    for (const ReadingBlock& block : blocks)
      for (const auto& [replaced, stand_in] : block.stand_ins) stand_ins.insert(stand_in);
    std::vector<Reading> readings;
    for (const ReadingBlock& block : blocks)
      readings.push_back({block.name, block.says, meant(blocks, block, &ReadingBlock::platforms),
                          meant(blocks, block, &ReadingBlock::workloads), strategies_of(block, stand_ins)});
    return readings;
  }

private:
  std::vector<ReadingBlock> blocks_of(const toml::node& node) const {
    const toml::array* list = node.as_array();
    if (list == nullptr || list->empty()) place_.fail(node, "readings are written as [[reading]] blocks");
    std::vector<ReadingBlock> blocks;
    for (const toml::node& element : *list) {
      if (!element.is_table()) place_.fail(element, "readings are written as [[reading]] blocks");
      ReadingBlock block = block_of(*element.as_table());
      const auto same = std::ranges::find(blocks, block.name, &ReadingBlock::name);
      if (same != blocks.end())
        place_.fail(*block.table->get("name"), fmt::format("there is a reading \"{}\" already, in line {}", block.name,
                                                           StudyPlace::line_of(*same->table)));
      blocks.push_back(std::move(block));
    }
    return blocks;
  }

  ReadingBlock block_of(const toml::table& table) const {
    place_.refuse_unknown_keys(table, "[[reading]]", k_keys);
    ReadingBlock block{&table, text_in(table, "name"), text_in(table, "says"), {}, {}, {}};
    if (const toml::node* strategies = table.get("strategies")) block.stand_ins = stand_ins_of(*strategies);
    block.platforms = values_of(table, "platforms", platforms_);
    block.workloads = values_of(table, "workloads", workloads_);
    return block;
  }

  std::string text_in(const toml::table& table, std::string_view key) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) place_.fail(table, fmt::format("[[reading]] needs {}, a text", key));
    return place_.text(*node, key);
  }

  std::vector<Axis> values_of(const toml::table& block, std::string_view key, const SpecFilterReader& side) const {
    const toml::node* node = block.get(key);
    if (node == nullptr) return {};
    const toml::table* table = node->as_table();
    if (table == nullptr || table->empty())
      place_.fail(*node, fmt::format("{0} must give values of parameters: {0} = {{ parameter = value }}", key));
    std::vector<Axis> values;
    for (const auto& [parameter, written] : *table) values.push_back(side.condition(written, parameter.str()));
    return values;
  }

  StandIns stand_ins_of(const toml::node& node) const {
    const toml::table* table = node.as_table();
    if (table == nullptr || table->empty())
      place_.fail(node, "strategies must say which strategy stands for which: { \"A\" = \"A:parameter=value\" }");
    StandIns stand_ins;
    for (const auto& [replaced, stand_in] : *table) {
      if (!stand_in.is_string()) place_.fail(stand_in, "a strategy must be a text in quotes");
      const std::uint32_t position = position_of(stand_in, stand_in.as_string()->get());
      if (std::ranges::count(stand_ins, position, &StandIns::value_type::second) > 0)
        place_.fail(stand_in, fmt::format("{} stands for two strategies", labels_[position]));
      stand_ins[position_of(stand_in, replaced.str())] = position;
    }
    return stand_ins;
  }

  // Of the strategy that is written like that, as a label or with all its parameters.
  std::uint32_t position_of(const toml::node& node, std::string_view written) const {
    for (const std::vector<std::string>& names : {labels_, canonical_})
      if (const auto found = std::ranges::find(names, written); found != names.end())
        return static_cast<std::uint32_t>(found - names.begin());
    const std::string canonical = place_.at(node, [&] {
      return canonical_text(parse_recipe(written, study_.known.named(recipe_name(written)).parameters));
    });
    if (const auto found = std::ranges::find(canonical_, canonical); found != canonical_.end())
      return static_cast<std::uint32_t>(found - canonical_.begin());
    const std::vector<std::string_view> valid(labels_.begin(), labels_.end());
    place_.fail(node, fmt::format("no strategy of this study is {}{}", written, suggestion(written, valid)));
  }

  // The platforms or workloads that a reading has.
  Positions meant(const std::vector<ReadingBlock>& blocks, const ReadingBlock& block,
                  std::vector<Axis> ReadingBlock::*side) const {
    const bool platforms = side == &ReadingBlock::platforms;
    const std::vector<Spec>& all = platforms ? study_.platforms : study_.workloads;
    Positions positions;
    for (std::uint32_t i = 0; i < all.size(); ++i)
      if (has(blocks, block, side, all[i].recipe)) positions.push_back(i);
    if (positions.empty())
      place_.fail(*block.table, fmt::format("reading \"{}\" has no {} of this study", block.name,
                                            platforms ? "platforms" : "workloads"));
    return positions;
  }

  // A value that readings give belongs to those that give it, any other one to those that give none; what has no such
  // parameter, to all.
  bool has(const std::vector<ReadingBlock>& blocks, const ReadingBlock& block, std::vector<Axis> ReadingBlock::*side,
           const Recipe& recipe) const {
    const SpecFilterReader& filter = side == &ReadingBlock::platforms ? platforms_ : workloads_;
    for (const ReadingBlock& other : blocks)
      for (const Axis& given : other.*side) {
        const std::optional<Value> value = filter.value_of(recipe, given.names.front());
        if (!value) continue;
        const auto own = std::ranges::find(block.*side, given.names, &Axis::names);
        if (own != (block.*side).end() ? !has_one_of(*own, *value) : has_one_of(given, *value)) return false;
      }
    return true;
  }

  std::map<std::uint32_t, std::uint32_t> strategies_of(const ReadingBlock& block,
                                                       const std::set<std::uint32_t>& stand_ins) const {
    std::map<std::uint32_t, std::uint32_t> strategies;
    for (std::uint32_t s = 0; s < study_.strategies.size(); ++s)
      if (!stand_ins.contains(s) && !block.stand_ins.contains(s)) strategies[s] = s;
    for (const auto& [replaced, stand_in] : block.stand_ins) {
      if (stand_ins.contains(replaced))
        place_.fail(*block.table, fmt::format("{} stands for another strategy in some reading, so that none can stand "
                                              "for it",
                                              labels_[replaced]));
      strategies[stand_in] = replaced;
    }
    return strategies;
  }

  const StudyPlace& place_;
  const Study& study_;
  SpecFilterReader platforms_, workloads_;
  std::vector<std::string> labels_, canonical_;  // of the strategies
};

}  // namespace

std::vector<Reading> read_readings(const StudyPlace& place, const toml::table& root, const Study& study) {
  const toml::node* blocks = root.get("reading");
  return blocks == nullptr ? std::vector<Reading>() : ReadingReader(place, study).read(*blocks);
}

}  // namespace palio
