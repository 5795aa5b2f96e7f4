#include <unistd.h>

#include <algorithm>

#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/merge/merge.h"
#include "campaign/session/terminal.h"
#include "core/error.h"
#include "core/text/count_text.h"
#include "core/text/talk.h"
#include "core/text/visible_text.h"
#include "storage/merge/part_batch.h"
#include "storage/write/network_file_system.h"

namespace palio {
namespace {

struct MergeCommand {
  std::string whole;
  std::vector<std::string> parts;
  bool quiet = false;
  Format format = Format::table;
};

void print_parts(const MergeSummary& summary, Format format) {
  TableWriter table(format, {"part", "results", "added", "equal", "improved", "contradictions", "problem"});
  for (const PartOutcome& part : summary.parts)
    table.row({part.file.string(), part.merged.results, part.merged.added, part.merged.equal(), part.merged.improved,
               part.merged.contradictions, or_null(part.problem)});
  table.finish();
}

void tell_contradictions(const PartOutcome& part, const std::string& whole) {
  if (part.merged.contradictions == 0) return;
  const std::string file = part.file.string();
  const std::string_view noun = part.merged.contradictions == 1 ? " contradiction" : " contradictions";
  const std::string count = count_text(part.merged.contradictions).append(noun);
  talk("{} in {}: the results stored first are kept\n", as_is(painted(count, Style::bad, STDERR_FILENO)), file);
  for (const Contradiction& found : part.merged.examples)
    talk("{} ({}): {}\n  {} in {} ({})\n  {} in {} ({})\n", found.scenario, visible_line(found.strategy), found.what,
         exact_text(found.whole), whole, visible_line(found.whole_session), exact_text(found.part), file,
         visible_line(found.part_session));
  talk("All of them: palio diff {} {} --list {}\n", brief_shell_word(whole), brief_shell_word(file),
       part.merged.contradictions);
}

void tell_summary(const MergeSummary& summary, const std::string& whole) {
  for (const PartOutcome& part : summary.parts) {
    if (!part.problem.empty()) talk("{} {}\n", as_is(painted("not merged:", Style::bad, STDERR_FILENO)), part.problem);
    tell_contradictions(part, whole);
  }
  if (!summary.stopped.empty()) talk("stopped: {}\n", summary.stopped);
  if (summary.interrupted || !summary.stopped.empty()) {
    talk("what was merged is saved in {}; run the same command to continue\n", whole);
    return;
  }
  if (!summary.changed() && summary.problems() == 0 && summary.contradictions() == 0) talk("{}: nothing new\n", whole);
  const std::uint64_t missing = summary.wanted - std::min(summary.stored, summary.wanted);
  talk("{}: {} of {} scenarios are stored{}\n", whole, count_text(summary.stored), count_text(summary.wanted),
       missing > 0 ? fmt::format("; palio resume {} runs the others", brief_shell_word(whole)) : "");
}

int exit_status(const MergeSummary& summary) {
  if (summary.interrupted) return k_interrupted;
  if (!summary.stopped.empty() || summary.problems() > 0) return k_user_error;
  return summary.contradictions() > 0 ? k_some_failed : k_success;
}

int run_merge(const MergeCommand& command) {
  Interruption interruption;
  prepare_memory();
  if (const auto warning = network_file_system_warning(command.whole)) talk("palio: warning: {}\n", *warning);
  for (const std::string& part : command.parts)
    if (const auto warning = part_in_use_warning(part)) talk("palio: warning: {}\n", *warning);
  const MergeSummary summary =
      merge_campaigns({.whole = command.whole,
                       .parts = std::vector<std::filesystem::path>(command.parts.begin(), command.parts.end()),
                       .progress = command.quiet ? ProgressDisplay::Mode::off : ProgressDisplay::Mode::automatic},
                      interruption);
  print_parts(summary, command.format);
  tell_summary(summary, command.whole);
  return exit_status(summary);
}

}  // namespace

void setup_merge(const CommandSyntax& app) {
  const auto [command, options] =
      add_command<MergeCommand>(app, "merge", "Merge the parts of a campaign; works while they run", run_merge);
  command.add_option("all ALL", options.whole, "Campaign file to merge into; created if missing").required();
  command.add_option("parts PART", options.parts, "Campaign files of the same study; they are not changed").required();
  command.add_flag("-q,--quiet", options.quiet, "No progress on stderr");
  add_format(command, options.format);
}

}  // namespace palio
