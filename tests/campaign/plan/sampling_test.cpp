#include "campaign/plan/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "tests/campaign/restricted_study.h"
#include "tests/support/studies.h"

namespace palio {
namespace {

const Study& paper_study() {
  static const Study study = load_study(std::string(PALIO_STUDIES "/mixed-parallel.toml"));
  return study;
}

// How often each value of a parameter occurs among the platforms or workloads of a sample.
std::map<std::string, int> counts(const Study& study, const std::vector<Instance>& sample, const std::string& name) {
  std::map<std::string, int> found;
  for (const Instance& instance : sample) {
    const Parameters& platform = study.platforms[instance.platform].recipe.parameters;
    const Parameters& workload = study.workloads[instance.workload].recipe.parameters;
    ++found[to_text(platform.contains(name) ? platform.at(name) : workload.at(name))];
  }
  return found;
}

TEST(Sampling, ALargerSampleStartsWithTheSmallerOne) {
  const std::vector<Instance> large = stratified_sample(paper_study(), 3000);
  ASSERT_EQ(large.size(), 3000U);
  for (const std::uint64_t size : {1U, 7U, 250U, 2000U})
    EXPECT_EQ(stratified_sample(paper_study(), size), std::vector<Instance>(large.begin(), large.begin() + size));
}

TEST(Sampling, HasNoInstanceTwiceAndEndsWithTheWholeStudy) {
  const Study study = test::study(test::k_small_study);
  const std::vector<Instance> sample = stratified_sample(study, 1000);
  EXPECT_EQ(sample.size(), 24U);
  EXPECT_EQ(std::set<Instance>(sample.begin(), sample.end()).size(), 24U);
}

TEST(Sampling, IsFixedByTheSeedAlone) {
  Study study = test::study(test::k_small_study);
  const std::vector<Instance> sample = stratified_sample(study, 6);
  EXPECT_EQ(stratified_sample(study, 6), sample);
  study.seed = 6;
  EXPECT_NE(stratified_sample(study, 6), sample);
}

TEST(Sampling, GivesEveryBranchItsShare) {
  // 4 of the 40 configurations have one cluster, 12 each have 2, 4 and 8; a third of the graphs have 10, 20, 50 tasks.
  const std::vector<Instance> sample = stratified_sample(paper_study(), 400);
  const std::map<std::string, int> clusters = counts(paper_study(), sample, "clusters");
  EXPECT_NEAR(clusters.at("1"), 40, 1);
  EXPECT_NEAR(clusters.at("2"), 120, 1);
  EXPECT_NEAR(clusters.at("4"), 120, 1);
  EXPECT_NEAR(clusters.at("8"), 120, 1);
  // Deeper axes are balanced branch by branch, so nearly so over all.
  for (const auto& [tasks, count] : counts(paper_study(), sample, "tasks")) EXPECT_NEAR(count, 400 / 3.0, 20) << tasks;
  for (const auto& [width, count] : counts(paper_study(), sample, "width")) EXPECT_NEAR(count, 400 / 3.0, 40) << width;
  for (const auto& [kind, count] : counts(paper_study(), sample, "complexity")) EXPECT_NEAR(count, 100, 20) << kind;
}

TEST(Sampling, IsUnbiasedOverSeeds) {
  // Over 2,000 seeds every one of the 24 instances should be in a sample of 6 a quarter of the time: 500 +- 5 sigma.
  Study study = test::study(test::k_small_study);
  std::map<Instance, int> found;
  for (std::int64_t seed = 0; seed < 2000; ++seed) {
    study.seed = seed;
    for (const Instance& instance : stratified_sample(study, 6)) ++found[instance];
  }
  ASSERT_EQ(found.size(), 24U);
  const double sigma = std::sqrt(2000 * 0.25 * 0.75);
  for (const auto& [instance, count] : found) EXPECT_NEAR(count, 500, 5 * sigma);
}

TEST(Sampling, VariantsOfOneDrawStayTogether) {
  // The three values of tcp_gamma are met on the same platforms and graphs.
  const Study study = load_study(std::string(PALIO_STUDIES "/mixed-parallel-network.toml"));
  const std::vector<Instance> sample = stratified_sample(study, 30);
  for (std::size_t i = 0; i < sample.size(); i += 3) {
    EXPECT_EQ(sample[i].workload, sample[i + 2].workload);
    std::set<std::string> gammas;
    for (std::size_t k = i; k < i + 3; ++k)
      gammas.insert(to_text(study.platforms[sample[k].platform].recipe.parameters.at("tcp_gamma")));
    EXPECT_EQ(gammas.size(), 3U);
  }
}

// Every seventh and every 1,013th instance of the order of all, and the pairs of variants that share a draw.
TEST(Sampling, FindsThePlacesOfSomeInstances) {
  for (const char* name : {"mixed-parallel", "mixed-parallel-network", "ptg-batch"}) {
    const Study study = load_study(fmt::format("{}/{}.toml", PALIO_STUDIES, name));
    const std::vector<Instance> all = stratified_sample(study, study.instance_count());
    for (const std::size_t step : {7U, 1013U}) {
      std::vector<Instance> some;
      for (std::size_t i = 0; i < all.size(); i += step) some.push_back(all[i]);
      std::vector<Instance> given = some;
      std::ranges::sort(given);
      EXPECT_EQ(stratified_order(study, given), some) << name << ' ' << step;
    }
  }
  EXPECT_TRUE(stratified_order(paper_study(), {}).empty());
}

TEST(Sampling, RestrictedStrategiesLeaveTheOrderAlone) {
  std::string text = test::restricted_text();
  const Study restricted = test::study_with_files(text);
  for (std::size_t at = text.find("\nworkloads ="); at != std::string::npos; at = text.find("\nworkloads ="))
    text.erase(at, text.find('\n', at + 1) - at);
  const Study whole = test::study_with_files(text);
  EXPECT_EQ(whole.scenario_count(), 84U);
  EXPECT_EQ(stratified_sample(restricted, 28), stratified_sample(whole, 28));
}

}  // namespace
}  // namespace palio
