#include "platforms/families/families.h"

#include <gtest/gtest.h>

#include <string>

#include "core/error.h"
#include "platforms/family.h"

namespace palio {
namespace {

Star build_homogeneous_star_of(const std::string& text) {
  const PlatformFamily& family = platform_family("star");
  return as<Star>(family.build(parse_recipe(text, family.parameters), ""));
}

TEST(HomogeneousStar, HasIdenticalWorkersAndThePortOfALink) {
  const Star star = build_homogeneous_star_of("star:workers=3,speed=5,bandwidth=7,latency=0.5");
  ASSERT_EQ(star.workers.size(), 3U);
  for (const Worker& worker : star.workers) {
    EXPECT_EQ(worker.speed, 5);
    EXPECT_EQ(worker.link, (Link{7, 0.5}));
  }
  EXPECT_EQ(star.master_bandwidth, 7);
  EXPECT_EQ(star.port_model, PortModel::one_port);
  EXPECT_NO_THROW(check(star));
}

TEST(HomogeneousStar, HasTheNetworkOfThePaperByDefault) {
  // Section III: 1,000,000 byte per second and no latency.
  const Star star = build_homogeneous_star_of("star:workers=1");
  EXPECT_EQ(star.master_bandwidth, 1e6);
  EXPECT_EQ(star.workers[0].link.latency, 0);
}

TEST(HomogeneousStar, RefusesParametersOutOfRange) {
  for (const char* wrong : {"workers=0", "workers=1,speed=0", "workers=1,bandwidth=0", "workers=1,latency=-1"})
    EXPECT_THROW(build_homogeneous_star_of(std::string("star:") + wrong), UserError) << wrong;
}

Star build_star(const std::string& more = "", int sample = 0) {
  return build_random_star(
      parse_recipe("random-star:" + more + "sample=" + std::to_string(sample) + ",seed=2007", random_star_parameters()),
      "");
}

std::vector<double> drawn_of_star(const Star& star) {
  std::vector<double> values;
  for (const Worker& worker : star.workers) values.insert(values.end(), {worker.speed, worker.link.bandwidth});
  return values;
}

TEST(RandomStar, HasEightWorkersAroundOneFastPortUnlessToldOtherwise) {
  const Star star = build_star();
  EXPECT_NO_THROW(check(star));
  EXPECT_EQ(star.workers.size(), 8U);
  EXPECT_EQ(star.master_bandwidth, 12.5e6);
  EXPECT_EQ(star.port_model, PortModel::one_port);
  for (const Worker& worker : star.workers) EXPECT_EQ(worker.link.latency, 0);
}

TEST(RandomStar, SlowsEveryWorkerAndLinkDownByAFactorWithinBounds) {
  for (int sample = 0; sample < 100; ++sample)
    for (const Worker& worker : build_star("workers=5,max_slowdown=4,base_speed=2e9,", sample).workers) {
      EXPECT_GT(worker.speed, 2e9 / 4 * (1 - 1e-12));
      EXPECT_LE(worker.speed, 2e9);
      EXPECT_GT(worker.link.bandwidth, 12.5e6 / 4 * (1 - 1e-12));
      EXPECT_LE(worker.link.bandwidth, 12.5e6);
    }
}

// 8000 factors uniform on [1, 10): mean 5.5, deviation 9 / sqrt(12) = 2.6, that of the mean 89 times smaller. Factors
// of speeds and links are independent: the mean product of their distances from 5.5 is 0, with a deviation of 2.6^2
// / 89.
TEST(RandomStar, FactorsAreUniformAndIndependent) {
  double speed = 0, bandwidth = 0, product = 0;
  for (int sample = 0; sample < 1000; ++sample)
    for (const Worker& worker : build_star("", sample).workers) {
      const double of_speed = 1e9 / worker.speed;
      const double of_link = 12.5e6 / worker.link.bandwidth;
      speed += of_speed;
      bandwidth += of_link;
      product += (of_speed - 5.5) * (of_link - 5.5);
    }
  EXPECT_NEAR(speed / 8000, 5.5, 5 * 2.6 / 89);
  EXPECT_NEAR(bandwidth / 8000, 5.5, 5 * 2.6 / 89);
  EXPECT_NEAR(product / 8000, 0, 5 * 2.6 * 2.6 / 89);
}

TEST(RandomStar, IsHomogeneousWithoutSlowdown) {
  for (const Worker& worker : build_star("max_slowdown=1,").workers) {
    EXPECT_EQ(worker.speed, 1e9);
    EXPECT_EQ(worker.link.bandwidth, 12.5e6);
  }
}

TEST(RandomStar, TakesTheMastersBandwidthAndPortModel) {
  const Star star = build_star("master_bandwidth=3e6,port_model=multi-port,");
  EXPECT_EQ(star.master_bandwidth, 3e6);
  EXPECT_EQ(star.port_model, PortModel::multi_port);
  EXPECT_EQ(build_star("master_bandwidth=0,base_bandwidth=7e6,").master_bandwidth, 7e6);
}

TEST(RandomStar, DrawsTheSameUnderAnyPortAndMasterAndInProportionToTheBase) {
  const std::vector<double> reference = drawn_of_star(build_star());
  EXPECT_EQ(drawn_of_star(build_star("port_model=multi-port,master_bandwidth=1e6,")), reference);
  const std::vector<double> doubled = drawn_of_star(build_star("base_speed=2e9,base_bandwidth=25e6,"));
  for (std::size_t i = 0; i < reference.size(); ++i) EXPECT_DOUBLE_EQ(doubled[i], 2 * reference[i]);
}

TEST(RandomStar, DiffersBySampleAndSize) {
  EXPECT_EQ(drawn_of_star(build_star("", 3)), drawn_of_star(build_star("", 3)));
  EXPECT_NE(drawn_of_star(build_star("", 3)), drawn_of_star(build_star("", 4)));
  EXPECT_NE(drawn_of_star(build_star("workers=2,"))[0], drawn_of_star(build_star("workers=3,"))[0]);
}

TEST(RandomStar, RefusesParametersOutOfRange) {
  for (const char* wrong : {"workers=0,", "base_speed=0,", "base_bandwidth=-1,", "max_slowdown=0.5,",
                            "master_bandwidth=-1,", "port_model=two-port,"})
    EXPECT_THROW(build_star(wrong), UserError) << wrong;
}

}  // namespace
}  // namespace palio
