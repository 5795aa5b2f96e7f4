#include "campaign/code/given_code.h"

#include "campaign/code/code_source.h"

namespace palio {

StrategySet given_code(const CodeOptions& options) {
  StrategySet known;
  for (const std::string& file : options.plugins) known.add(library_code(file));
  for (const std::string& command : options.commands) known.add(command_code({CodeKind::command, command, {}}, {}));
  return known;
}

StrategySet given_code(const CodeOptions& options, const CampaignReader& campaign,
                       const std::filesystem::path& folder) {
  StrategySet known = given_code(options);
  if (!options.allow_commands) return known;
  const StrategySet stored = stored_code(campaign);
  for (const auto& code : stored.custom()) {
    if (code->kind() != CodeKind::command) continue;
    CodeName name{CodeKind::command, code->command(), {}};
    for (const CodeFile& file : code->files()) name.files.push_back(file.name);
    known.add(command_code(name, folder));
  }
  return known;
}

FolderCode beside_study(const CodeOptions& options) {
  return [options](const std::filesystem::path& folder) { return code_in(folder, given_code(options)); };
}

}  // namespace palio
