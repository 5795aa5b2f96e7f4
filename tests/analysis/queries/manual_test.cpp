// docs/queries.md against the program: its statements run, and it leaves nothing out.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "analysis/queries/query_tables.h"
#include "analysis/queries/ready_query.h"
#include "campaign/study/study.h"
#include "core/metrics.h"
#include "storage/write/result_store.h"
#include "tests/analysis/made_campaign.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::HasSubstr;

class QueriesManual : public testing::Test {
protected:
  QueriesManual() {
    MadeResult failure{.sample = 2, .strategy = "MAGS", .fails = true};
    store_campaign(file_, {{.sample = 1, .strategy = "MAGS", .max_stretch = 1, .stretch_bound = 2},
                           {.sample = 1, .strategy = "SELFISH"},
                           failure});
    reader_.emplace(file_);
    add_query_functions(*reader_);
  }

  std::vector<std::string> column(const std::string& sql) {
    std::vector<std::string> values;
    for (const auto& row : rows_of(*reader_, sql)) values.push_back(std::get<std::string>(row.at(0)));
    return values;
  }

  // The statements between the lines ```sql and ```.
  std::vector<std::string> statements() const {
    constexpr std::string_view begin = "\n```sql\n";
    std::vector<std::string> statements;
    for (std::size_t at = manual_.find(begin); at != std::string::npos; at = manual_.find(begin, at)) {
      at += begin.size();
      statements.push_back(manual_.substr(at, manual_.find("\n```", at) - at));
    }
    return statements;
  }

  TemporaryFolder folder_;
  std::string file_ = folder_.file("campaign.db");
  std::string manual_ = read_text_file(fmt::format("{}/../docs/queries.md", PALIO_ANALYSIS));
  std::optional<CampaignReader> reader_;
};

TEST_F(QueriesManual, ItsStatementsRun) {
  EXPECT_EQ(statements().size(), 11U);
  for (const std::string& sql : statements()) EXPECT_NO_THROW(rows_of(*reader_, sql)) << sql;
}

TEST_F(QueriesManual, NamesEveryColumnOfTheViews) {
  // A campaign without any platform has the columns that all campaigns have. `palio list metrics` tells about metrics.
  const std::string empty = folder_.file("empty.db");
  { const ResultStore store(empty, study_info("empty")); }
  reader_.emplace(empty);
  for (const char* view : {"results", "applications", "failures", "relative_makespans", "campaign"}) {
    EXPECT_THAT(manual_, HasSubstr(fmt::format("### `{}`:", view)));
    for (const std::string& name : column(fmt::format("SELECT name FROM pragma_table_info('{}')", view)))
      EXPECT_TRUE(find_metric(name) != nullptr || manual_.find(fmt::format("`{}`", name)) != std::string::npos)
          << view << ": " << name;
  }
}

TEST_F(QueriesManual, NamesEveryFunctionAndReadyQuery) {
  for (const auto functions : {function_table(), query_table_functions()})
    for (const FunctionInfo& function : functions) EXPECT_THAT(manual_, HasSubstr(fmt::format("`{}`", function.call)));
  for (const ReadyQuery& query : ready_queries()) EXPECT_THAT(manual_, HasSubstr(fmt::format("| `@{}` |", query.name)));
}

}  // namespace
}  // namespace palio::test
