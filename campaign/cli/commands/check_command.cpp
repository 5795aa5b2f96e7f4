#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/plan/stored_study.h"
#include "core/error.h"
#include "core/text/talk.h"
#include "storage/check/check.h"

namespace palio {
namespace {

struct CheckOptions {
  std::string database;
  Format format = Format::table;
};

// Storage knows the study only as text, but `palio resume` must parse it. If the file is intact, the study may come
// from another version of Palio.
void check_study(const CampaignReader& campaign, bool damaged, Finding& finding) {
  try {
    const Study study = stored_study(campaign);
    finding.found = fmt::format("{}: its text and input files give {} scenarios", study.name,
                                count_state(study, {}, DoneSet(study, {})).wanted);
  } catch (const UserError& error) {
    if (damaged || !campaign.is_as_stored("campaign")) throw;
    finding.found =
        fmt::format("intact, but from another version of Palio: this one cannot resume it: {}", error.what());
  }
}

// A difference between two engines is no damage to the file, but such results cannot be relied on.
void check_audit(const CampaignReader& campaign, Finding& finding) {
  const AuditedResults audited = campaign.audited();
  finding.found = audited.count == 0 ? "no result was checked by a second engine" : audit_text(audited);
  if (audited.different > 0) finding.problems.push_back(finding.found);
}

Finding finding_of(std::string name, const std::string& database,
                   const std::function<void(const CampaignReader&, Finding&)>& check) {
  Finding finding{std::move(name), {}, {}};
  try {
    check(CampaignReader(database), finding);
  } catch (const UserError& error) {
    finding.problems.emplace_back(error.what());
  }
  return finding;
}

int run_check(const CheckOptions& options) {
  TableWriter table(options.format, {"check", "verdict", "found"});
  table.colour("verdict", [](std::string_view verdict) { return verdict == "ok" ? Style::good : Style::bad; });
  int checks = 0, wrong = 0;
  const auto report = [&](const Finding& finding) {
    ++checks;
    if (!finding.sound()) ++wrong;
    table.row({finding.check, std::string(finding.sound() ? "ok" : "wrong"),
               finding.sound() ? finding.found : problems_text(finding)});
  };
  check_campaign(options.database, report);
  report(finding_of("study", options.database, [&](const CampaignReader& campaign, Finding& finding) {
    check_study(campaign, wrong > 0, finding);
  }));
  report(finding_of("audit", options.database, check_audit));
  table.finish();
  if (wrong == 0) return k_success;
  talk(
      "{0}: {1} of {2} checks found something wrong. Do not rely on this file: restore a copy of it, or run the "
      "study into a new one (palio run STUDY --db NEW) and compare the two with palio digest.\n",
      options.database, wrong, checks);
  return k_some_failed;
}

}  // namespace

void setup_check(const CommandSyntax& app) {
  const auto [command, options] = add_command<CheckOptions>(
      app, "check", "Verify a campaign and print what it contains; works while it runs", run_check);
  command.add_option("database F", options.database, "Campaign file").required();
  add_format(command, options.format);
}

}  // namespace palio
