#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "analysis/queries/usual_metric.h"
#include "campaign/plan/missing_jobs.h"
#include "campaign/plan/plan.h"
#include "core/identity/random_stream.h"
#include "core/text/json_text.h"
#include "platforms/family.h"
#include "workloads/family.h"

namespace palio {
namespace {

TEST(ShippedStudies, MixedParallelHasTheSizeOfThePaper) {
  const Study study = load_study(std::string(PALIO_STUDIES "/mixed-parallel.toml"));
  EXPECT_EQ(study.platforms.size(), 200U);
  EXPECT_EQ(study.workloads.size(), 1296U);
  EXPECT_EQ(study.instance_count(), 259200U);
  EXPECT_EQ(study.strategies.size(), 7U);
  EXPECT_EQ(study.scenario_count(), 1814400U);
  EXPECT_EQ(canonical_text(study.platforms.front().recipe),
            "random-multi-cluster:backbone_bandwidth=3125000000,backbone_latency=0.05,clusters=1,heterogeneity=1,"
            "max_processors=128,min_processors=16,min_speed=250000000,sample=0,seed=2007,tcp_gamma=0");
}

TEST(ShippedStudies, MixedParallelNetworkHasThreeWindows) {
  const Study study = load_study(std::string(PALIO_STUDIES "/mixed-parallel-network.toml"));
  EXPECT_EQ(study.platforms.size(), 600U);
  EXPECT_EQ(study.scenario_count(), 5443200U);
}

TEST(ShippedStudies, ThresholdsMeetTheInstancesOfMixedParallel) {
  const Study thresholds = load_study(std::string(PALIO_STUDIES "/mixed-parallel-thresholds.toml"));
  const Study study = load_study(std::string(PALIO_STUDIES "/mixed-parallel.toml"));
  EXPECT_EQ(thresholds.scenario_count(), 3110400U);  // 259,200 instances x 12 strategies
  for (std::size_t i = 0; i < study.workloads.size(); ++i)
    EXPECT_EQ(thresholds.workloads[i].recipe, study.workloads[i].recipe);
  for (std::size_t i = 0; i < study.platforms.size(); ++i)
    EXPECT_EQ(thresholds.platforms[i].recipe, study.platforms[i].recipe);
}

std::set<std::string> canonical_texts(const std::vector<Spec>& specs) {
  std::set<std::string> texts;
  for (const Spec& spec : specs) texts.insert(canonical_text(spec.recipe));
  return texts;
}

std::vector<Spec> chosen(const std::vector<Spec>& all, const std::vector<std::uint32_t>& positions) {
  std::vector<Spec> some;
  for (const std::uint32_t position : positions) some.push_back(all[position]);
  return some;
}

TEST(ShippedStudies, TheFirstReadingOfAPaperIsItsStudy) {
  for (const std::string name : {"mixed-parallel", "ptg-constrained", "ptg-batch", "bag-of-tasks"}) {
    const Study study = load_study(fmt::format("{}/{}.toml", PALIO_STUDIES, name));
    const Study read = load_study(fmt::format("{}/{}-readings.toml", PALIO_STUDIES, name));
    ASSERT_GE(read.readings.size(), 2U);
    const Reading& first = read.readings.front();
    EXPECT_EQ(canonical_texts(chosen(read.platforms, first.platforms)), canonical_texts(study.platforms)) << name;
    EXPECT_EQ(canonical_texts(chosen(read.workloads, first.workloads)), canonical_texts(study.workloads)) << name;
    std::set<std::string> strategies, of_study;
    for (const auto& [strategy, shown_as] : first.strategies) {
      EXPECT_EQ(strategy, shown_as);
      strategies.insert(canonical_text(read.strategies[strategy]));
    }
    for (const Recipe& strategy : study.strategies) of_study.insert(canonical_text(strategy));
    EXPECT_EQ(strategies, of_study) << name;
  }
}

TEST(ShippedStudies, ConstrainedBatchesHaveTheSizeOfThePaper) {
  // 4 sites x 3 kinds x 5 sizes x 25 draws; WPS-width is there twice, each for its kinds of graphs.
  const Study study = load_study(std::string(PALIO_STUDIES "/ptg-constrained.toml"));
  EXPECT_EQ(study.instance_count(), 1500U);
  EXPECT_EQ(study.strategies.size(), 9U);
  EXPECT_EQ(study.scenario_count(), 12000U);
}

TEST(ShippedStudies, TheMuStudyMeetsTheInstancesOfTheConstrainedStudy) {
  const Study study = load_study(std::string(PALIO_STUDIES "/ptg-constrained-mu.toml"));
  const Study constrained = load_study(std::string(PALIO_STUDIES "/ptg-constrained.toml"));
  EXPECT_EQ(study.scenario_count(), 49500U);
  ASSERT_EQ(study.workloads.size(), constrained.workloads.size());
  for (std::size_t i = 0; i < study.workloads.size(); ++i)
    EXPECT_EQ(study.workloads[i].recipe, constrained.workloads[i].recipe);
  for (std::size_t i = 0; i < study.platforms.size(); ++i)
    EXPECT_EQ(study.platforms[i].recipe, constrained.platforms[i].recipe);
}

TEST(ShippedStudies, ReportsAreAboutWhatThePapersAreAbout) {
  const auto metric = [](const std::string& name) {
    return metric_of_study(read_text_file(fmt::format("{}/{}.toml", PALIO_STUDIES, name)));
  };
  EXPECT_EQ(metric("ptg-batch"), "max_stretch");
  EXPECT_EQ(metric("bag-of-tasks"), "relative_max_stretch");
  EXPECT_EQ(metric("ptg-constrained"), "unfairness");
  EXPECT_EQ(metric("ptg-constrained-mu"), "unfairness");
  EXPECT_EQ(metric("mixed-parallel"), "");
}

TEST(ShippedStudies, BatchesOnOneClusterHaveTwentyContenders) {
  const Study study = load_study(std::string(PALIO_STUDIES "/ptg-batch.toml"));
  EXPECT_EQ(study.instance_count(), 1500U);
  EXPECT_EQ(study.strategies.size(), 20U);
  EXPECT_EQ(study.scenario_count(), 30000U);
}

TEST(ShippedStudies, ArrivalsMeetTheSameGraphsUnderEveryGap) {
  // 4 clusters x 3 kinds x 2 ways to arrive x 4 gaps x 10 draws.
  const Study study = load_study(std::string(PALIO_STUDIES "/ptg-arrivals.toml"));
  EXPECT_EQ(study.instance_count(), 960U);
  EXPECT_EQ(study.scenario_count(), 9600U);
  std::set<std::uint64_t> seeds;
  for (const Spec& workload : study.workloads)
    seeds.insert(stream_seed(workload.recipe, workload_family(workload.recipe.name).parameters, "shape/0"));
  EXPECT_EQ(seeds.size(), 30U);  // 3 kinds x 10 draws
}

TEST(ShippedStudies, CombinedGraphsMeetTheInstancesOfTheBatchStudy) {
  const Study combined = load_study(std::string(PALIO_STUDIES "/ptg-combined.toml"));
  const Study batch = load_study(std::string(PALIO_STUDIES "/ptg-batch.toml"));
  EXPECT_EQ(combined.scenario_count(), 7500U);
  ASSERT_EQ(combined.workloads.size(), batch.workloads.size());
  for (std::size_t i = 0; i < combined.workloads.size(); ++i)
    EXPECT_EQ(combined.workloads[i].recipe, batch.workloads[i].recipe);
}

// 2 x 20 meshes, 15 kinds of workloads x 10 draws of which 3 are small; 19 strategies, and Exact on the small ones.
TEST(ShippedStudies, ClassicSchedulersMeetEveryDataSetWithContentionAndWithout) {
  const Study study = load_study(std::string(PALIO_STUDIES "/classic-benchmark.toml"));
  EXPECT_EQ(study.instance_count(), 6000U);
  EXPECT_EQ(study.strategies.size(), 20U);
  EXPECT_EQ(study.scenario_count(), 40U * (150 * 19 + 30));
  std::set<std::uint64_t> seeds;
  for (const Spec& platform : study.platforms)
    seeds.insert(stream_seed(platform.recipe, platform_family(platform.recipe.name).parameters, "speeds"));
  EXPECT_EQ(seeds.size(), 20U);
}

TEST(ShippedStudies, TheOtherClassicStudiesHaveTheSizesTheySay) {
  const auto scenarios = [](const std::string& name) {
    return load_study(std::string(PALIO_STUDIES "/classic-") + name + ".toml").scenario_count();
  };
  EXPECT_EQ(scenarios("braun"), 12U * 12);
  EXPECT_EQ(scenarios("iot"), 40U * 160 * 19);
  EXPECT_EQ(scenarios("parametric"), 20U * 120 * (72 + 5));
  EXPECT_EQ(scenarios("random"), 2U * 3750 * 9);
  EXPECT_EQ(scenarios("chameleon"), 40U * 90 * 18);
}

// palio list studies believes it, instead of expanding every study.
TEST(ShippedStudies, HaveAnIndexOfWhatTheyHold) {
  std::vector<std::string> files, lines;
  for (const auto& entry : std::filesystem::directory_iterator(PALIO_STUDIES))
    if (entry.path().extension() == ".toml") files.push_back(entry.path().string());
  std::ranges::sort(files);
  for (const std::string& file : files) {
    const Study study = load_study(file);
    const CampaignState state = count_state(study, {}, DoneSet(study, {}));
    lines.push_back(fmt::format(
        R"({{"study": {}, "instances": {}, "strategies": {}, "scenarios": {}, "title": {}, "source": {}, "digest": "{}"}})",
        json_quoted(study.name), state.instances, study.strategies.size(), state.wanted, json_quoted(study.title),
        json_quoted(study.source), content_digest(read_text_file(file))));
  }
  const std::string index = fmt::format("[\n{}\n]\n", fmt::join(lines, ",\n")), path = PALIO_STUDIES "/index.json";
  if (std::getenv("PALIO_RENEW_STUDIES") != nullptr) std::ofstream(path) << index;
  EXPECT_EQ(read_text_file(path), index) << "PALIO_RENEW_STUDIES=1 bin/test_campaign --gtest_filter=ShippedStudies.* "
                                            "writes it again";
}

TEST(ShippedStudies, SharedFilesHaveTheSizesOfThePaper) {
  const auto scenarios = [](const std::string& name) {
    return load_study(std::string(PALIO_STUDIES "/shared-files-") + name + ".toml").scenario_count();
  };
  EXPECT_EQ(scenarios("table1"), 39U);
  EXPECT_EQ(scenarios("granularity"), 220U);        // 22 numbers of workers x (7 + 3)
  EXPECT_EQ(scenarios("isoefficiency"), 400U);      // 40 x 5 x 2
  EXPECT_EQ(scenarios("isoefficiency-own"), 250U);  // 50 x 5
}

TEST(ShippedStudies, BagsOfTasksHaveTheSizeOfThePaper) {
  const Study study = load_study(std::string(PALIO_STUDIES "/bag-of-tasks.toml"));
  EXPECT_EQ(study.instance_count(), 1000U);
  EXPECT_EQ(study.scenario_count(), 18000U);
}

TEST(ShippedStudies, SizesOfTasksSplitTheSameApplications) {
  const Study study = load_study(std::string(PALIO_STUDIES "/bag-of-tasks-sizes.toml"));
  EXPECT_EQ(study.instance_count(), 200U);  // 2 stars x 4 sizes x 5 loads x 5 draws
  EXPECT_EQ(study.scenario_count(), 4400U);
  // The second size is that of the study bag-of-tasks: its very instances.
  const Study bags = load_study(std::string(PALIO_STUDIES "/bag-of-tasks.toml"));
  EXPECT_EQ(study.workloads[25].recipe, bags.workloads[0].recipe);
  EXPECT_EQ(study.platforms[1].recipe, bags.platforms[1].recipe);
}

}  // namespace
}  // namespace palio
