#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <toml++/toml.h>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/study/scenario_filter.h"
#include "campaign/study/study.h"
#include "core/error.h"
#include "core/identity/designs.h"
#include "core/identity/nearest.h"
#include "core/toml/toml_text.h"

// The parts of reading a study file (docs/study-files.md). All throw UserError with file, line, value and the nearest
// valid name.
namespace palio {

/// Collects what is wrong with a study file, so that one error says all of it.
class Problems {
public:
  /// Runs `step`; its UserError becomes a problem. Whether there was none.
  template <class Step>
  bool attempt(Step step) {
    try {
      step();
      return true;
    } catch (const UserError& error) {
      if (std::ranges::find(messages_, error.what()) == messages_.end()) messages_.emplace_back(error.what());
      return false;
    }
  }

  bool none() const { return messages_.empty(); }

  /// Throws a UserError with all problems, a line each, if there are any.
  void tell() const {
    if (!none()) throw UserError("{}", fmt::join(messages_, "\n"));
  }

private:
  std::vector<std::string> messages_;
};

/// Names the place of what is wrong with a study file.
class StudyPlace {
public:
  /// `path` is the name that messages give; it must outlive this object.
  explicit StudyPlace(const std::string& path) : path_(path) {}

  /// "study.toml:8"; a node may be from an included file.
  std::string text_of(const toml::source_region& source) const {
    return fmt::format("{}:{}", source.path ? *source.path : path_, source.begin.line);
  }
  /// "line 8" of this file, or "paper.toml:8".
  std::string line_of(const toml::node& node) const {
    const toml::source_region& source = node.source();
    return source.path && *source.path != path_ ? text_of(source) : fmt::format("line {}", source.begin.line);
  }

  [[noreturn]] void fail(const toml::source_region& source, const std::string& message) const {
    throw UserError("{}: {}", text_of(source), message);
  }
  [[noreturn]] void fail(const toml::node& node, const std::string& message) const { fail(node.source(), message); }
  [[noreturn]] void fail(std::uint32_t line, const std::string& message) const {
    throw UserError("{}:{}: {}", path_, line, message);
  }

  /// Runs `step` and puts the place before the message of its UserError.
  template <class Step>
  auto at(const toml::node& node, Step step) const {
    try {
      return step();
    } catch (const UserError& error) {
      fail(node, error.what());
    }
  }

  /// A whole file.
  toml::table parsed(std::string_view text) const {
    try {
      return parsed_toml(text, path_);
    } catch (const toml::parse_error& error) {
      fail(error.source().begin.line, std::string(error.description()));
    }
  }

  /// `what` is the name of the table in messages.
  void refuse_unknown_keys(const toml::table& table, std::string_view what,
                           std::span<const std::string_view> valid) const {
    Problems problems;
    for (const auto& [key, node] : table)
      if (std::ranges::find(valid, key.str()) == valid.end())
        problems.attempt([&, &key = key] {
          fail(key.source(), fmt::format("unknown key \"{}\" in {}{}", key.str(), what, suggestion(key.str(), valid)));
        });
    problems.tell();
  }

  /// A text that is not empty.
  std::string text(const toml::node& node, std::string_view key) const {
    if (!node.is_string() || node.as_string()->get().empty())
      fail(node, fmt::format("{} must be a text in quotes", key));
    return node.as_string()->get();
  }

private:
  const std::string& path_;
};

/// One axis of a block: the values of one parameter, or of several that walk together (zip).
struct Axis {
  std::vector<std::string> names;
  std::vector<std::vector<Value>> rows;  // rows[i][j]: the value of names[j] at step i
};

/// The values that `{ from = 1, to = 1000, steps = 7, log = true }` means.
std::vector<Value> values_of_range(const StudyPlace& place, const toml::table& range, std::string_view owner,
                                   const ParameterSpec& spec);

/// What a point of a design has within such a range without steps, by its coordinate in [0, 1).
std::function<Value(double coordinate)> values_within(const StudyPlace& place, const toml::table& range,
                                                      std::string_view owner, const ParameterSpec& spec);

/// The `design` of a block: how it chooses points instead of multiplying its axes.
struct Design {
  const toml::table* table;
  Spread spread;
  std::int64_t points;        // to be drawn; 0: one axis varies at a time
  const toml::table* around;  // where the others stay then; else null
};
std::optional<Design> read_design(const StudyPlace& place, const toml::table& block);

/// A parameter that a design draws.
struct DrawnParameter {
  std::string name;
  std::function<Value(double coordinate)> at;
};

/// The axis of all drawn parameters of a block, without points that coincide. `owner` is its family or strategy.
Axis drawn_axis(const StudyPlace& place, const Design& design, std::span<const DrawnParameter> drawn,
                std::string_view owner, std::int64_t seed);

/// Makes one axis of those that have several values: all at their value in `around`, then each other value of one.
void vary_one_at_a_time(const StudyPlace& place, const Design& design, const std::map<std::string, Value>& around,
                        std::vector<Axis>& axes);

/// The axes of one [[platform]], [[workload]] or [[strategy]] table.
struct Block {
  std::vector<Axis> axes;  // in the order of the file; the last one varies fastest
};

/// The size of the cross-product; a double, since it may be any size.
double point_count(const Block& block);

/// The cross-product of the axes, in order.
std::vector<Parameters> expand(const Block& block);

/// A kind of block: its words, and what its names mean.
struct BlockKind {
  std::string_view table;     // [[platform]]
  std::string_view name_key;  // family = "..."
  std::function<std::span<const ParameterSpec>(const toml::table& block, std::string_view name)> specs;
  std::span<const std::string_view> words;    // keys that are no parameters, without name_key
  KeptOfFile (*kept)(std::string_view name);  // of the files that it reads
};

/// What all blocks of a study share.
struct BlockContext {
  const StudyPlace& place;
  InputFiles& files;
  const std::vector<std::int64_t>& seeds;  // the study's, one at least
};

/// What one block makes for one of its names, in order.
struct MadeBlock {
  const toml::table* table;
  std::span<const ParameterSpec> specs;
  std::vector<Recipe> recipes;
  KeptOfFile kept;
  std::vector<LeftOut> left_out;
};

/// The keys of a table, which TOML sorts by name, in the order of the file.
std::vector<std::pair<std::string_view, const toml::node*>> in_file_order(const toml::table& table);

/// What all blocks of a study make.
struct MadeBlocks {
  std::vector<MadeBlock> platforms, workloads, strategies;
};

/// Drops what the blocks' conditions `only` and `exclude` leave out.
void apply_block_conditions(const StudyPlace& place, MadeBlocks& made, const StrategySet& known);

using ParseToml = std::function<toml::table(std::string_view text, const std::string& path)>;

/// Puts the studies that [include] names into the tables of a study, with its changes. False: it includes none.
bool include_studies(toml::table& root, std::string_view text, const std::string& path, const FileSource& files,
                     const ParseToml& parse);

/// A value on one line.
std::string toml_text(const toml::node& node);

/// A study's text that says the same as its tables.
std::string text_of_study(const toml::table& root);

/// The library or the command that a [[strategy]] block names.
std::optional<CodeName> code_of(const StudyPlace& place, const toml::table& block);

/// All blocks of a kind in the order of the file.
std::vector<MadeBlock> read_blocks(const BlockContext& context, const toml::table& root, const BlockKind& kind);

/// Fails if two blocks make the same thing.
void refuse_duplicates(const StudyPlace& place, std::span<const MadeBlock> blocks, std::string_view kind);

/// The platforms or workloads that meet a strategy block's condition `platforms` or `workloads`, by position,
/// ascending. Nothing without it.
std::optional<std::vector<std::uint32_t>> items_of_strategies(const StudyPlace& place, StudySide side,
                                                              const Study& study, const toml::table& block);

/// The [[reading]] blocks of a study whose other blocks are read.
std::vector<Reading> read_readings(const StudyPlace& place, const toml::table& root, const Study& study);

/// The blocks that make the platforms and workloads of a study, in their order: "study.toml:8".
struct StudyPlaces {
  std::vector<std::shared_ptr<const std::string>> platforms, workloads;
};

/// Reads the explicit files of a study and checks that its strategies can take their platforms and workloads.
void check_instances(const Study& study, const StudyPlaces& places);

}  // namespace palio
