#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "analysis/claims/verify.h"
#include "analysis/queries/query_tables.h"
#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/output/verdict_tables.h"
#include "campaign/files/input_files.h"
#include "campaign/session/this_machine.h"
#include "campaign/session/wrapped_table.h"
#include "campaign/until/campaign_looks.h"
#include "campaign/until/stored_readings.h"
#include "core/error.h"
#include "core/identity/nearest.h"
#include "storage/read/campaign_reader.h"

namespace palio {
namespace {

struct VerifyOptions {
  std::string database;
  std::string claims;   // file; empty: those that come with Palio
  std::string study;    // name; empty: the campaign's
  std::string reading;  // name; empty: all of the study's
  Format format = Format::table;
  bool strict = false;
  bool needs = false;  // say what claims without a verdict take
};

ClaimFile claims_of(const VerifyOptions& options, const std::string& study) {
  if (options.claims.empty()) return shipped_claims_about(study);
  ClaimFile claims = read_claims(input_name(options.claims), read_input(options.claims));
  if (!claims.is_about(study))
    throw UserError(
        "the claims of {} are about {}, not about the study {}; say with --as STUDY which of them "
        "this campaign follows",
        options.claims, fmt::join(claims.studies, ", "), study);
  return claims;
}

// What is said of the whole campaign, in lines.
std::string notes_on(const CampaignReader& campaign) {
  std::string notes;
  if (const std::string intervals = intervals_text(campaign); !intervals.empty()) notes += intervals + '\n';
  if (const std::string failures = failures_text(campaign.counts()); !failures.empty()) notes += failures + '\n';
  if (const AuditedResults audited = campaign.audited(); audited.count > 0) notes += audit_text(audited) + '\n';
  return notes;
}

std::string title_of(const ClaimFile& claims) { return claims.paper.empty() ? claims.file : claims.paper; }

int status_of(const VerifyOptions& options, const std::vector<CheckedClaim>& checked) {
  const bool some_deviate = std::ranges::count(checked, Verdict::deviates, &CheckedClaim::verdict) > 0;
  return options.strict && some_deviate ? k_some_deviate : k_success;
}

// The claims that lack data, by name, and what each needs.
std::vector<std::string> lacking(const std::vector<CheckedClaim>& checked, const std::string& reading = {}) {
  std::vector<std::string> names;
  for (const CheckedClaim& one : checked)
    if (one.verdict == Verdict::not_enough_data) names.push_back(claim_name(one.claim.id, reading));
  return names;
}

void tell_needs(const std::string& database, const ClaimFile& claims, const std::string& study,
                const std::vector<std::string>& names) {
  if (names.empty()) return;
  const OpenClaims open = open_claims(database, claims, study);
  for (const auto& [name, need, in_reach] : open.claims)
    if (std::ranges::find(names, name) != names.end())
      tell_prose(
          fmt::format("{}: {}", name,
                      need ? fmt::format("expected to take {} of platforms x workloads", draws_text(*need, open.at))
                           : "no number of draws is expected to decide it"));
}

int verify_whole(const VerifyOptions& options, const CampaignReader& campaign, const ClaimFile& claims,
                 const std::string& study) {
  const std::vector<CheckedClaim> checked = verify(campaign, claims, study);
  print_verdicts(options.format, checked);
  tell_prose(fmt::format("{}: {}", title_of(claims), verdict_counts(checked)));
  tell_prose(notes_on(campaign));
  if (options.needs) tell_needs(options.database, claims, study, lacking(checked));
  const bool any = std::ranges::any_of(checked, [](const CheckedClaim& row) { return row.measurement.instances > 0; });
  if (!options.study.empty() && !any)
    tell_prose(fmt::format("palio: warning: {} contains nothing that a claim about {} measures; its study is {}",
                           options.database, study, campaign.info().study));
  return status_of(options, checked);
}

const CampaignReading& reading_named(const std::vector<CampaignReading>& readings, const std::string& name) {
  const auto found = std::ranges::find(readings, name, &CampaignReading::name);
  if (found != readings.end()) return *found;
  throw UserError("the study of this campaign has no reading \"{}\"{}", name,
                  suggestion(name, readings, &CampaignReading::name));
}

int verify_one_reading(const VerifyOptions& options, const CampaignReader& campaign, const ClaimFile& claims,
                       const std::string& study, const CampaignReading& reading) {
  const std::vector<CheckedClaim> checked = verify(campaign, claims, study, reading.part);
  print_verdicts(options.format, checked);
  tell_prose(
      fmt::format("{}, read as {}, {}: {}", title_of(claims), reading.name, reading.says, verdict_counts(checked)));
  tell_prose(notes_on(campaign));
  return status_of(options, checked);
}

int verify_readings(const VerifyOptions& options, const ClaimFile& claims, const std::string& study,
                    const std::vector<CampaignReading>& readings) {
  std::vector<CampaignPart> parts;
  for (const CampaignReading& reading : readings) parts.push_back(reading.part);
  // One for each reading, so that all cores stay busy, as many as fit into memory.
  const auto readers =
      read_one_snapshot(options.database, std::min(4 * static_cast<std::size_t>(cores()), readings.size()));
  for (const auto& reader : readers) add_query_functions(*reader);
  std::vector<std::vector<CheckedClaim>> checked = verify_parts(readers, claims, study, parts);
  std::vector<ReadVerdicts> verdicts;
  for (std::size_t i = 0; i < readings.size(); ++i) verdicts.push_back({readings[i].name, std::move(checked[i])});
  TableWriter table(options.format);
  print_readings(table, options.format, verdicts);
  tell_prose(fmt::format("{}, ✓ reproduced, ✗ deviates, ? not enough data:", title_of(claims)));
  for (std::size_t i = 0; i < readings.size(); ++i)
    tell_prose(fmt::format("  {}, {}: {}", readings[i].name, readings[i].says, verdict_counts(verdicts[i].checked)));
  tell_prose(notes_on(*readers.front()));
  if (options.needs) {
    std::vector<std::string> names;
    for (const auto& [reading, of_reading] : verdicts)
      std::ranges::copy(lacking(of_reading, reading), std::back_inserter(names));
    tell_needs(options.database, claims, study, names);
  }
  return status_of(options, verdicts.front().checked);
}

int run_verify(const VerifyOptions& options) {
  CampaignReader campaign(options.database);
  campaign.hold();  // failures are counted where the claims are measured
  add_query_functions(campaign);
  const std::string study = options.study.empty() ? campaign.info().study : options.study;
  const ClaimFile claims = claims_of(options, study);
  const std::vector<CampaignReading> readings = stored_readings(campaign);
  if (readings.empty() && !options.reading.empty())
    throw UserError(
        "--reading {}: the study of this campaign has no [[reading]] blocks; palio run with a "
        "study that has some stores them",
        options.reading);
  if (!options.reading.empty())
    return verify_one_reading(options, campaign, claims, study, reading_named(readings, options.reading));
  if (readings.empty()) return verify_whole(options, campaign, claims, study);
  campaign.let_go();
  return verify_readings(options, claims, study, readings);
}

}  // namespace

void setup_verify(const CommandSyntax& app) {
  const auto [command, options] =
      add_command<VerifyOptions>(app, "verify", "Check a campaign against the claims of its study's paper", run_verify);
  command.add_option("database F", options.database, "Campaign file").required();
  command.add_option("--claims FILE", options.claims,
                     "Custom claims instead of those that come with Palio; - is standard input");
  command.add_option("--as STUDY", options.study, "Verify as a campaign of this study");
  command.add_option("--reading NAME", options.reading, "Show only this reading of the study, in full");
  command.add_flag("--strict", options.strict,
                   "Exit status 2 if a claim deviates; of several readings, the first one counts");
  command.add_flag("--needs", options.needs,
                   "For claims that lack data, say how many draws palio run --until decided is expected to need");
  add_format(command, options.format);
}

}  // namespace palio
