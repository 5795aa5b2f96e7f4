#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "analysis/claims/verify.h"
#include "analysis/queries/query_tables.h"
#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/output/table.h"
#include "campaign/cli/syntax/exit_status.h"
#include "campaign/study/input_file.h"
#include "core/error.h"
#include "core/text/talk.h"

namespace palio {
namespace {

struct VerifyOptions {
  std::string database;
  std::string claims;  // file; empty: those that come with Palio
  std::string study;   // name; empty: the campaign's
  Format format = Format::table;
  bool strict = false;
};

ClaimFile claims_of(const VerifyOptions& options, const std::string& study) {
  if (options.claims.empty()) return shipped_claims_about(study);
  ClaimFile claims = read_claims(input_name(options.claims), read_input(options.claims));
  if (!claims.is_about(study))
    throw UserError(
        fmt::format("the claims of {} are about {}, not about the study {}; say with --as STUDY which of them "
                    "this campaign follows",
                    options.claims, fmt::join(claims.studies, ", "), study));
  return claims;
}

SqlValue number(const std::optional<double>& value) { return value ? SqlValue(*value) : SqlValue(); }
SqlValue text(const std::string& value) { return value.empty() ? SqlValue() : SqlValue(value); }

Style style_of(std::string_view verdict) {
  if (verdict == word(Verdict::reproduced)) return Style::good;
  return verdict == word(Verdict::deviates) ? Style::bad : Style::doubtful;
}

void print_table(const std::vector<CheckedClaim>& checked) {
  TableWriter table(stdout, Format::table);
  table.colour("verdict", style_of);
  table.header({"id", "place", "claim", "paper", "measured [95 % interval]", "n", "verdict"});
  for (const CheckedClaim& row : checked)
    table.row({row.claim.id, row.claim.place, row.claim.says, row.claim.paper, measured_text(row),
               row.measurement.instances, std::string(word(row.verdict))});
  table.finish();
}

void print_markdown(const std::vector<CheckedClaim>& checked) {
  TableWriter table(stdout, Format::markdown);
  table.header({"id", "place", "claim", "paper", "measured [95 % interval]", "n", "accepted", "verdict"});
  for (const CheckedClaim& row : checked)
    table.row({row.claim.id, row.claim.place, row.claim.says, row.claim.paper, measured_text(row),
               row.measurement.instances, row.claim.range, std::string(word(row.verdict))});
  table.finish();
}

void print_data(const std::vector<CheckedClaim>& checked, Format format) {
  TableWriter table(stdout, format);
  table.header({"id", "place", "claim", "paper", "accept", "tolerance", "unit", "measured", "low", "high", "shown",
                "instances", "verdict"});
  for (const CheckedClaim& row : checked) {
    const Measurement& measured = row.measurement;
    table.row({row.claim.id, text(row.claim.place), row.claim.says, row.claim.paper, row.claim.range,
               text(row.claim.tolerance), text(row.claim.unit), number(measured.measured), number(measured.low),
               number(measured.high), text(measured.shown.value_or("")), measured.instances,
               std::string(word(row.verdict))});
  }
  table.finish();
}

int run_verify(const VerifyOptions& options) {
  CampaignReader campaign(options.database);
  campaign.hold();  // failures are counted where the claims are measured
  add_query_functions(campaign);
  const std::string study = options.study.empty() ? campaign.info().study : options.study;
  const ClaimFile claims = claims_of(options, study);
  const std::vector<CheckedClaim> checked = verify(campaign, claims, study);
  switch (options.format) {
    case Format::table: print_table(checked); break;
    case Format::markdown: print_markdown(checked); break;
    default: print_data(checked, options.format); break;
  }
  talk("{}: {}\n", claims.paper.empty() ? claims.file : claims.paper, verdict_counts(checked));
  if (const std::string intervals = intervals_text(campaign); !intervals.empty()) talk("{}\n", intervals);
  if (const std::string failures = failures_text(campaign.counts()); !failures.empty()) talk("{}\n", failures);
  if (const AuditedResults audited = campaign.audited(); audited.count > 0) talk("{}\n", audit_text(audited));
  const bool any = std::ranges::any_of(checked, [](const CheckedClaim& row) { return row.measurement.instances > 0; });
  if (!options.study.empty() && !any)
    talk("palio: warning: {} holds nothing that a claim about {} measures; its study is {}\n", options.database, study,
         campaign.info().study);
  const bool some_deviate = std::ranges::count(checked, Verdict::deviates, &CheckedClaim::verdict) > 0;
  return options.strict && some_deviate ? k_some_deviate : k_success;
}

}  // namespace

void setup_verify(const CommandSyntax& app) {
  const auto options = std::make_shared<VerifyOptions>();
  const CommandSyntax command =
      app.add_subcommand("verify", "Hold a campaign against what the paper of its study says");
  command.add_option("database", options->database, "Campaign file").required().type_name("F");
  command
      .add_option("--claims", options->claims,
                  "Claims of your own instead of those that come with Palio; - is standard input")
      .type_name("FILE");
  command.add_option("--as", options->study, "Verify as a campaign of this study").type_name("STUDY");
  command.add_flag("--strict", options->strict, "Exit status 2 if a claim deviates");
  add_format(command, options->format);
  command.footer(
      "\nVerdicts are computed: `reproduced` and `deviates` where the 95 % interval of the measured value lies inside "
      "or\n"
      "outside of what the claim accepts, else `not enough data`. They leave the exit status 0 without --strict.\n"
      "\nExample:\n  palio verify ptg-batch.db --format markdown");
  command.runs([options] { return run_verify(*options); });
}

}  // namespace palio
