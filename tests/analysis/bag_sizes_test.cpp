#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "campaign/study/study.h"
#include "storage/write/result_store.h"
#include "strategies/registry.h"
#include "tests/analysis/shipped_queries.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/temporary_folder.h"
#include "workloads/family.h"

namespace palio::test {
namespace {

using testing::ElementsAre;

// Relative maximum stretches by label of the strategy; of those that are not named, 3.
using Stretches = std::map<std::string, double>;

ScenarioResult result_of(double relative_max_stretch, bool fails) {
  if (fails) return {Failure{FailureKind::exception, 0, "made to fail", ""}, {}};
  Completed completed;
  completed.metrics["makespan"] = 1;
  completed.metrics["task_count"] = 10;
  completed.metrics["relative_max_stretch"] = relative_max_stretch;
  return {completed, {}};
}

// Campaigns of the study bag-of-tasks-sizes with made numbers: 10 tasks in every instance.
class MadeSizes {
public:
  MadeSizes() {
    const Study study = load_study(std::string(PALIO_STUDIES "/bag-of-tasks-sizes.toml"));
    for (const Recipe& recipe : study.strategies) {
      const auto specs = strategy(recipe.name).parameters;
      strategies_.push_back({recipe, label(recipe, specs), specs, {}});
    }
    platforms_ = {{{"star", {}}, "star", {}, {}}};
  }

  void add(int max_tasks, double load, const Stretches& stretches, const std::string& failed = "none") {
    const auto specs = workload_family("bags-of-tasks").parameters;
    const Recipe recipe{"bags-of-tasks", resolve("bags-of-tasks", specs,
                                                 {{"max_tasks", std::int64_t{max_tasks}},
                                                  {"load", load},
                                                  {"sample", std::int64_t{0}},
                                                  {"seed", std::int64_t{1}}})};
    workloads_.push_back({recipe, label(recipe, specs), specs, {}});
    for (std::size_t s = 0; s < strategies_.size(); ++s) {
      const ScenarioId id{1, static_cast<std::int64_t>(workloads_.size()), static_cast<std::int64_t>(s) + 1};
      const auto named = stretches.find(strategies_[s].label);
      const double stretch = named == stretches.end() ? 3 : named->second;
      results_.push_back({id, 1, result_of(stretch, strategies_[s].label == failed)});
    }
  }

  std::vector<std::vector<std::string>> answer() const {
    const TemporaryFolder folder;
    const std::string file = folder.file("made.db");
    {
      ResultStore store(file, study_info("made"));
      store.add_platforms(platforms_);
      store.add_workloads(workloads_);
      store.add_strategies(strategies_);
      store.begin_session(session_info());
      store.write(results_);
      store.end_session("finished");
    }
    return test::answer("bag-of-tasks-sizes", file);
  }

private:
  std::vector<DimensionRow> platforms_, workloads_, strategies_;
  std::vector<StoredResult> results_;
};

Stretches with_edf(double edf, Stretches others) {
  others["CBS3M-EDF"] = edf;
  others["CBS3M-EDF-OFFLINE"] = 1.15;
  others["SWRPT-MCT"] = 1.5;
  others["CBS3M-EDF:plan=least-buffered"] = 1.05;
  others["CBS3M-FIFO:plan=least-buffered"] = 2.5;
  return others;
}

TEST(BagSizes, EachSizeIsHeldAgainstTheClaims) {
  MadeSizes made;
  // Up to 100 tasks both MWMA lie between CBS3M-EDF (1 and 1.2) and SWRPT-MCT, so SWRPT-MCT is fifth.
  for (const auto& [load, edf] : {std::pair{0.5, 1.0}, {1.0, 1.2}})
    made.add(100, load, with_edf(edf, {{"MWMA-NBT", 1.3}, {"MWMA-MS", 1.4}}));
  made.add(100, 2, with_edf(9, {}), "FIFO-RR");  // no strategy counts there
  // Up to 400 MWMA-NBT is as good at load 0.5 and better at load 1, MWMA-MS is worse than SWRPT-MCT.
  for (const auto& [load, edf] : {std::pair{0.5, 1.0}, {1.0, 1.2}})
    made.add(400, load, with_edf(edf, {{"MWMA-NBT", 1}, {"MWMA-MS", 1.6}}));
  EXPECT_THAT(
      made.answer(),
      ElementsAre(ElementsAre("100", "2", "10.0", "1.1", "1.2", "50.0", "50.0", "100.0", "1", "1.3", "1.5", "0", "50.0",
                              "1", "1", "1.05", "3.0", "2.5", "CBS3M-EDF, CBS3M-EDF-OFFLINE, MWMA-NBT, MWMA-MS"),
                  ElementsAre("400", "2", "10.0", "1.1", "1.2", "50.0", "50.0", "50.0", "0", "1.0", "1.5", "1", "50.0",
                              "0", "2", "1.05", "3.0", "2.5", "MWMA-NBT, CBS3M-EDF, CBS3M-EDF-OFFLINE, SWRPT-MCT")));
}

}  // namespace
}  // namespace palio::test
