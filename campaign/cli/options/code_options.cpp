#include "campaign/cli/options/code_options.h"

#include "campaign/code/code_source.h"

namespace palio {

void add_code(const CommandSyntax& command, CodeOptions& options, CodeUse use) {
  command.add_option("--plugin FILE", options.plugins, "Library with strategies of one's own (docs/own-strategies.md)")
      .one_each();
  if (use == CodeUse::names)
    command.add_option("--command CMD", options.commands, "Command with strategies of one's own: \"python3 mine.py\"")
        .one_each();
  else
    command.add_flag("--allow-commands", options.allow_commands,
                     "Start the commands that the campaign names, in the current folder");
}

StrategySet given_code(const CodeOptions& options) {
  StrategySet known;
  for (const std::string& file : options.plugins) known.add(library_code(file));
  for (const std::string& command : options.commands) known.add(command_code({CodeKind::command, command, {}}, {}));
  return known;
}

StrategySet given_code(const CodeOptions& options, const CampaignReader& campaign) {
  StrategySet known = given_code(options);
  if (!options.allow_commands) return known;
  const StrategySet stored = stored_code(campaign);
  for (const auto& code : stored.own()) {
    if (code->kind() != CodeKind::command) continue;
    CodeName name{CodeKind::command, code->command(), {}};
    for (const CodeFile& file : code->files()) name.files.push_back(file.name);
    known.add(command_code(name, {}));
  }
  return known;
}

CodeOptions code_of(const Study& study) {
  CodeOptions code;
  for (const auto& own : study.known.own())
    if (own->kind() == CodeKind::library)
      code.plugins.push_back(own->place());
    else
      code.allow_commands = true;
  return code;
}

FolderCode beside_study(const CodeOptions& options) {
  return [options](const std::filesystem::path& folder) { return code_in(folder, given_code(options)); };
}

}  // namespace palio
