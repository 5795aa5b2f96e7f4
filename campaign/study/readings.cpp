#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "campaign/study/study_reader.h"

namespace palio {
namespace {

bool has_one_of(const Axis& values, const Value& value) {
  return std::ranges::any_of(values.rows, [&](const std::vector<Value>& row) { return row.front() == value; });
}

// The values that readings give to parameters on one side of a study.
class GivenValues {
public:
  GivenValues(const StudyPlace& place, StudySide side, std::span<const Spec> specs)
      : place_(place), side_(side), specs_(specs) {
    for (const Spec& spec : specs)
      if (std::ranges::find(families_, spec.recipe.name) == families_.end()) families_.push_back(spec.recipe.name);
  }

  Axis read(const toml::node& node, std::string_view parameter) const {
    check_name(node, parameter);
    Axis given{{std::string(parameter)}, {}};
    const auto add = [&](const toml::node& element) {
      const std::vector<std::vector<Value>> spellings = spellings_of(element, parameter);
      check_value(element, {given.names, spellings});
      given.rows.insert(given.rows.end(), spellings.begin(), spellings.end());
    };
    const toml::array* list = node.as_array();
    if (list == nullptr) {
      add(node);
    } else {
      if (list->empty()) place_.fail(node, fmt::format("{} lists no value", parameter));
      for (const toml::node& element : *list) add(element);
    }
    return given;
  }

  // A recipe's value of a parameter, or the default that it leaves out; nothing where it has no such parameter.
  std::optional<Value> value_of(const Recipe& recipe, std::string_view parameter) const {
    if (const auto found = recipe.parameters.find(parameter); found != recipe.parameters.end()) return found->second;
    const std::span<const ParameterSpec> specs = parameters_of(side_, recipe.name);
    const auto spec = std::ranges::find(specs, parameter, &ParameterSpec::name);
    if (spec == specs.end() || spec->default_value.empty()) return std::nullopt;
    return parse_value(recipe.name, *spec, spec->default_value);
  }

private:
  // 1 and 1.0 mean the same; the family decides which of them a recipe has.
  std::vector<std::vector<Value>> spellings_of(const toml::node& node, std::string_view name) const {
    if (const auto* text = node.as_string()) return {{text->get()}};
    if (const auto* truth = node.as_boolean()) return {{std::string(truth->get() ? "true" : "false")}};
    if (const auto* integer = node.as_integer()) return {{integer->get()}, {static_cast<double>(integer->get())}};
    if (const auto* real = node.as_floating_point()) {
      const double value = real->get();
      if (std::trunc(value) == value && std::abs(value) < 0x1p53) return {{value}, {static_cast<std::int64_t>(value)}};
      return {{value}};
    }
    place_.fail(node, fmt::format("{} must be a number or a text, or a list of them", name));
  }

  void check_name(const toml::node& node, std::string_view name) const {
    std::vector<std::string_view> valid;
    for (const std::string& family : families_)
      for (const ParameterSpec& spec : parameters_of(side_, family))
        if (spec.role != ParameterRole::digest) valid.push_back(spec.name);  // no study file names a digest
    if (std::ranges::find(valid, name) != valid.end()) return;
    place_.fail(node, fmt::format("{} {} no parameter \"{}\"{}", fmt::join(families_, " and "),
                                  families_.size() == 1 ? "has" : "have", name, suggestion(name, valid)));
  }

  // A value that nothing has is an error.
  void check_value(const toml::node& node, const Axis& given) const {
    const std::string& parameter = given.names.front();
    if (std::ranges::any_of(specs_, [&](const Spec& spec) {
          const std::optional<Value> value = value_of(spec.recipe, parameter);
          return value && has_one_of(given, *value);
        }))
      return;
    const std::string written = to_text(given.rows.front().front());
    const std::string meant = nearest_text(parameter, written);
    place_.fail(node, fmt::format("no {} of this study has {} = {}{}", name_of(side_), parameter, written,
                                  meant.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", meant)));
  }

  // The nearest of the texts that a parameter has; empty where none is near.
  std::string nearest_text(const std::string& parameter, const std::string& written) const {
    std::set<std::string_view> texts;
    for (const Spec& spec : specs_)
      if (const auto found = spec.recipe.parameters.find(parameter); found != spec.recipe.parameters.end())
        if (const auto* text = std::get_if<std::string>(&found->second)) texts.insert(*text);
    return std::string(nearest_name(written, std::vector<std::string_view>(texts.begin(), texts.end())));
  }

  const StudyPlace& place_;
  StudySide side_;
  std::span<const Spec> specs_;
  std::vector<std::string> families_;  // of the study, each once
};

constexpr auto k_keys = std::to_array<std::string_view>({"name", "says", "strategies", "platforms", "workloads"});

using Positions = std::vector<std::uint32_t>;
using StandIns = std::map<std::uint32_t, std::uint32_t>;  // by the strategy that each takes the place of

// A [[reading]] block as it is written.
struct ReadingBlock {
  const toml::table* table;
  std::string name, says;
  StandIns stand_ins;
  std::vector<Axis> platforms, workloads;  // values of parameters, one name each
};

class ReadingReader {
public:
  ReadingReader(const StudyPlace& place, const Study& study)
      : place_(place),
        study_(study),
        platforms_(place, StudySide::platform, study.platforms),
        workloads_(place, StudySide::workload, study.workloads) {
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
    Problems problems;
    for (const ReadingBlock& block : blocks) {
      Reading& reading = readings.emplace_back(Reading{block.name, block.says, {}, {}, {}});
      problems.attempt([&] { reading.platforms = meant(blocks, block, &ReadingBlock::platforms); });
      problems.attempt([&] { reading.workloads = meant(blocks, block, &ReadingBlock::workloads); });
      problems.attempt([&] { reading.strategies = strategies_of(block, stand_ins); });
    }
    problems.tell();
    return readings;
  }

private:
  std::vector<ReadingBlock> blocks_of(const toml::node& node) const {
    const toml::array* list = node.as_array();
    if (list == nullptr || list->empty()) place_.fail(node, "readings are written as [[reading]] blocks");
    std::vector<ReadingBlock> blocks;
    Problems problems;
    for (const toml::node& element : *list)
      problems.attempt([&] {
        if (!element.is_table()) place_.fail(element, "readings are written as [[reading]] blocks");
        ReadingBlock block = block_of(*element.as_table());
        const auto same = std::ranges::find(blocks, block.name, &ReadingBlock::name);
        if (same != blocks.end())
          place_.fail(*block.table->get("name"), fmt::format("there is a reading \"{}\" already, in {}", block.name,
                                                             place_.line_of(*same->table)));
        blocks.push_back(std::move(block));
      });
    problems.tell();
    return blocks;
  }

  ReadingBlock block_of(const toml::table& table) const {
    ReadingBlock block{&table, {}, {}, {}, {}, {}};
    Problems problems;
    problems.attempt([&] { place_.refuse_unknown_keys(table, "[[reading]]", k_keys); });
    problems.attempt([&] { block.name = text_in(table, "name"); });
    problems.attempt([&] { block.says = text_in(table, "says"); });
    problems.attempt([&] {
      if (const toml::node* strategies = table.get("strategies")) block.stand_ins = stand_ins_of(*strategies);
    });
    problems.attempt([&] { block.platforms = values_of(table, "platforms", platforms_); });
    problems.attempt([&] { block.workloads = values_of(table, "workloads", workloads_); });
    problems.tell();
    return block;
  }

  std::string text_in(const toml::table& table, std::string_view key) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) place_.fail(table, fmt::format("[[reading]] needs {}, a text", key));
    return place_.text(*node, key);
  }

  std::vector<Axis> values_of(const toml::table& block, std::string_view key, const GivenValues& side) const {
    const toml::node* node = block.get(key);
    if (node == nullptr) return {};
    const toml::table* table = node->as_table();
    if (table == nullptr || table->empty())
      place_.fail(*node, fmt::format("{0} must give values of parameters: {0} = {{ parameter = value }}", key));
    std::vector<Axis> values;
    Problems problems;
    for (const auto& [parameter, written] : *table)
      problems.attempt(
          [&, &parameter = parameter, &written = written] { values.push_back(side.read(written, parameter.str())); });
    problems.tell();
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

  // The position of the strategy that is written like that, as a label or with all its parameters.
  std::uint32_t position_of(const toml::node& node, std::string_view written) const {
    for (const std::vector<std::string>& names : {labels_, canonical_})
      if (const auto found = std::ranges::find(names, written); found != names.end())
        return static_cast<std::uint32_t>(found - names.begin());
    const std::string canonical = place_.at(node, [&] {
      return canonical_text(parse_recipe(written, study_.known.named(recipe_name(written)).parameters));
    });
    if (const auto found = std::ranges::find(canonical_, canonical); found != canonical_.end())
      return static_cast<std::uint32_t>(found - canonical_.begin());
    place_.fail(node, fmt::format("no strategy of this study is {}{}", written, suggestion(written, labels_)));
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

  // An item with a value that some readings give belongs to those readings; with any other value, to the readings that
  // give none; without the parameter, to all.
  bool has(const std::vector<ReadingBlock>& blocks, const ReadingBlock& block, std::vector<Axis> ReadingBlock::*side,
           const Recipe& recipe) const {
    const GivenValues& filter = side == &ReadingBlock::platforms ? platforms_ : workloads_;
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
  GivenValues platforms_, workloads_;
  std::vector<std::string> labels_, canonical_;  // of the strategies
};

}  // namespace

std::vector<Reading> read_readings(const StudyPlace& place, const toml::table& root, const Study& study) {
  const toml::node* blocks = root.get("reading");
  return blocks == nullptr ? std::vector<Reading>() : ReadingReader(place, study).read(*blocks);
}

}  // namespace palio
