#pragma once

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/study/study.h"
#include "core/error.h"
#include "core/identity/nearest.h"

// The parts of reading a study file (docs/study-files.md). All throw UserError with file, line, value and the nearest
// valid name.
namespace palio {

/// Names the place of what is wrong with a study file.
class StudyPlace {
public:
  /// `path` is the name that messages give; it must outlive this object.
  explicit StudyPlace(const std::string& path) : path_(path) {}

  static std::uint32_t line_of(const toml::node& node) { return node.source().begin.line; }

  [[noreturn]] void fail(std::uint32_t line, const std::string& message) const {
    throw UserError("{}:{}: {}", path_, line, message);
  }
  [[noreturn]] void fail(const toml::node& node, const std::string& message) const { fail(line_of(node), message); }

  /// Runs `step` and puts the place before the message of its UserError.
  template <class Step>
  auto at(const toml::node& node, Step step) const {
    try {
      return step();
    } catch (const UserError& error) {
      fail(node, error.what());
    }
  }

  /// `what` is the name of the table in messages.
  void refuse_unknown_keys(const toml::table& table, std::string_view what,
                           std::span<const std::string_view> valid) const {
    for (const auto& [key, node] : table)
      if (std::ranges::find(valid, key.str()) == valid.end())
        fail(key.source().begin.line,
             fmt::format("unknown key \"{}\" in {}{}", key.str(), what, suggestion(key.str(), valid)));
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

/// A point matches when every named parameter has one of the listed values; one name in each axis.
using Filter = std::vector<Axis>;

bool matches(const Filter& filter, const Parameters& point);

/// The axes of one [[platform]], [[workload]] or [[strategy]] table.
struct Block {
  std::vector<Axis> axes;  // in the order of the file; the last one varies fastest
  std::vector<Filter> exclude;
  std::vector<Filter> only;  // empty: everything
};

/// The size of the cross-product, before exclude and only; a double, since it may be any size.
double point_count(const Block& block);

/// The cross-product of the axes without the excluded points, in order.
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
  std::int64_t seed;  // the study's
  StudyOrigin origin;
};

/// What one block makes, in order.
struct MadeBlock {
  const toml::table* table;
  std::span<const ParameterSpec> specs;
  std::vector<Recipe> recipes;  // one at least
  KeptOfFile kept;
};

/// The keys of a table, which TOML sorts by name, in the order of the file.
std::vector<std::pair<std::string_view, const toml::node*>> in_file_order(const toml::table& table);

/// All blocks of a kind in the order of the file. It is an error if two of them make the same thing.
std::vector<MadeBlock> read_blocks(const BlockContext& context, const toml::table& root, const BlockKind& kind);

/// The workloads that a block's key `workloads` means, by position, ascending: those that match all conditions of one
/// of its tables. A condition names `family` or a parameter of the study's families. Nothing without the key.
std::optional<std::vector<std::uint32_t>> read_workload_filter(const StudyPlace& place, std::span<const Spec> workloads,
                                                               const toml::table& block);

/// The [[reading]] blocks of a study whose other blocks are read.
std::vector<Reading> read_readings(const StudyPlace& place, const toml::table& root, const Study& study);

/// Where the blocks are that make the platforms and workloads of a study, in their order.
struct StudyLines {
  std::vector<std::uint32_t> platforms, workloads;
};

/// Reads the explicit files of a study and checks that its strategies can take their platforms and workloads.
void check_instances(const Study& study, const StudyLines& lines);

}  // namespace palio
