#include "campaign/cli/commands.h"
#include "campaign/cli/options/artifact_options.h"
#include "campaign/pack/artifact.h"
#include "core/error.h"
#include "core/text/count_text.h"
#include "core/text/talk.h"

namespace palio {
namespace {

struct UnpackCommand {
  std::string artifact, folder;
  ArchiveLimits limits;
};

int run_unpack(const UnpackCommand& command) {
  std::filesystem::path folder = command.folder;
  if (folder.empty()) {
    const std::string name = std::filesystem::path(command.artifact).filename().string();
    if (!name.ends_with(k_archive_ending))
      throw UserError("{} does not end with {}: name the folder to unpack it into", command.artifact, k_archive_ending);
    folder = name.substr(0, name.size() - k_archive_ending.size());
  }
  const Artifact artifact = unpack_artifact(command.artifact, folder, command.limits);
  talk("{}: {} files of \"{}\", packed by Palio {}\nnext: palio pack --check {}\n", folder.string(),
       count_text(files_below(folder).size()), artifact.title, artifact.machine.palio,
       brief_shell_word(folder.string()));
  return k_success;
}

}  // namespace

void setup_unpack(const CommandSyntax& app) {
  const auto [command, options] =
      add_command<UnpackCommand>(app, "unpack", "Unpack an artifact into a new folder", run_unpack);
  command.add_option("artifact ARTIFACT", options.artifact, "Archive that palio pack wrote").required();
  command.add_option("folder FOLDER", options.folder, "New folder (default: the archive's name without .tar.zst)");
  add_most_size(command, options.limits);
}

}  // namespace palio
