// A metric that came to Palio after a campaign was begun: the campaign stays what it was, and gets it from then on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "tests/end_to_end/support/program.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::HasSubstr;

constexpr std::string_view k_study = R"([study]
name = "old"
seed = 42
[[platform]]
family = "random-multi-cluster"
clusters = 1
min_speed = 1e9
heterogeneity = 1
samples = 2
[[workload]]
family = "random-batch"
batch = 2
task_counts = "10"
samples = 2
[[strategy]]
name = "S"
)";

// Two of the four scenarios are stored by this Palio; a later one knows the metric "later" (tests/support).
class MetricOfALaterVersionTest : public testing::Test {
protected:
  MetricOfALaterVersionTest() {
    study_ = folder_.write("old.toml", k_study);
    std::filesystem::create_directory(folder_.file("later"));
    std::filesystem::create_symlink(LATER_WORKER_PATH, folder_.file("later/palio-worker"));
    EXPECT_EQ(palio({"run", study_, "--db", file_, "--sample", "2", "-q"}).status, 0);
  }

  test::Finished palio(const std::vector<std::string>& arguments) { return test::palio(folder_.file(""), arguments); }
  test::Finished later(const std::vector<std::string>& arguments) {
    return test::palio(folder_.file("later"), arguments, {"sh", "-c", "shift; exec " LATER_PALIO_PATH " \"$@\"", "sh"});
  }

  static std::string digest(const test::Finished& finished) { return finished.out.substr(0, 32); }

  test::TemporaryFolder folder_;
  std::string study_;
  std::string file_ = folder_.file("old.db");
};

TEST_F(MetricOfALaterVersionTest, IsListedShownAsNullAndWrittenNowhereByWhoeverReads) {
  EXPECT_THAT(later({"list", "metrics", "later"}).out, HasSubstr("made up for a test"));
  const auto written = std::filesystem::last_write_time(file_);
  EXPECT_EQ(later({"query", file_, "SELECT count(*) AS n, count(later) AS m FROM results", "--format", "csv"}).out,
            "n,m\n2,0\n");
  EXPECT_EQ(later({"query", file_, "@summary", "--metric", "later"}).status, 0);
  EXPECT_THAT(later({"export", file_, "--table", "results", "--format", "csv", "-o", "-"}).out, HasSubstr(",later,"));
  EXPECT_EQ(later({"report", file_, "-o", folder_.file("r.html")}).status, 0);
  const test::Finished check = later({"check", file_});
  EXPECT_EQ(check.status, 0) << check.out;
  EXPECT_EQ(digest(later({"digest", file_})), digest(palio({"digest", file_})));
  EXPECT_EQ(std::filesystem::last_write_time(file_), written);
  EXPECT_EQ(palio({"check", file_}).status, 0);
}

TEST_F(MetricOfALaterVersionTest, IsNoDifferenceToWhatASessionStoredThatDidNotKnowIt) {
  const test::Finished audit = later({"audit", file_, "--sample", "100%", "-q"});
  EXPECT_EQ(audit.status, 0) << audit.out << audit.err;
  EXPECT_THAT(audit.err, HasSubstr("2 equal to the last bit, 0 different"));
  const std::string ids = palio({"query", file_, "SELECT scenario FROM results", "--format", "csv"}).out;
  const std::string id = ids.substr(ids.find('\n') + 1, 38);  // three keys of 12 digits
  EXPECT_THAT(later({"replay", file_, id}).out, HasSubstr("Equal to the stored result"));
  const std::string other = folder_.file("other.db");
  EXPECT_EQ(later({"run", study_, "--db", other, "--sample", "2", "-q"}).status, 0);
  const test::Finished diff = later({"diff", file_, other});
  EXPECT_EQ(diff.status, 0) << diff.out;
  EXPECT_EQ(later({"diff", other, file_}).status, 0);
}

TEST_F(MetricOfALaterVersionTest, IsStoredWithWhatIsRunFromThenOn) {
  const test::Finished run = later({"run", study_, "--db", file_, "-q"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(later({"query", file_,
                   "SELECT count(*) AS n, count(later) AS m, sum(later = processors_used + 1) AS k FROM results",
                   "--format", "csv"})
                .out,
            "n,m,k\n4,2,2\n");
  EXPECT_EQ(later({"check", file_}).status, 0);
  EXPECT_EQ(later({"audit", file_, "--sample", "100%", "-q"}).status, 0);
  EXPECT_EQ(later({"report", file_, "--metric", "later", "-o", folder_.file("r.html")}).status, 0);
}

// A value that the session did know counts.
TEST_F(MetricOfALaterVersionTest, ThatIsLostIsFoundByCheckAndAudit) {
  EXPECT_EQ(later({"run", study_, "--db", file_, "-q"}).status, 0);
  ASSERT_EQ(std::system(("sqlite3 " + file_ + " 'UPDATE result SET later = NULL'").c_str()), 0);
  EXPECT_THAT(later({"check", file_}).out, HasSubstr("changed after it was stored"));
  const test::Finished audit = later({"audit", file_, "--sample", "100%", "-q"});
  EXPECT_THAT(audit.err, HasSubstr("2 equal to the last bit, 2 different"));
}

TEST_F(MetricOfALaterVersionTest, IsKeptByAPalioThatDoesNotKnowIt) {
  EXPECT_EQ(later({"run", study_, "--db", file_, "-q"}).status, 0);
  EXPECT_EQ(digest(palio({"digest", file_})), digest(later({"digest", file_})));
  EXPECT_EQ(palio({"check", file_}).status, 0);
  EXPECT_EQ(palio({"audit", file_, "--sample", "100%", "-q"}).status, 0);
  EXPECT_EQ(palio({"resume", file_, "-q"}).status, 0);
  EXPECT_THAT(palio({"export", file_, "--table", "results", "--format", "csv", "-o", "-"}).out, HasSubstr(",later,"));
}

}  // namespace
}  // namespace palio
