#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "campaign/run/campaign.h"
#include "campaign/run/typed_run.h"
#include "campaign/study/study.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// Strategies that are run on graphs with a known optimum, beside some of Palio's.
struct ExamRequest {
  std::vector<Recipe> examined;
  StrategySet known = {};
  TypedRun run = {};  // its sample is the number of graphs
};

/// The study of an exam: the graphs of exam-constructed that are of a kind for one of the strategies, all of these, and
/// for each kind some of Palio's. Throws UserError for a strategy that takes none, with what it needs.
Study exam_study(const ExamRequest& request);

/// How far a strategy's schedules are from the optimum. Gaps are makespan / optimum.
struct GapRow {
  std::string law, strategy, on;  // kind of tasks; which graphs: "all", "tasks 100"
  std::int64_t graphs = 0;
  double optimal = 0;  // percent, of gaps up to 1 + 1e-9
  double mean = 0, median = 0, worst = 0;
  std::optional<double> margin;               // half-width of the 95 % interval of the mean, for other draws
  std::string best_other = {};                // the strategy of the least mean, besides this one
  std::optional<double> best_of_others = {};  // that mean
};

/// By kind of tasks: all strategies on all graphs, the best first; then each of these on parts of them, by size, data,
/// machines and their speeds.
std::vector<GapRow> gap_rows(const CampaignReader& campaign, const std::vector<std::string>& examined);

}  // namespace palio
