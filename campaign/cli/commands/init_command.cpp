#include <filesystem>

#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/output/output.h"
#include "campaign/plan/missing_jobs.h"
#include "campaign/study/study.h"
#include "campaign/study/study_template.h"
#include "core/error.h"
#include "core/text/count_text.h"
#include "core/text/talk.h"

namespace palio {
namespace {

struct InitOptions {
  std::string file = "study.toml";
  std::string like;
};

// The study is named after its file.
std::string study_name(const std::string& file) {
  return file == "-" ? "study" : std::filesystem::path(file).stem().string();
}

int run_init(const InitOptions& options) {
  const std::filesystem::path file(options.file);
  if (file.has_extension() && file.extension() != ".toml")
    throw UserError("{}: a study is a TOML file: palio init {}", options.file,
                    brief_shell_word(std::filesystem::path(file).replace_extension(".toml").string()));
  std::error_code ignored;
  if (options.file != "-" && std::filesystem::exists(std::filesystem::symlink_status(options.file, ignored)))
    throw UserError("{} already exists and is left as it is; name another file", options.file);
  const std::string source = options.like.empty() ? "" : study_file(options.like);
  const std::string text =
      source.empty() ? study_like(first_study(), "the first study", study_name(options.file), TemplateDraws::as_given)
                     : study_like(read_text_file(source), source, study_name(options.file), TemplateDraws::one);
  const Study study = parse_study(text, options.file, files_in(""));  // before anything is written
  write_output(options.file, text);
  if (options.file == "-") return k_success;
  talk("{} scenarios; to count and to run them:\n  palio plan {}\n  palio run {}\n",
       count_text(count_state(study, {}, DoneSet(study, {})).wanted), brief_shell_word(options.file),
       brief_shell_word(options.file));
  return k_success;
}

}  // namespace

void setup_init(const CommandSyntax& app) {
  const auto [command, options] =
      add_command<InitOptions>(app, "init", "Write a first study, with every key explained", run_init);
  command.add_option("file FILE", options.file, "New file to write; - is standard output").capture_default_str();
  command.add_option("--like STUDY", options.like,
                     "Copy the platforms, workloads and strategies of a study, each drawn once");
}

}  // namespace palio
