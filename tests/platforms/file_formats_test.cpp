// The examples of docs/file-formats.md can be read unchanged.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "platforms/explicit/platform_json.h"
#include "workloads/explicit/workload_json.h"

namespace palio {
namespace {

// The contents of the blocks fenced as json.
std::vector<std::string> documented_examples() {
  std::ifstream document(std::string(PALIO_SOURCE_DIR "/docs/file-formats.md"));
  std::vector<std::string> examples;
  std::string line;
  while (std::getline(document, line)) {
    if (line != "```json") continue;
    examples.emplace_back();
    while (std::getline(document, line) && line != "```") examples.back() += line + '\n';
  }
  return examples;
}

TEST(FileFormats, HaveOneExampleOfEachForm) { EXPECT_EQ(documented_examples().size(), 7U); }

TEST(FileFormats, TheWorkloadExampleIsAForkJoin) {
  const auto workload = as<Workload>(any_workload_from_json(documented_examples().at(0), "docs/file-formats.md"));
  ASSERT_EQ(workload.applications.size(), 1U);
  const TaskGraph& graph = workload.applications[0].graph;
  EXPECT_EQ(graph.task_count(), 4);
  EXPECT_EQ(graph.edges().size(), 4U);
  EXPECT_EQ(graph.level_count(), 3);
  EXPECT_EQ(graph.total_flop(), 8e9);
}

TEST(FileFormats, TheExampleOfSpeedupLawsHasTwoOfThem) {
  const auto workload = as<Workload>(any_workload_from_json(documented_examples().at(1), "docs/file-formats.md"));
  const TaskGraph& graph = workload.applications[0].graph;
  EXPECT_EQ(graph.task(0).speedup, (Speedup{SpeedupLaw::roofline, 16}));
  EXPECT_EQ(graph.task(1).speedup, (Speedup{SpeedupLaw::general, 64, 1e-4}));
}

TEST(FileFormats, TheExampleForUnrelatedMachinesHasTimesForThreeHosts) {
  const auto workload = as<Workload>(any_workload_from_json(documented_examples().at(2), "docs/file-formats.md"));
  EXPECT_EQ(workload.applications[0].graph.time_count(), 3);
  EXPECT_EQ(workload.applications[0].graph.task(1).times[2], 18);
}

TEST(FileFormats, ThePlatformExampleHasTwoClusters) {
  const auto platform = as<Platform>(any_platform_from_json(documented_examples().at(4), "docs/file-formats.md"));
  EXPECT_EQ(processor_count(platform), 96);
  EXPECT_EQ(fastest_speed(platform), 2.5e9);
  // Switch of c0 as its links, 3 x 1e-4 s; of c1 given.
  EXPECT_DOUBLE_EQ(route_latency(platform, 0, 0), 3e-4);
  EXPECT_DOUBLE_EQ(route_latency(platform, 1, 1), 2.5e-4);
}

TEST(FileFormats, TheBagsExampleHasTwoApplications) {
  const auto batch = as<BagBatch>(any_workload_from_json(documented_examples().at(3), "docs/file-formats.md"));
  ASSERT_EQ(batch.applications.size(), 2U);
  EXPECT_EQ(batch.applications[0].tasks, 200);
  EXPECT_EQ(batch.applications[1].release_date, 30);
  EXPECT_EQ(batch.applications[1].bytes, 2.5e7);
}

TEST(FileFormats, TheMeshExampleHasThreeHosts) {
  const auto platform = as<Platform>(any_platform_from_json(documented_examples().at(5), "docs/file-formats.md"));
  ASSERT_EQ(platform.clusters.size(), 3U);
  EXPECT_EQ(platform.clusters[1].speed, 2.8e9);
  EXPECT_EQ(route_bandwidth(platform, 1, 0), 1.25e7);
  EXPECT_EQ(route_bandwidth(platform, 2, 0), 2.5e6);
  EXPECT_EQ(route_bandwidth(platform, 0, 2), 1.25e6);
}

TEST(FileFormats, TheStarExampleHasTwoWorkers) {
  const auto star = as<Star>(any_platform_from_json(documented_examples().at(6), "docs/file-formats.md"));
  ASSERT_EQ(star.workers.size(), 2U);
  EXPECT_EQ(star.master_bandwidth, 1.25e7);
  EXPECT_EQ(star.workers[1].link.latency, 1e-3);
}

}  // namespace
}  // namespace palio
