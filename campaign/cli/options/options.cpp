#include "campaign/cli/options/options.h"

#include <fmt/format.h>

#include "campaign/run/typed_run.h"
#include "core/error.h"
#include "core/identity/nearest.h"

namespace palio {

OptionSyntax add_study(const CommandSyntax& command, std::string& study) {
  return command.add_option("study STUDY", study,
                            "Study file, - for standard input, or the name of a study that comes with Palio");
}

void add_jobs(const CommandSyntax& command, int& jobs, std::string_view what) {
  command.add_option("-j,--jobs N", jobs, fmt::format("{} in parallel (default: one per core)", what)).count(1, 4096);
}

void add_replay_limits(const CommandSyntax& command, std::optional<double>& time_limit, std::string& memory_limit,
                       std::string_view what) {
  command
      .add_option("--timeout S", time_limit,
                  fmt::format("CPU seconds {} may take, 0 for no limit (default: 100 times what it took)", what))
      .number(Least::zero, "seconds");
  command.add_option("--memory M", memory_limit,
                     fmt::format("Memory {} may take (512M, 4G), 0 for no limit (default: as for a run)", what));
}

void add_retry(const CommandSyntax& command, std::optional<std::string>& kinds) {
  command.add_option_with_optional_value(
      "--retry-failed [KIND,...]", [&kinds](const std::string& typed) { kinds = typed; },
      "Run failed scenarios again: all, or those of some kinds (timeout,crashed)");
}

void add_engine(const CommandSyntax& command, std::string& engine, const std::string& unless_given) {
  command.add_option("--engine E", engine, engine_help(unless_given));
}

void add_format(const CommandSyntax& command, Format& format) {
  command.add_choice<Format>(
      "--format F",
      {{"table", Format::table},
       {"csv", Format::csv},
       {"json", Format::json},
       {"markdown", Format::markdown},
       {"latex", Format::latex},
       {"line", Format::line}},
      [&format](Format typed) { format = typed; },
      "table, csv, json, markdown, latex or line (a line for each column)");
}

std::string study_file(const std::string& typed) {
  if (typed == "-" || std::filesystem::exists(typed) || typed.find('/') != std::string::npos ||
      typed.ends_with(".toml"))
    return typed;
  if (std::string file = shipped_study(typed); std::filesystem::exists(file)) return file;
  throw UserError("{}: no such file, and no study of that name comes with Palio{}", typed,
                  suggestion(typed, shipped_studies()));
}

void add_code(const CommandSyntax& command, CodeOptions& options, CodeUse use) {
  command.add_option("--plugin FILE", options.plugins, "Library of custom strategies (docs/custom-strategies.md)")
      .one_each();
  if (use == CodeUse::names)
    command
        .add_option("--command CMD", options.commands, "Command that provides custom strategies: \"python3 mine.py\"")
        .one_each();
  else
    command.add_flag("--allow-commands", options.allow_commands,
                     use == CodeUse::campaign ? "Start the commands that the campaign names, in the current folder"
                                              : "Start the commands that the artifact names, in its folder");
}

}  // namespace palio
