#pragma once

#include <optional>
#include <string>

#include "campaign/cli/output/table.h"
#include "campaign/cli/syntax/syntax.h"
#include "campaign/code/given_code.h"
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

void add_engine(const CommandSyntax& command, std::string& engine, const std::string& unless_given);
void add_format(const CommandSyntax& command, Format& format);

/// Commands that start from a study, or from nothing, take plugins and commands by name; those that continue a campaign
/// take permission to start the commands it names, in
/// the current folder or in that of an artifact.
enum class CodeUse { names, campaign, artifact };
void add_code(const CommandSyntax& command, CodeOptions& options, CodeUse use);

/// The file of a study: as typed, or the study of that name that comes with Palio. Throws UserError for neither.
std::string study_file(const std::string& typed);

}  // namespace palio
