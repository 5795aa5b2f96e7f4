#include "campaign/pack/pack.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "campaign/cli/commands.h"
#include "campaign/cli/options/artifact_options.h"
#include "campaign/cli/options/options.h"
#include "campaign/pack/check_artifact.h"
#include "core/error.h"
#include "core/text/talk.h"

namespace palio {
namespace {

struct PackCommand {
  std::vector<std::string> databases;
  std::string output, pack_file;
  std::optional<KeptResults> kept;
  std::string artifact;  // to check; empty: pack
  ArtifactCheckOptions check;
  ArchiveLimits limits;
  Format format = Format::table;
};

// All problems of a step; a damaged artifact may have very many.
std::string all_problems(const Finding& finding) {
  constexpr std::size_t k_most = 50;
  const std::size_t shown = std::min(k_most, finding.problems.size());
  const std::string text = fmt::format(
      "{}", fmt::join(finding.problems.begin(), finding.problems.begin() + static_cast<std::ptrdiff_t>(shown), "; "));
  return shown == finding.problems.size() ? text
                                          : fmt::format("{}; and {} more", text, finding.problems.size() - shown);
}

int check_steps(const PackCommand& command) {
  OpenArtifact artifact(command.artifact, command.limits);
  TableWriter table(command.format);
  table.colour("verdict", [](std::string_view verdict) { return verdict == "ok" ? Style::good : Style::bad; });
  const bool is_table = command.format == Format::table;
  table.header({"campaign", "step", "verdict", "s", "found"});
  int wrong = 0;
  double seconds = 0;
  check_artifact(artifact, command.check, [&](const ArtifactStep& step) {
    const Finding& finding = step.finding;
    seconds += step.seconds;
    if (!finding.sound()) ++wrong;
    table.row({or_null(step.campaign), finding.check, std::string(finding.sound() ? "ok" : "wrong"),
               is_table ? SqlValue(fmt::format("{:.1f}", step.seconds)) : SqlValue(step.seconds),
               finding.sound() ? finding.found : all_problems(finding)});
  });
  table.finish();
  if (wrong == 0)
    talk("{}: all is as said, checked in {}\n", command.artifact, duration_text(seconds));
  else
    talk("{}: {} {} something wrong. Get the artifact again; if that does not help, tell its authors.\n",
         command.artifact, wrong, wrong == 1 ? "step found" : "steps found");
  return wrong == 0 ? k_success : k_some_failed;
}

int run_check_of_artifact(const PackCommand& command) {
  if (!command.databases.empty() || !command.output.empty())
    throw UserError("--check {} reads an artifact: leave {} out", command.artifact,
                    command.output.empty() ? command.databases.front() : "-o " + command.output);
  try {
    return check_steps(command);
  } catch (const CheckInterrupted&) {
    talk("{}: interrupted, what was not checked may be wrong\n", command.artifact);
    return k_interrupted;
  }
}

int run_pack(const PackCommand& command) {
  if (!command.artifact.empty()) return run_check_of_artifact(command);
  if (command.databases.empty())
    throw UserError("say what to pack: palio pack campaign.db -o artifact{}", k_archive_ending);
  if (command.check.full) throw UserError("--full goes with --check");
  if (command.output.empty())
    throw UserError("no output; add -o, as in palio pack {} -o artifact{}", brief_shell_word(command.databases.front()),
                    k_archive_ending);
  const PackSummary summary = pack({.databases = command.databases,
                                    .output = command.output,
                                    .pack_file = command.pack_file,
                                    .kept = command.kept,
                                    .part = command.check.part,
                                    .bounds = command.check.bounds});
  TableWriter table(command.format, {"campaign", "kept", "completed", "failed", "digest"});
  for (const PackedCampaign& campaign : summary.artifact.campaigns)
    table.row({campaign.name, std::string(word(campaign.kept)), campaign.stored.completed, campaign.stored.failed,
               campaign.all.digest});
  table.finish();
  talk("{}: {:.1f} MB{}{}\n", command.output, static_cast<double>(summary.bytes) / 1e6,
       summary.verdicts.empty() ? "" : "; claims: ", summary.verdicts);
  for (const std::string& note : summary.notes) talk("palio: warning: {}\n", note);
  if (!summary.blanks.empty())
    talk("FILL IN marks what only you know in {}; --pack FILE says it\n",
         fmt::format("{}", fmt::join(summary.blanks, ", ")));
  talk("next: palio pack --check {}\n", brief_shell_word(command.output));
  return k_success;
}

}  // namespace

void setup_pack(const CommandSyntax& app) {
  const auto [command, options] =
      add_command<PackCommand>(app, "pack", "Pack campaigns as the artifact of a paper, or check one", run_pack);
  command.add_option("databases F", options.databases, "Campaign files, of different studies");
  command.add_option("-o,--output OUT", options.output, "Archive (.tar.zst) or new folder");
  command.add_option("--pack FILE", options.pack_file,
                     "Title, authors, licence, claims, figures, queries, sources (docs/artifacts.md)");
  command
      .add_option(
          "--campaign KEPT",
          [&kept = options.kept](const std::string& typed) {
            kept = typed == "whole"    ? KeptResults::whole
                   : typed == "sample" ? KeptResults::sample
                                       : KeptResults::digest;
          },
          "Results to keep: whole, a stratified sample, or only their digest (default: whole up to 100 MB)")
      .choice({"whole", "sample", "digest"});
  command
      .add_option("--sample N", options.check.part,
                  "Instances to keep of a sample, or to run again (default: 1 %, at least 20)")
      .count(1, k_any_count);
  command.add_option("--check ARTIFACT", options.artifact,
                     "Check an artifact: its files, results, claims, figures and tables");
  command.add_flag("--full", options.check.full, "Also run all of it again");
  add_jobs(command, options.check.jobs, "Simulations");
  add_code(command, options.check.code, CodeUse::artifact);
  add_most_size(command, options.limits);
  command
      .add_option("--query-time S", options.check.bounds.seconds,
                  "CPU seconds that a query of claims, figures and tables may take (default: 20)")
      .number(Least::above_zero, "seconds");
  add_format(command, options.format);
  command.add_flag(
      "-q,--quiet", [&check = options.check] { check.progress = ProgressDisplay::Mode::off; }, "No progress on stderr");
}

}  // namespace palio
