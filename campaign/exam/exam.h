#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/queries/gaps.h"
#include "campaign/run/campaign.h"
#include "campaign/run/typed_run.h"
#include "campaign/study/study.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// Strategies that are run on graphs with a known optimum, together with some of Palio's.
struct ExamRequest {
  std::vector<Recipe> examined;
  StrategySet known = {};
  TypedRun run = {};  // its sample is the number of graphs
};

/// The study of an exam: the graphs of exam-constructed that are of a kind for one of the strategies, all of these, and
/// for each kind some of Palio's. Throws UserError for a strategy that takes none, with what it needs.
Study exam_study(const ExamRequest& request);

/// By kind of tasks: all strategies on all graphs, the best first; then each of these on parts of them, by size, data,
/// machines and their speeds.
std::vector<GapRow> exam_rows(const CampaignReader& campaign, const std::vector<std::string>& examined);

}  // namespace palio
