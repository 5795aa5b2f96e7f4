// The examples of docs/clients.md, taken from the page, against a campaign.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>

#include "storage/file/metric_tables.h"
#include "storage/read/campaign_reader.h"
#include "tests/end_to_end/support/program.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

// The only block of this language.
std::string example(const std::string& language) {
  const std::string page = content(std::string(PALIO_SOURCE_DIR "/docs/clients.md"));
  const std::string opening = "\n```" + language + "\n";
  const std::size_t start = page.find(opening);
  EXPECT_NE(start, std::string::npos) << language;
  EXPECT_EQ(page.find(opening, start + 1), std::string::npos) << language;
  const std::size_t first = start + opening.size();
  return page.substr(first, page.find("\n```\n", first) + 1 - first);
}

bool client_works(const std::string& command) { return std::system((command + " >/dev/null 2>&1").c_str()) == 0; }

struct Row {
  std::int64_t scenarios = 0, failed = 0;
  double mean_makespan = 0;
};
using Table = std::map<std::string, Row>;  // by strategy

// A CSV table of strategy, scenarios, failed, mean_makespan; no cell has a comma.
Table read_table(std::string csv) {
  std::erase(csv, '"');
  std::erase(csv, '\r');
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "strategy,scenarios,failed,mean_makespan");
  Table table;
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    std::string strategy;
    std::getline(cells, strategy, ',');
    Row& row = table[strategy];
    char comma = 0;
    cells >> row.scenarios >> comma >> row.failed >> comma >> row.mean_makespan;
    EXPECT_FALSE(cells.fail()) << line;
  }
  return table;
}

class ClientsTest : public testing::Test {
protected:
  // Half of the workloads are made to fail, so that every strategy has failures beside its mean.
  ClientsTest() {
    const std::string study = folder_.write("small.toml", k_small_study);
    run({"run", study, "--db", database_, "--sample", "6", "-q"});
    EXPECT_EQ(
        std::system(("sqlite3 '" + database_ + "' \"UPDATE result SET failure = 'timeout', " + all_metrics_null() +
                     " WHERE workload_id % 2 = 0; INSERT INTO failure SELECT platform_id, workload_id, "
                     "strategy_id, attempt, failure, NULL, 'too long', '', NULL FROM result WHERE failure = "
                     "'timeout'\"")
                        .c_str()),
        0);
  }

  static std::string all_metrics_null() {
    std::string changes;
    for (const MetricInfo* metric : stored_metrics(MetricOf::result))
      changes += fmt::format("{}{} = NULL", changes.empty() ? "" : ", ", metric->name);
    return changes;
  }

  void run(const std::vector<std::string>& arguments) {
    const Finished finished = palio(folder_.file(""), arguments);
    ASSERT_EQ(finished.status, 0) << finished.err;
  }

  // What palio itself says.
  Table expected() const {
    Table table;
    CampaignReader(database_).query(
        "SELECT strategy, count(*), count(*) - count(makespan), avg(makespan) FROM results GROUP BY strategy",
        [](const auto&) {},
        [&](const std::vector<SqlValue>& row) {
          table[std::get<std::string>(row[0])] = {std::get<std::int64_t>(row[1]), std::get<std::int64_t>(row[2]),
                                                  std::get<double>(row[3])};
        });
    return table;
  }

  // Runs the example of a language in the folder of the campaign. Clients add numbers in another order, and R prints 15
  // digits.
  void expect_same(const std::string& language, const std::string& command) const {
    folder_.write("example." + language, example(language));
    const std::string in_folder = "cd '" + folder_.file("") + "' && " + command;
    ASSERT_EQ(std::system((in_folder + " >out.csv 2>err").c_str()), 0) << content(folder_.file("err"));
    const Table found = read_table(content(folder_.file("out.csv")));
    const Table wanted = expected();
    ASSERT_EQ(found.size(), 2U);
    for (const auto& [strategy, row] : wanted) {
      ASSERT_TRUE(found.contains(strategy)) << strategy;
      EXPECT_EQ(found.at(strategy).scenarios, row.scenarios);
      EXPECT_EQ(found.at(strategy).failed, row.failed);
      EXPECT_GT(row.failed, 0);
      EXPECT_NEAR(found.at(strategy).mean_makespan, row.mean_makespan, 1e-12 * row.mean_makespan);
    }
  }

  TemporaryFolder folder_;
  std::string database_ = folder_.file("sample.db");
};

TEST_F(ClientsTest, TheShellAnswersTheExample) {
  expect_same("sql", "sqlite3 -readonly -header -csv sample.db < example.sql");
}

TEST_F(ClientsTest, PandasRunsTheExample) {
  if (!client_works("/usr/bin/python3 -c 'import pandas'")) GTEST_SKIP() << "python3-pandas is not installed";
  expect_same("python", "/usr/bin/python3 example.python");
}

TEST_F(ClientsTest, RRunsTheExample) {
  if (!client_works("Rscript -e 'library(RSQLite)'")) GTEST_SKIP() << "r-cran-rsqlite is not installed";
  expect_same("r", "Rscript example.r");
}

// A function that only palio has would be an error of the shell.
TEST_F(ClientsTest, TheShellReadsEveryView) {
  for (const char* view : {"results", "applications", "failures", "campaign", "relative_makespans"})
    EXPECT_TRUE(client_works(fmt::format("sqlite3 -readonly -bail '{}' 'SELECT * FROM {}'", database_, view))) << view;
  EXPECT_FALSE(client_works(fmt::format("sqlite3 -readonly -bail '{}' 'SELECT * FROM nothing'", database_)));
}

}  // namespace
}  // namespace palio::test
