#include "workloads/families/parts/batch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/error.h"
#include "tests/support/error_of.h"
#include "tests/workloads/batch_cases.h"

namespace palio {
namespace {

using test::batch_recipe;
using test::build_batch;
using test::dump;

std::vector<double> dates(const Workload& workload) {
  std::vector<double> all;
  for (const Application& application : workload.applications) all.push_back(application.release_date);
  return all;
}

std::vector<double> dates(int batch, std::string_view arrivals) {
  return dates(build_batch("strassen-batch", batch, 0, arrivals));
}

std::string arrivals_error(std::string_view arrivals) {
  return test::error_of([&] { dates(3, arrivals); });
}

class BatchesWithArrivals : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, BatchesWithArrivals,
                         testing::Values("random-batch", "fft-batch", "strassen-batch",
                                         "random-ptg:tasks=10,width=0.5,regularity=0.5,density=0.5,jump=1,"
                                         "complexity=mixed"));

Workload build_arriving_batch(const std::string& family, const std::string& arrivals) {
  const Recipe recipe = parse_recipe(
      fmt::format("{}{}batch=4,sample=0,seed=1{}", family, family.find(':') == std::string::npos ? ":" : ",", arrivals),
      workload_family(recipe_name(family)).parameters);
  return build_batch(recipe);
}

TEST_P(BatchesWithArrivals, HaveTheGraphsOfThoseReleasedTogether) {
  const Workload together = build_arriving_batch(GetParam(), "");
  EXPECT_EQ(dates(together), (std::vector<double>{0, 0, 0, 0}));
  const Workload drawn = build_arriving_batch(GetParam(), ",arrivals=poisson,mean_gap=30");
  const Workload listed = build_arriving_batch(GetParam(), ",arrivals=listed,release_dates=\"0 1.5 1.5 20\"");
  EXPECT_EQ(dates(listed), (std::vector<double>{0, 1.5, 1.5, 20}));
  EXPECT_GT(drawn.applications[3].release_date, 0);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(dump(drawn.applications[i].graph), dump(together.applications[i].graph));
    EXPECT_EQ(dump(listed.applications[i].graph), dump(together.applications[i].graph));
  }
}

TEST(Arrivals, AreNoPartOfARecipeThatDoesNotNameThem) {
  EXPECT_EQ(canonical_text(batch_recipe("strassen-batch", 2, 0)),
            "strassen-batch:alpha_max=0.25,batch=2,data_factor=1,sample=0,seed=2009");
  EXPECT_EQ(canonical_text(batch_recipe("strassen-batch", 2, 0, "arrivals=poisson,mean_gap=1e2")),
            "strassen-batch:alpha_max=0.25,arrivals=poisson,batch=2,data_factor=1,mean_gap=100,sample=0,seed=2009");
}

// A gap is -ln(1 - u) or e^(dz - dd/2) times its mean, of the draws of the stream in their order.
TEST(Arrivals, AreGapsOfTheStreamAfterAReleaseAtZero) {
  RandomStream uniform = test::stream_of(batch_recipe("strassen-batch", 5, 0), "arrivals");
  RandomStream normal = test::stream_of(batch_recipe("strassen-batch", 5, 0), "arrivals");
  const std::vector<double> poisson = dates(5, "arrivals=poisson,mean_gap=20");
  const std::vector<double> log_normal = dates(5, "arrivals=log-normal,mean_gap=20,gap_deviation=0.5");
  EXPECT_EQ(poisson[0], 0);
  EXPECT_EQ(log_normal[0], 0);
  for (std::size_t i = 1; i < 5; ++i) {
    EXPECT_NEAR(poisson[i] - poisson[i - 1], -20 * std::log(1 - uniform.uniform_real(0, 1)), 1e-11);
    EXPECT_NEAR(log_normal[i] - log_normal[i - 1], 20 * std::exp(0.5 * normal.normal() - 0.125), 1e-11);
  }
}

// Of n gaps the mean deviates by 1/sqrt(n) of an exponential one, by sqrt(e - 1)/sqrt(n) of a log-normal one with
// deviation 1: 0.01 and 0.013 with 9,999 of them. A quarter of exponential gaps is below ln(4/3) means, half of
// log-normal ones below e^(-1/2); either share deviates by 0.005.
TEST(Arrivals, HaveTheirMeanAndShape) {
  const auto check = [](const std::vector<double>& dates, double quantile, double share) {
    EXPECT_NEAR(dates.back() / (60 * 9999), 1, 0.05);
    int below = 0;
    for (std::size_t i = 1; i < dates.size(); ++i) below += dates[i] - dates[i - 1] < 60 * quantile ? 1 : 0;
    EXPECT_NEAR(below / 9999.0, share, 0.02);
  };
  check(dates(10000, "arrivals=poisson,mean_gap=60"), std::log(4.0 / 3), 0.25);
  check(dates(10000, "arrivals=log-normal,mean_gap=60,gap_deviation=1"), std::exp(-0.5), 0.5);
}

TEST(Arrivals, WithoutDeviationAreRegular) {
  const std::vector<double> regular = dates(3, "arrivals=log-normal,mean_gap=60,gap_deviation=0");
  EXPECT_NEAR(regular[1], 60, 1e-12);
  EXPECT_NEAR(regular[2], 120, 1e-12);
}

TEST(Arrivals, OfTwiceTheGapComeAtTwiceTheDates) {
  for (const std::string process : {"arrivals=poisson", "arrivals=log-normal,gap_deviation=2"}) {
    const std::vector<double> once = dates(6, process + ",mean_gap=10"), twice = dates(6, process + ",mean_gap=20");
    for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(twice[i], 2 * once[i]);
  }
}

TEST(Arrivals, ThatAreListedMayBeMoreThanTheBatch) {
  EXPECT_EQ(dates(2, "arrivals=listed,release_dates=\"3 5 7\""), (std::vector<double>{3, 5}));
}

TEST(Arrivals, AreRefusedWithParametersThatTheyLackOrDoNotHave) {
  EXPECT_EQ(arrivals_error("mean_gap=5"), "parameter \"mean_gap\" of strassen-batch is given without arrivals");
  EXPECT_EQ(arrivals_error("arrivals=poisson"),
            "parameter \"mean_gap\" of strassen-batch is missing: arrivals \"poisson\" need it");
  EXPECT_EQ(arrivals_error("arrivals=log-normal,mean_gap=5"),
            "parameter \"gap_deviation\" of strassen-batch is missing: arrivals \"log-normal\" need it");
  EXPECT_EQ(arrivals_error("arrivals=poisson,mean_gap=5,gap_deviation=1"),
            "parameter \"gap_deviation\" of strassen-batch does not go with arrivals \"poisson\": leave it out");
}

TEST(Arrivals, AreRefusedWhereAGapIsNoPositiveNumber) {
  for (const std::string gap : {"0", "-5", "nan", "inf"})
    EXPECT_EQ(arrivals_error("arrivals=poisson,mean_gap=" + gap),
              "parameter \"mean_gap\" of strassen-batch is " + gap + ", outside (0, 1000000000] s");
  EXPECT_EQ(arrivals_error("arrivals=poisson,mean_gap=soon"),
            "parameter \"mean_gap\" of strassen-batch must be a number, not \"soon\"");
}

TEST(Arrivals, AreRefusedWhereListedDatesAreNone) {
  const auto listed = [](const std::string& dates) {
    return arrivals_error("arrivals=listed,release_dates=\"" + dates + "\"");
  };
  EXPECT_EQ(listed("0 5"), "release_dates of strassen-batch lists 2 dates for a batch of 3 graphs");
  EXPECT_EQ(listed("0 9 5"), "release_dates of strassen-batch must ascend, but 9 s stands before 5 s");
  for (const std::string date : {"-1", "nan", "inf"})
    EXPECT_EQ(listed("0 1 " + date),
              "parameter \"release_dates\" of strassen-batch is " + date + ", outside [0, 1000000000000] s");
  EXPECT_EQ(listed("0 1 late"), "parameter \"release_dates\" of strassen-batch must be a number, not \"late\"");
}

}  // namespace
}  // namespace palio
