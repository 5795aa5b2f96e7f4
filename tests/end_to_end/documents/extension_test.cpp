// Palio's SQL functions in other programs: the extension in SQLite's shell, Python and R.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "storage/read/campaign_reader.h"
#include "tests/end_to_end/support/command_test.h"

#ifdef PALIO_EXTENSION  // sanitizers leave it out

namespace palio::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string k_library = PALIO_EXTENSION;

// Questions of a study, each in at most five lines.
constexpr auto k_questions = std::to_array<const char*>({
    // Which strategy is best on average, and how sure is that of other platforms and graphs?
    R"(SELECT strategy, avg(makespan), confidence(makespan, platform, workload)
FROM results GROUP BY strategy ORDER BY 2)",
    // By how much does one beat the other on the same instances, and do they differ?
    R"(SELECT mean_ratio(a.makespan, b.makespan), wins(a.makespan, b.makespan), losses(a.makespan, b.makespan),
       wilcoxon(a.makespan, b.makespan)
FROM results a JOIN results b USING (platform, workload)
WHERE a.strategy = 'HCPA' AND b.strategy = 'M-HEFT-MAX')",
    // How far is each from the best of the instance, typically and at worst?
    R"(SELECT label, median(factor), quantile(factor, 0.95), max(factor)
FROM contest('makespan') JOIN strategy ON id = strategy_id GROUP BY id ORDER BY label)",
    // How often does each use half of the processors, as a share with its interval?
    R"(SELECT strategy, sum(efficiency >= 0.5), share_low(sum(efficiency >= 0.5), count(*)),
       share_high(sum(efficiency >= 0.5), count(*))
FROM results GROUP BY strategy ORDER BY 1)",
    // Which parameter explains most of the ratio of the two?
    R"(SELECT effect, value FROM effects('makespan of HCPA / M-HEFT-MAX')
WHERE part = 'axis' ORDER BY value DESC, effect LIMIT 1)",
});

// The cells of CSV without a header; numbers with 12 digits, as the clients print more or fewer.
std::vector<std::string> cells(std::string csv) {
  std::erase_if(csv, [](char c) { return c == '"' || c == '\r'; });
  std::ranges::replace(csv, '\n', ',');
  std::vector<std::string> cells;
  std::istringstream in(csv);
  for (std::string cell; std::getline(in, cell, ',');) {
    char* end = nullptr;
    const double number = std::strtod(cell.c_str(), &end);
    cells.push_back(cell.empty() || *end != '\0' ? cell : fmt::format("{:.12g}", number));
  }
  return cells;
}

class ExtensionTest : public CommandTest {
protected:
  ExtensionTest() { EXPECT_EQ(palio({"run", study_, "--db", database_, "-q"}).status, 0); }

  // Exit status and output of a command in the folder of the campaign.
  Finished shell(const std::string& command) {
    const int status = std::system(fmt::format("cd '{}' && {} >out 2>err", folder_.file(""), command).c_str());
    return {status, content(folder_.file("out")), content(folder_.file("err"))};
  }

  // SQLite's shell with the extension. -bail: an error is its exit status.
  Finished sqlite(const std::string& database, const std::string& sql) {
    folder_.write("q.sql", sql + ";");
    return shell(fmt::format("sqlite3 -readonly -bail -csv '{}' '.load {}' '.read q.sql'", database, k_library));
  }

  Finished python(const std::string& program) {
    folder_.write("q.py", program);
    return shell("PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='" + modules_ + "' /usr/bin/python3 q.py");
  }

  std::vector<std::string> palio_cells(const std::string& sql) {
    const std::string csv = palio({"query", database_, sql, "--format", "csv"}).out;
    return cells(csv.substr(csv.find('\n') + 1));
  }

  std::string database_ = folder_.file("small.db");
  std::string modules_ = k_library.substr(0, k_library.rfind('/')) + "/python3/dist-packages";
};

TEST_F(ExtensionTest, TheShellAnswersAsPalioDoes) {
  for (const char* question : k_questions) {
    const Finished answered = sqlite("small.db", question);
    EXPECT_EQ(answered.status, 0) << answered.err;
    EXPECT_THAT(cells(answered.out), testing::AllOf(testing::SizeIs(testing::Ge(2)), palio_cells(question)));
  }
}

// Worked out from the rows: 24 instances; the median is the mean of the 12th and the 13th value.
TEST_F(ExtensionTest, AMedianIsTheOneInTheMiddle) {
  std::vector<double> makespans;
  CampaignReader(database_).query(
      "SELECT makespan FROM results WHERE strategy = 'HCPA'", [](const auto&) {},
      [&](const auto& row) { makespans.push_back(std::get<double>(row[0])); });
  ASSERT_EQ(makespans.size(), 24U);
  std::ranges::sort(makespans);
  EXPECT_THAT(cells(sqlite("small.db", "SELECT median(makespan) FROM results WHERE strategy = 'HCPA'").out),
              ElementsAre(fmt::format("{:.12g}", (makespans[11] + makespans[12]) / 2)));
}

TEST_F(ExtensionTest, PythonAnswersAsPalioDoes) {
  const std::string ask = fmt::format(R"py(
import csv, sqlite3, sys
campaign = sqlite3.connect("file:small.db?mode=ro", uri=True)
campaign.enable_load_extension(True)
campaign.load_extension("{}")
csv.writer(sys.stdout).writerows(campaign.execute(sys.stdin.read()))
)py",
                                      k_library);
  folder_.write("q.py", ask);
  for (const char* question : k_questions) {
    folder_.write("q.sql", question);
    const Finished answered = shell("/usr/bin/python3 q.py <q.sql");
    EXPECT_EQ(answered.status, 0) << answered.err;
    EXPECT_EQ(cells(answered.out), palio_cells(question));
  }
}

// RSQLite brings an SQLite of its own.
TEST_F(ExtensionTest, RAnswersAsPalioDoes) {
  if (shell("Rscript -e 'library(RSQLite)'").status != 0) GTEST_SKIP() << "r-cran-rsqlite is not installed";
  for (const char* question : k_questions) {
    folder_.write("q.R", fmt::format(R"r(campaign <- DBI::dbConnect(RSQLite::SQLite(), "small.db",
  flags = RSQLite::SQLITE_RO, loadable.extensions = TRUE)
loaded <- DBI::dbGetQuery(campaign, "SELECT load_extension('{}')")
write.table(DBI::dbGetQuery(campaign, "{}"), row.names = FALSE, col.names = FALSE, sep = ",")
DBI::dbDisconnect(campaign)
)r",
                                     k_library, question));
    const Finished answered = shell("Rscript q.R");
    EXPECT_EQ(answered.status, 0) << answered.err;
    EXPECT_EQ(cells(answered.out), palio_cells(question));
  }
}

// Results that a changed study no longer wants count nowhere, as in palio query.
TEST_F(ExtensionTest, ResultIsWhatTheStudyWants) {
  ASSERT_EQ(shell("sqlite3 small.db \"UPDATE result SET stale = 1 WHERE strategy_id = (SELECT min(id) FROM strategy)\"")
                .status,
            0);
  EXPECT_EQ(sqlite("small.db", "SELECT count(*) FROM result").out, "24\n");
  EXPECT_EQ(sqlite("small.db", "SELECT count(*) FROM main.result").out, "48\n");
  EXPECT_EQ(sqlite("small.db", "SELECT count(*) FROM contenders('makespan')").out, "1\n");
}

TEST_F(ExtensionTest, WithoutACampaignStatisticsRemain) {
  EXPECT_EQ(sqlite(":memory:", "SELECT median(value) FROM json_each('[1, 2, 10]')").out, "2.0\n");
  EXPECT_THAT(sqlite(":memory:", "SELECT * FROM contest('makespan')").err,
              HasSubstr("the database in memory is not a Palio campaign, which this function reads"));
}

TEST_F(ExtensionTest, ACampaignOfAnotherVersionIsRefusedWithTheNextStep) {
  const auto refused = [&](int version) {
    EXPECT_EQ(shell(fmt::format("sqlite3 small.db 'PRAGMA user_version = {}'", version)).status, 0);
    const Finished finished = sqlite("small.db", "SELECT 1");
    EXPECT_NE(finished.status, 0);
    return finished.err;
  };
  EXPECT_THAT(refused(5),
              HasSubstr("small.db has schema version 5, this Palio reads version 10: it was made before the "
                        "first release; run its study into a new file"));
  EXPECT_THAT(refused(99),
              HasSubstr("schema version 99, this Palio reads version 10: use the newer Palio that wrote it"));
}

// As palio query: a view that Palio did not make is refused.
TEST_F(ExtensionTest, AForgedViewIsRefused) {
  ASSERT_EQ(shell("sqlite3 small.db \"CREATE TABLE hidden AS SELECT * FROM results; UPDATE hidden SET makespan = 1; "
                  "DROP VIEW results; CREATE VIEW results AS SELECT * FROM hidden\"")
                .status,
            0);
  ASSERT_EQ(palio({"query", database_, "SELECT 1"}).status, 1);
  const Finished finished = sqlite("small.db", "SELECT median(makespan) FROM results");
  EXPECT_NE(finished.status, 0);
  EXPECT_EQ(finished.out, "");
  EXPECT_THAT(finished.err, HasSubstr("holds the view \"results\", which Palio did not make"));
  EXPECT_NE(python("import palio\npalio.open('small.db')").status, 0);
}

// Of a program that has read nothing yet, as Python's sqlite3; SQLite's shell reads before it loads anything.
TEST_F(ExtensionTest, WhatLiesBesideACampaignIsLookedAtFirst) {
  const std::string ask = fmt::format(R"py(
import sqlite3
campaign = sqlite3.connect("small.db")
campaign.enable_load_extension(True)
campaign.load_extension("{}")
)py",
                                      k_library);
  ASSERT_EQ(shell("mkfifo small.db-journal").status, 0);
  EXPECT_THAT(python(ask).err, HasSubstr("small.db-journal is not a plain file"));
  EXPECT_THAT(python("import palio\npalio.open('small.db')").err, HasSubstr("small.db-journal is not a plain file"));
  std::filesystem::remove(folder_.file("small.db-journal"));
  folder_.write("small.db-journal", "notes\n");
  for (const std::string& way : {ask, std::string("import palio\npalio.open('small.db')")}) {
    EXPECT_THAT(python(way).err,
                AllOf(HasSubstr("small.db-journal would change"), HasSubstr("move the journal away: mv -n ")));
    EXPECT_THAT(python(way).err, testing::Not(HasSubstr("is not a Palio campaign")));
  }
  EXPECT_EQ(content(folder_.file("small.db-journal")), "notes\n");
  std::filesystem::remove(folder_.file("small.db-journal"));
  folder_.write("small.db-wal", "notes\n");
  for (const std::string& way : {ask, std::string("import palio\npalio.open('small.db')")}) {
    EXPECT_THAT(python(way).err, AllOf(HasSubstr("small.db-wal is no log of"), HasSubstr("mv -n ")));
    std::filesystem::rename(database_, folder_.file("moved.db"));
    folder_.write("small.db", "");
    EXPECT_THAT(python(way).err, HasSubstr("small.db-wal belongs to a campaign that is not there"));
    std::filesystem::rename(folder_.file("moved.db"), database_);
  }
  EXPECT_EQ(content(folder_.file("small.db-wal")), "notes\n");
}

}  // namespace
}  // namespace palio::test

#endif
