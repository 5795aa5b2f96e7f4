#pragma once

#include <toml++/toml.h>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/study/axes.h"
#include "campaign/study/study.h"
#include "campaign/study/study_place.h"
#include "core/identity/canonical.h"
#include "core/identity/parameters.h"

namespace palio {

/// The [[reading]] blocks of a study whose other blocks are read (docs/study-files.md, Readings). Throws UserError with
/// the place.
std::vector<Reading> read_readings(const StudyPlace& place, const toml::table& root, const Study& study);

/// What a kind of block is called, and what its names mean.
struct BlockKind {
  std::string_view table;     // [[platform]]
  std::string_view name_key;  // family = "..."
  /// The parameters of that name in such a block. Throws UserError.
  std::function<std::span<const ParameterSpec>(const toml::table& block, std::string_view name)> specs;
  std::span<const std::string_view> words;    // keys that are no parameters, without name_key
  KeptOfFile (*kept)(std::string_view name);  // of the files that it reads
};

/// What one block makes, in order.
struct MadeBlock {
  const toml::table* table;
  std::span<const ParameterSpec> specs;  // of what it makes
  std::vector<Recipe> recipes;           // one at least
  KeptOfFile kept;
};

/// Reads the blocks of a study file (docs/study-files.md, Blocks). Throws UserError with file, line, value and the
/// nearest valid name.
class BlockReader {
public:
  /// `seed` is the study's; `files` reads the input files that recipes name.
  BlockReader(const StudyPlace& place, InputFiles& files, std::int64_t seed, StudyOrigin origin)
      : place_(place), files_(files), seed_(seed), origin_(origin) {}

  /// All blocks of a kind in the order of the file. What two of them both make is an error.
  std::vector<MadeBlock> read(const toml::table& root, const BlockKind& kind) const;

private:
  // The family or strategy that a block is about.
  struct Subject {
    const BlockKind& kind;
    std::string name;
    std::span<const ParameterSpec> specs;
  };
  MadeBlock read_block(const toml::table& table, const BlockKind& kind, double& points) const;
  Subject subject_of(const toml::table& table, const BlockKind& kind) const;
  Block block_of(const toml::table& table, const Subject& subject) const;
  void check_key(const toml::node& node, const Subject& subject, std::string_view key) const;
  Value value_of(const toml::node& node, const Subject& subject, const ParameterSpec& spec) const;
  Axis axis_of(const toml::node& node, const Subject& subject, std::string_view key) const;
  void add_values(const toml::node& node, const Subject& subject, const ParameterSpec& spec, Axis& axis) const;
  std::vector<Axis> zipped(const toml::table& table, std::vector<Axis> axes) const;
  void zip_group(const toml::node& group, std::vector<Axis>& axes) const;
  void add_samples(const toml::table& table, const Subject& subject, Block& block) const;
  std::vector<Filter> filters(const toml::table& table, std::string_view key, const Subject& subject,
                              const Block& block) const;
  void refuse_empty(const toml::array& list, std::string_view key, std::string_view example) const;
  void check_condition(const toml::node& node, const Axis& condition, const Block& block) const;

  const StudyPlace& place_;
  InputFiles& files_;
  std::int64_t seed_;
  StudyOrigin origin_;
};

}  // namespace palio
