#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/end_to_end/support/command_test.h"

namespace palio {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class ReportCommand : public test::CommandTest {};

TEST_F(ReportCommand, AReportIsAPage) {
  const std::string database = folder_.file("c.db");
  ASSERT_EQ(palio({"run", study_, "--db", database, "--sample", "1", "-q"}).status, 0);
  for (const std::string name : {"x.pdf", "report"}) {
    const test::Finished refused = palio({"report", database, "-o", folder_.file(name)});
    EXPECT_EQ(refused.status, 1);
    EXPECT_THAT(refused.err, HasSubstr("a report is written as .html"));
    EXPECT_FALSE(std::filesystem::exists(folder_.file(name)));
  }
  EXPECT_EQ(palio({"report", database, "-o", "/dev/null"}).status, 0);
}

TEST_F(ReportCommand, AReportHasNoWidthAndFont) {
  const std::string database = folder_.file("c.db"), page = folder_.file("page.html");
  ASSERT_EQ(palio({"run", study_, "--db", database, "--sample", "1", "-q"}).status, 0);
  const auto refusal = [&](const std::string& option, const std::string& value) {
    const test::Finished refused = palio({"report", database, "-o", page, option, value});
    EXPECT_EQ(refused.status, 1) << option;
    EXPECT_FALSE(std::filesystem::exists(page)) << option;
    return refused.err;
  };
  EXPECT_THAT(refusal("--width", "88mm"), HasSubstr("--width applies to a figure: add --figure ID"));
  EXPECT_THAT(refusal("--font-size", "8"), HasSubstr("--font-size and --font go with --width"));
  EXPECT_THAT(refusal("--font-size", "0pt"),
              HasSubstr("--font-size 0pt: write a positive number of points, as in 8pt"));
  EXPECT_THAT(refusal("--font-size", "8em"), HasSubstr("--font-size 8em: write a positive number of points"));
  EXPECT_THAT(refusal("--font", "serif"), HasSubstr("--font-size and --font go with --width"));
}

// The study has 24 instances.
TEST_F(ReportCommand, ASampleOfAllIsNone) {
  const std::string database = folder_.file("c.db"), page = folder_.file("page.html");
  const auto read = [&] {
    EXPECT_EQ(palio({"report", database, "-o", page}).status, 0);
    std::ifstream in(page);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  ASSERT_EQ(palio({"run", study_, "--db", database, "--sample", "23", "-q"}).status, 0);
  EXPECT_THAT(palio({"status", database}).out, HasSubstr("46 wanted (a sample of 23 instances)"));
  EXPECT_THAT(read(), HasSubstr("a sample of 23 instances"));
  ASSERT_EQ(palio({"run", study_, "--db", database, "--sample", "60", "-q"}).status, 0);
  EXPECT_THAT(palio({"status", database}).out, AllOf(HasSubstr("48 wanted\n"), Not(HasSubstr("a sample"))));
  EXPECT_THAT(read(), Not(HasSubstr("a sample of")));
}

TEST_F(ReportCommand, LeavesAloneWhatItDoesNotWrite) {
  const std::string database = folder_.file("c.db");
  ASSERT_EQ(palio({"run", study_, "--db", database, "--sample", "2", "-q"}).status, 0);
  const std::string file = folder_.write("p.csv", "old"), mine = folder_.write("link.csv.part", "mine");
  const std::string link = folder_.file("link.csv");
  std::filesystem::create_symlink(file, link);
  const test::Finished figure = palio({"report", database, "--figure", "profile", "-o", link});
  EXPECT_EQ(figure.status, 1);
  EXPECT_THAT(figure.err, HasSubstr("cannot write " + link + ": it is a link to " + file));
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(std::filesystem::file_size(file), 3U);
  EXPECT_EQ(std::filesystem::file_size(mine), 4U);
  std::filesystem::create_directory(folder_.file("folder"));
  const test::Finished folder = palio({"report", database, "-o", folder_.file("folder")});
  EXPECT_EQ(folder.status, 1);
  EXPECT_THAT(folder.err, HasSubstr("cannot write " + folder_.file("folder") + ": Is a directory"));
}

TEST_F(ReportCommand, TakesAMetricAndFiguresOfOnesOwn) {
  const std::string database = folder_.file("c.db");
  ASSERT_EQ(palio({"run", study_, "--db", database, "--sample", "2", "-q"}).status, 0);
  const std::string mine =
      folder_.write("mine.sql",
                    "-- figure: mine\n-- title: By {metric}\n-- chart: bar\n"
                    "SELECT strategy AS x, count(*) AS y FROM results GROUP BY strategy;\n"
                    "-- figure: wrong\n-- title: T\n-- chart: bar\nSELECT strategy AS x, makespn AS y FROM results;\n");
  const test::Finished figure = palio({"report", database, "--figures", mine, "--metric", "efficiency", "--figure",
                                       "mine", "-o", folder_.file("mine.csv")});
  EXPECT_EQ(figure.status, 0) << figure.err;
  const test::Finished wrong = palio({"report", database, "--figures", mine, "-o", folder_.file("page.html")});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_THAT(wrong.err, HasSubstr(mine + ":5: figure wrong: "));
  EXPECT_THAT(wrong.err, HasSubstr("did you mean \"makespan\"?"));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("page.html")));
  const test::Finished over = palio({"report", database, "--figures", mine, "-o", mine});
  EXPECT_EQ(over.status, 1);
  EXPECT_THAT(over.err, HasSubstr("is the file of --figures"));
  EXPECT_THAT(palio({"report", database, "--metric", "makspan", "-o", folder_.file("page.html")}).err,
              HasSubstr("did you mean \"makespan\""));
}

TEST_F(ReportCommand, OfSeveralCampaignsIsOnePage) {
  const std::string a = folder_.file("a.db"), b = folder_.file("b.db"), page = folder_.file("page.html");
  for (const auto& [file, sample] : {std::pair{a, "2"}, {b, "3"}})
    ASSERT_EQ(palio({"run", study_, "--db", file, "--sample", sample, "-q", "--engine", "fluid"}).status, 0);
  const test::Finished report = palio({"report", a, b, "-o", page});
  EXPECT_EQ(report.status, 0) << report.err;
  std::ifstream in(page);
  EXPECT_THAT(std::string(std::istreambuf_iterator<char>(in), {}), HasSubstr("HCPA in " + b));
  EXPECT_EQ(palio({"report", a, b, "--figure", "profile", "-o", folder_.file("p.csv")}).status, 0);
  const auto refusal = [&](std::vector<std::string> files, const std::string& output) {
    files.insert(files.begin(), "report");
    files.insert(files.end(), {"-o", output});
    const test::Finished refused = palio(files);
    EXPECT_EQ(refused.status, 1);
    return refused.err;
  };
  EXPECT_THAT(refusal({a, b, a}, page), HasSubstr(a + " is given twice"));
  EXPECT_THAT(refusal({a, study_}, page), HasSubstr(study_ + " is not a Palio campaign"));
  EXPECT_THAT(refusal({a, b}, b), HasSubstr("is the campaign itself"));
  const std::string c = folder_.file("c.db"), bags = PALIO_SOURCE_DIR "/tests/campaign/study/realistic/bags.toml";
  ASSERT_EQ(palio({"run", bags, "--db", c, "--sample", "1", "-q"}).status, 0);
  EXPECT_THAT(refusal({a, c}, page), HasSubstr(a + " is about task graphs, and " + c + " about bags of tasks, which"));
}

// Only those that have no kind of application in common are refused.
TEST_F(ReportCommand, OfSeveralCampaignsTakesTwoOfBothKinds) {
  folder_.write("both.toml", R"([study]
name = "both"
seed = 1
engine = "fluid"
[[platform]]
family = "one-cluster"
cluster_processors = 8
speed = 1e9
[[platform]]
family = "random-star"
workers = 4
samples = 1
[[workload]]
family = "chains"
samples = 1
[[workload]]
family = "bags-of-tasks"
applications = 2
load = 1
samples = 1
[[strategy]]
name = "HEFT"
platforms = "platform_family = 'one-cluster'"
workloads = "workload_family = 'chains'"
[[strategy]]
name = "FIFO-RR"
platforms = "platform_family = 'random-star'"
workloads = "workload_family = 'bags-of-tasks'"
)");
  const std::string a = folder_.file("a.db"), b = folder_.file("b.db");
  for (const std::string& file : {a, b})
    ASSERT_EQ(palio({"run", folder_.file("both.toml"), "--db", file, "-q"}).status, 0);
  const test::Finished report = palio({"report", a, b, "-o", folder_.file("page.html")});
  EXPECT_EQ(report.status, 0) << report.err;
}

// A metric in the study is about reports alone: the same digest, and nothing to run where it is added.
TEST_F(ReportCommand, IsAboutTheMetricThatTheStudyNames) {
  const std::string database = folder_.file("c.db");
  ASSERT_EQ(palio({"run", study_, "--db", database, "-q"}).status, 0);
  const std::string digest = palio({"digest", database}).out;
  const auto title = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"report", database, "--figure", "list"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return palio(arguments).out;
  };
  EXPECT_THAT(title({}), HasSubstr("profile of the makespan"));
  std::string text(test::k_small_study);
  text.insert(text.find("seed = 5"), "metric = \"efficiency\"\n");
  folder_.write("small.toml", text);
  EXPECT_THAT(palio({"run", study_, "--db", database}).err, HasSubstr("nothing is missing"));
  EXPECT_EQ(palio({"digest", database}).out, digest);
  EXPECT_THAT(title({}), HasSubstr("profile of the efficiency"));
  EXPECT_THAT(title({"--metric", "makespan"}), HasSubstr("profile of the makespan"));
  EXPECT_EQ(palio({"resume", database, "-q"}).status, 0);
  EXPECT_THAT(title({}), HasSubstr("profile of the efficiency"));
}

}  // namespace
}  // namespace palio
