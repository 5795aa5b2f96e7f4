#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/files/input_files.h"
#include "campaign/study/strategy_classes.h"
#include "core/identity/canonical.h"
#include "strategies/strategy_set.h"

namespace palio {

/// One reading of what a paper leaves open: a part of the study that stands for the whole, by positions.
struct Reading {
  std::string name, says;
  std::vector<std::uint32_t> platforms, workloads;    // ascending, one at least
  std::map<std::uint32_t, std::uint32_t> strategies;  // of each the strategy whose label it has here: mostly itself
};

/// One platform with one workload of a study, by position within one run; the database knows canonical texts only.
struct Instance {
  std::uint32_t platform = 0;
  std::uint32_t workload = 0;

  auto operator<=>(const Instance&) const = default;
};

/// The most points of one kind in a study: each takes about 4 kB, and 250,000 platforms can still be combined with
/// 250,000 workloads. Fuzzing has no time for that many.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
inline constexpr std::int64_t k_most_points = 1000;
#else
inline constexpr std::int64_t k_most_points = 250'000;
#endif

/// What `exclude` or `only` leaves out of the product of a block's axes.
struct LeftOut {
  std::string place;         // "study.toml:12"
  std::string why;           // "exclude = \"clusters = 1\""
  std::string kind;          // "platform"
  std::uint64_t points = 0;  // above 0
};

/// The platforms that a strategy takes, by position; strategies of one block share them. Without an entry: all.
using PlatformsOfStrategies = std::map<std::uint32_t, std::shared_ptr<const std::vector<bool>>>;

/// A study with its axes expanded, in the order of the file. An instance is a platform with a workload; it has a
/// scenario for each strategy that takes its workload, at least one. Neither list is ever built. A filtered study has
/// only the scenarios that ScenarioFilter takes.
struct Study {
  std::string name, title, source;
  std::int64_t seed = 0;
  std::string engine;                     // that carries it out (core/identity/engine_choice.h); empty: it names none
  std::optional<double> time_limit = {};  // s of CPU time per scenario, unless a run has another one
  std::string path;                       // as the user typed it
  std::string text;                       // the whole file, with what it includes
  std::vector<Spec> platforms;
  std::vector<Spec> workloads;
  std::vector<Recipe> strategies;
  StrategySet known;        // Palio's and those of the code that it names or was given
  StrategyClasses classes;  // which strategies take which workloads
  PlatformsOfStrategies platforms_of;
  std::vector<std::string> conditions;  // SQL over the columns known before a run: a scenario meets them all
  std::vector<LeftOut> left_out;        // of the blocks, in their order
  std::vector<Reading> readings;        // with different names; empty: there is only one way to read it

  std::span<const std::uint32_t> strategies_of(std::size_t workload) const { return classes.strategies_of(workload); }

  /// The counts are those before conditions.
  bool is_filtered() const { return !conditions.empty() || !platforms_of.empty(); }
  std::uint64_t instance_count() const { return std::uint64_t{platforms.size()} * workloads.size(); }
  std::uint64_t scenario_count() const { return std::uint64_t{platforms.size()} * classes.pair_count(); }
};

/// The library or the command of a [[strategy]] block, as it is written there.
struct CodeName {
  CodeKind kind = CodeKind::library;
  std::string text;                // file of the library, or the command
  std::vector<std::string> files;  // that the command declares
};

/// Gets its strategies. Throws UserError if that fails.
using CodeSource = std::function<std::shared_ptr<const CustomCode>(const CodeName& name)>;

/// Refuses all.
std::shared_ptr<const CustomCode> refuse_code(const CodeName& name);

/// Custom strategies: those that blocks may name without saying where they are, and how to get the others. Null: all
/// are known, as in a campaign, which starts no code.
struct StudyCode {
  StrategySet known = {};
  CodeSource source = refuse_code;
};

/// Reads a study (docs/study-files.md). `path` is the name that messages give. Throws UserError with file, line, value
/// and the nearest valid name.
Study parse_study(std::string_view text, const std::string& path, const FileSource& files, StudyCode code = {});

/// Whether a study's text has readings, without reading the rest.
bool has_readings(std::string_view text);

/// The same for a study in a folder, where the paths in it begin.
using FolderCode = std::function<StudyCode(const std::filesystem::path& folder)>;

/// A study from a file, or with - from standard input; its input files are relative to its folder.
Study load_study(const std::string& path, const FolderCode& code = {});
/// The same with a text that replaces the file's.
Study study_in_place(const std::string& path, std::string_view text, const FolderCode& code = {});

}  // namespace palio
