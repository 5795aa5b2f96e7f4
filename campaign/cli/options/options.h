#pragma once

#include <chrono>
#include <filesystem>

#include "campaign/cli/output/table.h"
#include "campaign/cli/syntax/syntax.h"
#include "campaign/run/limits.h"
#include "campaign/study/shipped_studies.h"
#include "campaign/study/study.h"

namespace palio {

/// The study, as study_file() takes it.
OptionSyntax add_study(const CommandSyntax& command, std::string& study);

/// `--jobs`; 0: not given. `what` runs in parallel.
void add_jobs(const CommandSyntax& command, int& jobs, std::string_view what);

/// `--timeout` and `--memory` for `what` was stored and runs again.
void add_replay_limits(const CommandSyntax& command, std::optional<double>& time_limit, std::string& memory_limit,
                       std::string_view what);

/// `--retry-failed [KIND,...]`: unset without it, empty without kinds.
void add_retry(const CommandSyntax& command, std::optional<std::string>& kinds);

void add_patience(const CommandSyntax& command, double& patience);  // `--patience`, in s
std::chrono::milliseconds milliseconds_of(double seconds);

void add_engine(const CommandSyntax& command, std::string& engine, const std::string& unless_given);
void add_format(const CommandSyntax& command, Format& format);

/// The limit as typed after --memory; if none was, the share of one of `jobs` scenarios in parallel.
MemoryLimit memory_limit(const std::string& typed, int jobs);

/// `--plugin`, `--command` and `--allow-commands`: custom code that the command line names.
struct CodeOptions {
  std::vector<std::string> plugins;   // files
  std::vector<std::string> commands;  // as a shell reads them
  bool allow_commands = false;        // that a campaign names
};

/// Commands that start from a study, or from nothing, take plugins and commands by name; those that continue a campaign
/// take permission to start the commands it names, in
/// the current folder or in that of an artifact.
enum class CodeUse { names, campaign, artifact };
void add_code(const CommandSyntax& command, CodeOptions& options, CodeUse use);

/// The strategies of that code, with Palio's. Throws UserError for a library that has none.
StrategySet given_code(const CodeOptions& options);
/// The same to continue a campaign, with the commands that it names, in a folder, if they are allowed.
StrategySet given_code(const CodeOptions& options, const CampaignReader& campaign,
                       const std::filesystem::path& folder = {});

/// The options that a command line needs to continue a campaign of this study.
CodeOptions code_of(const Study& study);

/// The code that a study's blocks may name: that of the options, and code at a path from the study's folder.
FolderCode beside_study(const CodeOptions& options);

/// The file of a study: as typed, or the study of that name that comes with Palio. Throws UserError for neither.
std::string study_file(const std::string& typed);

}  // namespace palio
