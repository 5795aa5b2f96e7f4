#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/cli/output/table.h"
#include "campaign/cli/syntax/syntax.h"
#include "campaign/run/limits.h"

namespace palio {

/// The study, as study_file() takes it.
OptionSyntax add_study(const CommandSyntax& command, std::string& study);

/// `--jobs`; 0: not given. `what` runs side by side.
void add_jobs(const CommandSyntax& command, int& jobs, std::string_view what);

/// `--timeout` and `--memory` of `what` was stored and runs again.
void add_replay_limits(const CommandSyntax& command, std::optional<double>& time_limit, std::string& memory_limit,
                       std::string_view what);

/// `--retry-failed [KIND,...]`: unset without it, empty without kinds.
void add_retry(const CommandSyntax& command, std::optional<std::string>& kinds);

/// `--patience`, in s.
void add_patience(const CommandSyntax& command, double& patience);
std::chrono::milliseconds milliseconds_of(double seconds);

/// `--engine`, as typed.
void add_engine(const CommandSyntax& command, std::string& engine, const std::string& unless_given);

/// `--format`.
void add_format(const CommandSyntax& command, Format& format);

/// The limit as typed after --memory, or that of one of `jobs` scenarios side by side where nothing was.
MemoryLimit memory_limit(const std::string& typed, int jobs);

/// A folder that comes with Palio and lies beside the program: "studies", "report".
std::filesystem::path shipped_folder(std::string_view name);

/// The file of a study: as typed, or the study of that name that comes with Palio. Throws UserError for neither.
std::string study_file(const std::string& typed);

/// The files of the studies that come with Palio, by name.
std::vector<std::string> shipped_studies();

}  // namespace palio
