#include "core/outcome.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <cmath>
#include <csignal>
#include <set>

#include "core/error.h"
#include "core/metrics.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

// Those that came after digests had been published.
TEST(MetricTable, LeavesLaterMetricsOutOfDigests) {
  std::vector<std::string_view> left_out;
  for (const MetricInfo& info : metric_table())
    if (info.in_digest == InDigest::no) left_out.push_back(info.name);
  EXPECT_EQ(left_out, (std::vector<std::string_view>{"lower_bound", "bound_ratio", "least_path", "slr", "speedup",
                                                     "reference", "gap", "throughput"}));
}

TEST(MetricTable, HasNamesThatNeedNoQuotesInSqlEachOnce) {
  std::set<std::string_view> names;
  for (const MetricInfo& info : metric_table()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_EQ(info.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789"), std::string_view::npos)
        << info.name;
    EXPECT_TRUE(std::islower(static_cast<unsigned char>(info.name.front()))) << info.name;
  }
}

TEST(MetricTable, SaysWhatEachMetricMeans) {
  for (const MetricInfo& info : metric_table()) EXPECT_FALSE(info.meaning.empty()) << info.name;
}

TEST(MetricTable, KnowsWhatIsBetter) {
  const auto better = [](std::string_view metric) { return find_metric(metric)->better; };
  EXPECT_EQ(better("makespan"), Better::less);
  EXPECT_EQ(better("unfairness"), Better::less);
  EXPECT_EQ(better("efficiency"), Better::more);
  EXPECT_EQ(better("average_slowdown"), Better::more);  // 1 is best
  EXPECT_EQ(better("processors"), Better::neither);
}

TEST(MetricValues, AreMissingUntilTheyAreSet) {
  MetricValues values;
  for (const MetricInfo& info : metric_table()) EXPECT_TRUE(std::isnan(values[info]));
  values["makespan"] = 12;
  EXPECT_EQ(values["makespan"], 12);
  EXPECT_TRUE(std::isnan(values["predicted_makespan"]));
  EXPECT_EQ(values[*find_metric("makespan")], 12);
}

TEST(MetricValues, NameWhatIsNoMetric) {
  MetricValues values;
  EXPECT_THAT([&] { values["makespam"] = 1; }, ThrowsMessage<InternalError>(HasSubstr("no metric \"makespam\"")));
}

// The words are stored: a change would make old databases unreadable.
constexpr std::array<std::string_view, 12> k_words{"crashed",     "exited",   "exception",      "invalid_schedule",
                                                   "no_schedule", "deadlock", "timeout",        "out_of_memory",
                                                   "worker_lost", "protocol", "engines_differ", "answers_differ"};

TEST(FailureWords, AreTheStoredOnesAndReadBack) {
  for (std::size_t i = 0; i < k_words.size(); ++i) {
    EXPECT_EQ(to_text(static_cast<FailureKind>(i)), k_words[i]);
    EXPECT_EQ(failure_kind(k_words[i]), static_cast<FailureKind>(i));
  }
}

// A lost worker, SIGKILL and SIGTERM come from outside; what a scenario does itself comes each time.
TEST(Outcomes, ThatWereEndedFromOutsideAreKnown) {
  EXPECT_TRUE(was_killed(Failure{FailureKind::worker_lost, 0, "", ""}));
  EXPECT_TRUE(was_killed(Failure{FailureKind::crashed, SIGKILL, "", ""}));
  EXPECT_TRUE(was_killed(Failure{FailureKind::crashed, SIGTERM, "", ""}));
  EXPECT_FALSE(was_killed(Failure{FailureKind::crashed, SIGSEGV, "", ""}));
  EXPECT_FALSE(was_killed(Failure{FailureKind::exited, 0, "", ""}));
  EXPECT_FALSE(was_killed(Failure{FailureKind::out_of_memory, SIGKILL, "", ""}));
  EXPECT_FALSE(was_killed(Completed{}));
}

TEST(FailureWords, OthersAreUnknown) {
  for (const char* word : {"", "completed", "Crashed", "crash"}) EXPECT_EQ(failure_kind(word), std::nullopt);
}

}  // namespace
}  // namespace palio
