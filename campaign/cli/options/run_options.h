#pragma once

#include <span>
#include <string_view>

#include "campaign/cli/options/options.h"
#include "campaign/run/typed_run.h"

namespace palio {

/// Adds the typed options of these scopes.
void add_typed_options(const CommandSyntax& command, TypedRun& run, std::span<const TypedOption::Scope> scopes);
/// Adds one of them, for another text.
void add_typed_option(const CommandSyntax& command, std::string_view called, std::string& typed);

/// Which part of a study is wanted: `--sample` and `--where`, `--shard` and `--costs`.
inline constexpr std::array k_part_options{TypedOption::Scope::part, TypedOption::Scope::shard};
/// Those that mean the same on every machine that runs a part of the study.
inline constexpr std::array k_task_options{TypedOption::Scope::part, TypedOption::Scope::study};

/// What `palio run` and `palio resume` have in common.
void add_run_options(const CommandSyntax& command, TypedRun& run);

}  // namespace palio
