#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/study/input_file.h"
#include "campaign/study/input_files.h"
#include "campaign/study/strategy_classes.h"
#include "core/identity/instance.h"

namespace palio {

/// A study with its axes expanded: every platform, workload and strategy, in the order of the file. An instance is a
/// platform with a workload; its scenarios are those of the strategies that take its workload, one at least. Neither is
/// ever built.
struct Study {
  std::string name, title, source;
  std::int64_t seed = 0;
  std::string engine;  // that carries it out (runners/engines.h); empty: it names none
  std::string path;    // as the user typed it
  std::string text;    // the whole file
  std::vector<Ingredient> platforms;
  std::vector<Ingredient> workloads;
  std::vector<Recipe> strategies;
  StrategyClasses classes;  // which strategies take which workloads

  /// The strategies that take a workload, by position, ascending.
  std::span<const std::uint32_t> strategies_of(std::size_t workload) const { return classes.strategies_of(workload); }

  std::uint64_t instance_count() const { return std::uint64_t{platforms.size()} * workloads.size(); }
  std::uint64_t scenario_count() const { return std::uint64_t{platforms.size()} * classes.pair_count(); }
};

/// Where a study's text is from. What a campaign holds may be of an earlier version of Palio, which took empty lists
/// (`only`, `exclude`, `zip`) for none; a file's are mistakes.
enum class StudyOrigin { file, campaign };

/// Reads a study (docs/study-files.md). `path` is the name that messages give; relative input files are what `files`
/// makes of them. Throws UserError with file, line, value and the nearest valid name: TOML that does not parse, unknown
/// keys and names, wrong types, empty axes, values out of range, duplicates, strategies that cannot take a platform or
/// a workload of theirs, workloads that no strategy takes.
Study parse_study(std::string_view text, const std::string& path, const FileSource& files,
                  StudyOrigin origin = StudyOrigin::file);

/// The metric that a study's text names, without reading the rest; empty where it names none.
std::string metric_of_study(std::string_view text);

/// A study from a file, or with - from standard input; its input files are relative to its folder, or to the current
/// one.
Study load_study(const std::string& path);

}  // namespace palio
