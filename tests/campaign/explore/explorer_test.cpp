#include "campaign/explore/explore.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>

#include "core/error.h"
#include "storage/write/result_store.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::HasSubstr;

class ExplorerTest : public testing::Test {
protected:
  // Results of FAST on one platform and so many workloads.
  void store(const std::string& file, std::int64_t workloads) {
    ResultStore store(file, study_info("small"));
    add_samples(store, 1, workloads, 1);
    store.begin_session(session_info(0));
    std::vector<StoredResult> results;
    for (std::int64_t workload = 1; workload <= workloads; ++workload)
      results.push_back(completed({1, workload, 1}, 7));
    store.write(results);
    store.end_session("finished");
  }

  HttpAnswer ask(const std::string& path, const std::string& metric) {
    return explorer_->answer({"GET", "/api/" + path, {{"m", metric}}, {}});
  }

  // The number of the reading that a question about a metric is answered from.
  int reading(const std::string& path, const std::string& metric) {
    const std::string body = ask(path, metric).body;
    EXPECT_THAT(body, HasSubstr("{\"reading\":"));
    return std::stoi(body.substr(body.find(':') + 1));
  }

  void explore() {
    explorer_ = std::make_unique<Explorer>(std::vector<std::filesystem::path>{file_}, CodeOptions(), "");
  }

  TemporaryFolder folder_;
  std::string file_ = folder_.file("campaign.db");
  std::unique_ptr<Explorer> explorer_;
};

// Four metrics stay in memory. The page knows a reading by its number: the one that is read anew must have another one.
TEST_F(ExplorerTest, ReadingOfAMetricThatWasForgottenHasANewNumber) {
  store(file_, 2);
  explore();
  const int before = reading("campaign", "makespan");
  EXPECT_EQ(reading("live", "makespan"), before);
  for (const char* metric : {"efficiency", "unfairness", "max_stretch", "sum_flow"}) reading("view", metric);
  store(file_, 3);
  EXPECT_NE(reading("live", "makespan"), before);
  EXPECT_THAT(ask("campaign", "makespan").body, HasSubstr("\"results\":3"));
}

// Of the five that were asked for, unfairness was asked for longest ago: makespan was asked for again.
TEST_F(ExplorerTest, ForgetsTheMetricThatWasAskedForLongestAgo) {
  store(file_, 2);
  explore();
  const int makespan = reading("campaign", "makespan"), unfairness = reading("campaign", "unfairness"),
            flow = reading("campaign", "sum_flow"), stretch = reading("campaign", "max_stretch");
  EXPECT_EQ(reading("view", "makespan"), makespan);
  const int efficiency = reading("campaign", "efficiency");
  EXPECT_EQ(reading("campaign", "makespan"), makespan);
  EXPECT_EQ(reading("campaign", "sum_flow"), flow);
  EXPECT_EQ(reading("campaign", "max_stretch"), stretch);
  EXPECT_EQ(reading("campaign", "efficiency"), efficiency);
  EXPECT_GT(reading("campaign", "unfairness"), std::max(unfairness, efficiency));
}

// The same inode, size and date of writing, another content: only what is read says so.
TEST_F(ExplorerTest, ACampaignThatIsWrittenOverIsAnotherOne) {
  const std::string other = folder_.file("other.db");
  store(file_, 2);
  explore();
  EXPECT_EQ(ask("digest", "").status, 200U);
  const auto changed = [&] {
    struct stat info {};
    EXPECT_EQ(stat(file_.c_str(), &info), 0);
    return std::pair(info.st_ctim.tv_sec, info.st_ctim.tv_nsec);
  };
  const auto written = std::filesystem::last_write_time(file_);
  store(other, 3);  // its date, in milliseconds, is a later one: the campaign was explored in between
  for (const auto before = changed(); changed() == before;) {
    std::ifstream from(other, std::ios::binary);
    std::ofstream(file_, std::ios::binary | std::ios::in) << from.rdbuf();
  }
  std::filesystem::last_write_time(file_, written);
  for (const char* question : {"live", "digest", "failures", "ranking", "claims"}) {
    const HttpAnswer answer = ask(question, "");
    EXPECT_EQ(answer.status, 400U) << question;
    EXPECT_THAT(answer.body, HasSubstr("is another file now")) << question;
  }
  EXPECT_EQ(ask("view", "efficiency").status, 400U);
  EXPECT_THAT(ask("campaign", "").body, HasSubstr("\"results\":2"));  // what was read before
}

TEST_F(ExplorerTest, ACampaignThatGrowsIsTheSame) {
  store(file_, 2);
  explore();
  const std::string before = ask("digest", "").body;
  store(file_, 3);
  const HttpAnswer after = ask("digest", "");
  EXPECT_EQ(after.status, 200U);
  EXPECT_NE(after.body, before);
}

}  // namespace
}  // namespace palio::test
