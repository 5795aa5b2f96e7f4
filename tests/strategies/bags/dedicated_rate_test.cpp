#include "strategies/bags/dedicated_rate.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

BagOfTasks bag(int tasks, double flop, double bytes, double release = 0) { return {"", tasks, flop, bytes, release}; }

// Worker 0: 1 flop/s behind 2 byte/s; worker 1: 4 flop/s behind 1 byte/s.
Star star(PortModel model, double master_bandwidth) { return {{{1, {2, 0}}, {4, {1, 0}}}, master_bandwidth, model}; }

TEST(DedicatedRate, OnePortFillsTheFastestLinkFirst) {
  // Tasks of 1 flop and 1 byte. Worker 0 takes a task in 0.5 s of the port and computes 1 task/s: half of the port's
  // time. The other half sends 0.5 task/s to worker 1, which could compute 4. Together 1.5.
  EXPECT_DOUBLE_EQ(dedicated_rate(star(PortModel::one_port, 10), bag(3, 1, 1)), 1.5);
  EXPECT_DOUBLE_EQ(dedicated_makespan(star(PortModel::one_port, 10), bag(3, 1, 1)), 2);
}

TEST(DedicatedRate, OnePortIsBoundByTheProcessors) {
  // Tasks of 8 flop and 1 byte: 1/8 and 4/8 task/s need 1/16 and 1/2 of the port.
  EXPECT_DOUBLE_EQ(dedicated_rate(star(PortModel::one_port, 10), bag(1, 8, 1)), 0.625);
}

TEST(DedicatedRate, OnePortCannotSendFasterThanTheMaster) {
  // A capacity of 1 byte/s makes both links equally slow: 1 task/s leaves the port for either worker, and worker 0
  // computes exactly that.
  EXPECT_DOUBLE_EQ(dedicated_rate(star(PortModel::one_port, 1), bag(1, 1, 1)), 1);
}

TEST(DedicatedRate, MultiPortServesAllWorkersAtOnce) {
  // min(1/1, 2/1) + min(4/1, 1/1) = 2 task/s; a capacity of 1.5 byte/s leaves 1.5.
  EXPECT_DOUBLE_EQ(dedicated_rate(star(PortModel::multi_port, 10), bag(1, 1, 1)), 2);
  EXPECT_DOUBLE_EQ(dedicated_rate(star(PortModel::multi_port, 1.5), bag(1, 1, 1)), 1.5);
}

TEST(Dated, PlacesBecomeDates) {
  // Three dedicated makespans of 2 s; at load 1.5 the releases span 4 s.
  BagBatch batch{{bag(3, 1, 1, 0), bag(3, 1, 1, 0.25), bag(3, 1, 1, 1)}, 1.5};
  const BagBatch result = dated(batch, star(PortModel::one_port, 10));
  EXPECT_EQ(result.load, 0);
  EXPECT_DOUBLE_EQ(result.applications[0].release_date, 0);
  EXPECT_DOUBLE_EQ(result.applications[1].release_date, 1);
  EXPECT_DOUBLE_EQ(result.applications[2].release_date, 4);
  EXPECT_EQ(dated(result, star(PortModel::one_port, 10)).applications[1].release_date,
            result.applications[1].release_date);
}

}  // namespace
}  // namespace palio
