#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "campaign/cli/commands.h"
#include "campaign/cli/output/output.h"
#include "campaign/cli/skeleton/skeleton.h"
#include "campaign/cli/syntax/exit_status.h"
#include "core/error.h"
#include "core/text/talk.h"

namespace palio {
namespace {

namespace fs = std::filesystem;

struct NewOptions {
  std::string what, name;
  std::string language = "cpp";
};

void write(const fs::path& folder, const SkeletonFile& file) {
  const fs::path path = folder / file.name;
  write_output(path.string(), file.text);
  if (file.is_program)
    fs::permissions(path, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                    fs::perm_options::add);
}

int run_new(const NewOptions& options) {
  if (options.what != "strategy")
    throw UserError(fmt::format("there is no skeleton of a \"{}\": palio new strategy NAME", options.what));
  const std::vector<SkeletonFile> files = skeleton(options.name, options.language);
  const fs::path folder = options.name;
  std::error_code error;
  if (!fs::create_directory(folder, error))
    throw UserError(
        error ? fmt::format("cannot create the folder {}: {}", folder.string(), error.message())
              : fmt::format("{} is there already and stays as it is; choose another name or place", folder.string()));
  for (const SkeletonFile& file : files) write(folder, file);
  talk("{0} holds a strategy, its test, and a study that races it; {0}/README.md says how to go on\n", folder.string());
  return k_success;
}

}  // namespace

void setup_new(const CommandSyntax& app) {
  const auto options = std::make_shared<NewOptions>();
  const CommandSyntax command = app.add_subcommand("new", "Write a folder with a strategy of one's own to begin with");
  command.add_option("what", options->what, "strategy").required().type_name("WHAT").offer({"strategy"});
  command.add_option("name", options->name, "Name of the strategy and of the folder").required().type_name("NAME");
  command.add_option("--lang", options->language, "Language: cpp or python")
      .type_name("L")
      .capture_default_str()
      .offer({"cpp", "python"});
  command.footer("\nExamples:\n  palio new strategy MY-IDEA\n  palio new strategy MY-IDEA --lang python");
  command.runs([options] { return run_new(*options); });
}

}  // namespace palio
