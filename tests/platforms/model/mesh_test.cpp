#include "platforms/model/platform.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/support/builders.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

// Links of 10 byte/s but for one from host 2 to host 0: their own links are 30, 10 and 30 byte/s.
TEST(MeshContention, GivesEachHostALinkAsFastAsItsFastestPair) {
  Platform mesh = test::mesh({1, 2, 3});
  mesh.pair_links[6] = {30, 1};
  EXPECT_FALSE(has_contention(mesh));
  add_contention(mesh);
  EXPECT_TRUE(has_contention(mesh));
  EXPECT_EQ(mesh.clusters[0].processor_link.bandwidth, 30);
  EXPECT_EQ(mesh.clusters[1].processor_link.bandwidth, 10);
  EXPECT_EQ(mesh.clusters[2].processor_link.bandwidth, 30);
  EXPECT_EQ(route_latency(mesh, 2, 0), 1);
  EXPECT_NO_THROW(check(mesh));
}

TEST(MeshContention, OfOneHostIsNothing) {
  Platform mesh = test::mesh({1});
  add_contention(mesh);
  EXPECT_NO_THROW(check(mesh));
}

TEST(MeshContention, IsNotForManyHosts) {
  Platform mesh = test::mesh(std::vector<double>(k_most_contending_hosts + 1, 1.0));
  EXPECT_EQ(test::error_of([&] { add_contention(mesh); }),
            "a mesh with contention has at most 500 hosts, this one has 501: use contention off");
}

}  // namespace
}  // namespace palio
