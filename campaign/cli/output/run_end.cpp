#include "campaign/cli/output/run_end.h"

#include <fmt/format.h>

#include "analysis/queries/answer.h"
#include "analysis/queries/query_tables.h"
#include "analysis/queries/usual_metric.h"
#include "campaign/cli/syntax/syntax.h"
#include "campaign/session/wrapped_table.h"
#include "core/error.h"

namespace palio {
namespace {

// The file, one sentence of the answer and what to ask next. A shard alone answers nothing.
void tell_answer(const TypedRun& run) {
  if (!run.shard.empty()) return;
  CampaignReader campaign(run.database);
  add_query_functions(campaign);
  const CampaignAnswer answer = campaign_answer(campaign, usual_metric(campaign));
  tell_prose(fmt::format("{}{}{}\nnext: palio query {} {}", run.database, answer.verdict.empty() ? "" : ": ",
                         answer.sentence(), brief_shell_word(run.database), answer.next));
}

}  // namespace

int exit_status(const RunSummary& summary) {
  if (summary.interrupted) return k_interrupted;
  if (!summary.stopped.empty()) return k_user_error;
  return summary.failed > 0 ? k_some_failed : k_success;
}

int tell_end(const RunEnd& end, const TypedRun& run) {
  if (end.has_answer && !run.quiet) tell_answer(run);
  return exit_status(end.summary);
}

}  // namespace palio
