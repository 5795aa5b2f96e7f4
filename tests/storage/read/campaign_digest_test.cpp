#include "storage/read/campaign_digest.h"

#include <cmath>
#include <ranges>

#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

// A result of the scenario star(hosts), chain(tasks), fast(threshold), by parameters instead of ids.
struct Result {
  std::int64_t hosts, tasks;
  double threshold;
  StoredResult result;
};

Outcome& outcome_of(Result& result) { return result.result.result.outcome; }
MetricValues& metrics_of(Result& result) { return std::get<Completed>(outcome_of(result)).metrics; }

// Three completed scenarios, the last one with two applications, and a failed one.
std::vector<Result> sample() {
  return {{1, 1, 0.5, completed({}, 10)},
          {2, 1, 0.5, completed({}, 20)},
          {1, 2, 1.5, completed({}, 30, {{0, 0, 4}, {1, 2, 30}})},
          {2, 2, 1.5, failed({}, FailureKind::timeout, "longer than 5 s")}};
}

class CampaignDigestTest : public StorageTest {
protected:
  // A new campaign that got these results one by one, with the dimensions that each needs.
  CampaignDigest digest(std::vector<Result> results) {
    const std::string file = folder_.file(std::to_string(++campaigns_) + ".db");
    ResultStore store(file, study_info("first"));
    store.begin_session(session_info());
    for (Result& result : results) {
      result.result.id = {store.add_platforms(std::vector{star(result.hosts, 7)}).front(),
                          store.add_workloads(std::vector{chain(result.tasks, 1)}).front(),
                          store.add_strategies(std::vector{fast(result.threshold)}).front()};
      store.write({&result.result, 1});
    }
    return digest_campaign(file);
  }
  Digest value(std::vector<Result> results) { return digest(std::move(results)).digest; }

  // The digest of the sample when `change` was made to one of its results.
  template <class Change>
  Digest changed(std::size_t index, Change change) {
    std::vector<Result> results = sample();
    change(results[index]);
    return value(results);
  }

  int campaigns_ = 0;
};

TEST_F(CampaignDigestTest, CountsWhatItSaw) {
  const CampaignDigest digest = this->digest(sample());
  EXPECT_EQ(digest.scenarios(), 4);
  EXPECT_EQ(digest.completed, 3);
  EXPECT_EQ(digest.failed, 1);
}

TEST_F(CampaignDigestTest, OfNoResultsIsZero) {
  EXPECT_EQ(value({}), Digest());
  EXPECT_EQ(digest({}).scenarios(), 0);
}

TEST_F(CampaignDigestTest, OrderAndIdsDoNotCount) {
  std::vector<Result> backwards = sample();
  std::ranges::reverse(backwards);
  EXPECT_EQ(value(backwards), value(sample()));
}

TEST_F(CampaignDigestTest, AttemptsCostsAndMessagesDoNotCount) {
  const Digest expected = value(sample());
  EXPECT_EQ(changed(0, [](Result& r) { r.result.attempt = 3; }), expected);
  EXPECT_EQ(changed(0, [](Result& r) { r.result.result.cost = {1, 2, 3, 4}; }), expected);
  EXPECT_EQ(changed(3, [](Result& r) { std::get<Failure>(outcome_of(r)).message = "another limit"; }), expected);
  std::vector<Result> retried = sample();
  retried.insert(retried.begin(), {1, 1, 0.5, failed({}, FailureKind::crashed, "first attempt")});
  retried[1].result.attempt = 2;
  EXPECT_EQ(value(retried), expected);
}

TEST_F(CampaignDigestTest, SessionsDoNotCount) {
  const Digest expected = value(sample());
  const std::string file = folder_.file(std::to_string(campaigns_) + ".db");
  ResultStore(file, study_info("first")).begin_session(session_info());
  EXPECT_EQ(digest_campaign(file).digest, expected);
}

TEST_F(CampaignDigestTest, TheLastBitOfEveryMetricCountsUnlessItCameAfterPublishedDigests) {
  const Digest expected = value(sample());
  for (const MetricInfo& info : metric_table()) {
    if (!info.follows.empty()) continue;  // those it follows from are covered
    const auto next_value = [&](Result& r) {
      double& metric = metrics_of(r)[info];
      metric = info.type == MetricType::integer ? metric + 1 : std::nextafter(metric, 1e9);
    };
    EXPECT_EQ(changed(0, next_value) != expected, info.in_digest == InDigest::yes) << info.name;
  }
}

TEST_F(CampaignDigestTest, ZeroIsNotNothing) {
  const auto with = [&](double flex) { return changed(0, [&](Result& r) { metrics_of(r)["flex_differs"] = flex; }); };
  EXPECT_NE(with(0), with(std::numeric_limits<double>::quiet_NaN()));
}

TEST_F(CampaignDigestTest, TheSameValueOfAnotherMetricCounts) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const auto with = [&](double used, double clusters) {
    return changed(0, [&](Result& r) {
      metrics_of(r)["processors_used"] = used;
      metrics_of(r)["clusters_used"] = clusters;
    });
  };
  EXPECT_NE(with(3, none), with(none, 3));
}

TEST_F(CampaignDigestTest, EveryOutcomeWordCounts) {
  const Digest expected = value(sample());
  EXPECT_NE(changed(3, [](Result& r) { std::get<Failure>(outcome_of(r)).kind = FailureKind::deadlock; }), expected);
  EXPECT_NE(changed(3, [](Result& r) { r.result = completed({}, 1); }), expected);
}

TEST_F(CampaignDigestTest, DatesAndPlacesOfApplicationsCount) {
  const Digest expected = value(sample());
  const auto applications = [](Result & r) -> auto& { return std::get<Completed>(outcome_of(r)).applications; };
  EXPECT_NE(changed(2, [&](Result& r) { applications(r)[1].finish = std::nextafter(30.0, 31.0); }), expected);
  EXPECT_NE(changed(2, [&](Result& r) { std::swap(applications(r)[0], applications(r)[1]); }), expected);
  EXPECT_NE(changed(2, [&](Result& r) { applications(r).clear(); }), expected);
}

TEST_F(CampaignDigestTest, WhichScenarioHasAResultCounts) {
  const Digest expected = value(sample());
  EXPECT_NE(changed(0, [](Result& r) { r.hosts = 3; }), expected);
  EXPECT_NE(changed(0, [](Result& r) { r.tasks = 3; }), expected);
  EXPECT_NE(changed(0, [](Result& r) { r.threshold = 2.5; }), expected);
  std::vector<Result> swapped = sample();
  std::swap(swapped[0].result, swapped[1].result);
  EXPECT_NE(value(swapped), expected);
  std::vector<Result> fewer = sample();
  fewer.pop_back();
  EXPECT_NE(value(fewer), expected);
}

TEST_F(CampaignDigestTest, NeedsACampaign) {
  EXPECT_THROW(digest_campaign(folder_.file("none.db")), UserError);
  EXPECT_THROW(digest_campaign(folder_.write("notes.db", "no campaign")), UserError);
}

}  // namespace
}  // namespace palio::test
