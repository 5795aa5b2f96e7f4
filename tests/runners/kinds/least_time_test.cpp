#include "runners/kinds/least_time.h"

#include <gtest/gtest.h>

#include "tests/support/bag_builders.h"
#include "tests/support/builders.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

std::string graph_error(double flop, double bytes, double release = 0) {
  Workload workload = test::workload(test::graph({{flop, 1}, {1e9, 1}}, {{0, 1, bytes}}));
  workload.applications.front().release_date = release;
  // Two processors of 1e9 flop/s behind links of 1e8 byte/s.
  Platform platform = test::fast_platform({test::cluster(2, 1e9)});
  platform.clusters.front().processor_link.bandwidth = 1e8;
  return test::error_of([&] { check_times(platform, workload); });
}

// At 1e9 flop/s 1e-310 flop would take less than any normal number: SimGrid never ends, the fluid engine ends at once.
TEST(LeastTime, OfATaskIsNamed) {
  EXPECT_EQ(graph_error(1e-285, 1e6), "no error");
  EXPECT_EQ(
      graph_error(1e-290, 1e6),
      "the work (flop) of \"\" is 1e-290: that takes 1e-299 s on this platform, at least 1e-295 s can be simulated");
  EXPECT_NE(graph_error(1e-310, 1e6), "no error");
  EXPECT_EQ(graph_error(1e308, 1e308), "no error");  // other checks find times that are too long
}

TEST(LeastTime, OfAMessageIsNamed) {
  EXPECT_EQ(graph_error(1, 0), "no error");
  EXPECT_EQ(graph_error(1, 1e-286), "no error");
  EXPECT_EQ(
      graph_error(1, 1e-290),
      "the data (byte) of an edge of \"\" is 1e-290: that takes 1e-298 s on this platform, at least 1e-295 s can be "
      "simulated");
}

TEST(LeastTime, OfAReleaseIsNamed) {
  EXPECT_EQ(graph_error(1, 1, 1e-294), "no error");
  EXPECT_NE(graph_error(1, 1, 1e-310), "no error");
}

TEST(LeastTime, OfTimesOnUnrelatedMachinesIsNamed) {
  const Workload workload = test::workload(TaskGraph({{0, 1, "t", {3, 1e-296}}}, {}));
  EXPECT_EQ(test::error_of([&] {
              check_times(test::fast_platform({test::cluster(1, 1), test::cluster(1, 1)}), workload);
            }),
            "a time (s) of \"t\" is 1e-296: that takes 1e-296 s on this platform, at least 1e-295 s can be simulated");
}

// The faster worker has 1e9 flop/s and 1e7 byte/s, but the master sends 1e6 byte/s at most.
TEST(LeastTime, OfMastersAndWorkersIsNamed) {
  const Star star{.workers = {{1, {1, 0}}, {1e9, {1e7, 0}}}, .master_bandwidth = 1e6};
  const auto bag_error = [&](double flop, double bytes, double release) {
    BagOfTasks bag;
    bag.name = "b";
    bag.tasks = 1;
    bag.flop = flop;
    bag.bytes = bytes;
    bag.release_date = release;
    BagBatch batch;
    batch.applications = {bag};
    return test::error_of([&] { check_times(star, batch); });
  };
  EXPECT_EQ(bag_error(1, 1e-288, 0), "no error");
  EXPECT_EQ(
      bag_error(1, 1e-290, 0),
      "the input (byte) of \"b\" is 1e-290: that takes 1e-296 s on this platform, at least 1e-295 s can be simulated");
  EXPECT_NE(bag_error(1e-287, 1, 0), "no error");
  EXPECT_NE(bag_error(1, 1, 1e-300), "no error");
  SharedFileTasks tasks;
  tasks.flop = 1;
  tasks.file_bytes = {1, 1};
  tasks.file_of_task = {0, 1};
  EXPECT_EQ(test::error_of([&] { check_times(star, tasks); }), "no error");
  tasks.file_bytes = {1, 1e-300};
  EXPECT_NE(test::error_of([&] { check_times(star, tasks); }), "no error");
}

}  // namespace
}  // namespace palio
