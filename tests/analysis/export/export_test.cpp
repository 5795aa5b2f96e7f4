#include "analysis/export/export.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "core/error.h"
#include "tests/analysis/made_campaign.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::HasSubstr;

class ExportTest : public testing::Test {
protected:
  ExportTest() {
    store_campaign(campaign_, {{.strategy = "S \"one\"", .makespan = 0.1 + 0.2},
                               {.sample = 1, .strategy = "S \"one\"", .fails = true},
                               {.strategy = "T", .makespan = 10, .applications = {{0, 0, 4}, {1, 2, 10}}}});
  }

  std::string exported(std::string_view sql, ExportFormat format) {
    const std::string path = folder_.file("out");
    OutputFile out(path);
    rows_ = export_rows(CampaignReader(campaign_), sql, format, out);
    out.finish();
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  TemporaryFolder folder_;
  std::string campaign_ = folder_.file("made.db");
  std::int64_t rows_ = 0;
};

TEST_F(ExportTest, CsvHasAHeaderAndEmptyCellsForNull) {
  EXPECT_EQ(exported("SELECT strategy, makespan, '' AS none FROM results ORDER BY strategy, makespan DESC",
                     ExportFormat::csv),
            "strategy,makespan,none\n\"S \"\"one\"\"\",0.30000000000000004,\"\"\n\"S \"\"one\"\"\",,\"\"\nT,10,\"\"\n");
  EXPECT_EQ(rows_, 3);
}

TEST_F(ExportTest, JsonLinesHaveAnObjectPerRow) {
  EXPECT_EQ(exported("SELECT strategy, makespan, batch FROM results ORDER BY strategy, makespan DESC",
                     ExportFormat::json_lines),
            "{\"strategy\":\"S \\\"one\\\"\",\"makespan\":0.30000000000000004,\"batch\":2}\n"
            "{\"strategy\":\"S \\\"one\\\"\",\"makespan\":null,\"batch\":2}\n"
            "{\"strategy\":\"T\",\"makespan\":10.0,\"batch\":2}\n");
}

TEST_F(ExportTest, NoRowsLeaveTheHeader) {
  EXPECT_EQ(exported("SELECT strategy FROM results WHERE false", ExportFormat::csv), "strategy\n");
  EXPECT_EQ(exported("SELECT strategy FROM results WHERE false", ExportFormat::json_lines), "");
  EXPECT_EQ(rows_, 0);
}

TEST_F(ExportTest, EveryTableIsThere) {
  // Three results, two applications, one failure, one campaign.
  for (const auto& [table, rows] : {std::pair("results", 3), {"applications", 2}, {"failures", 1}, {"campaign", 1}}) {
    EXPECT_NE(exported(export_query(table, ""), ExportFormat::csv), "");
    EXPECT_EQ(rows_, rows) << table;
  }
}

// The shell's own CSV of the view: a writer that shares no code with ours. It quotes more and ends lines as RFC 4180
// has them, so that both are read back into a table and compared there.
TEST_F(ExportTest, ReadsBackAsTheView) {
  exported(export_query("results", ""), ExportFormat::csv);
  const std::string sql = ".import --csv " + folder_.file("out") +
                          " copy\nSELECT count(*) FROM results r JOIN copy c USING (scenario) WHERE c.strategy = "
                          "r.strategy AND c.outcome = "
                          "r.outcome AND CAST(c.makespan AS REAL) IS coalesce(r.makespan, 0) AND c.failure_message = "
                          "coalesce(r.failure_message, '');\n";
  const std::string script = folder_.write("read.sql", sql);
  const std::string copy = folder_.file("copy.db");
  std::filesystem::copy_file(campaign_, copy);
  EXPECT_EQ(output_of("sqlite3 -batch '" + copy + "' < '" + script + "' 2>&1"), "3\n");
}

TEST_F(ExportTest, AConditionChoosesRows) {
  EXPECT_EQ(export_query("failures", "attempt > 1 -- late"), "SELECT * FROM failures WHERE (\nattempt > 1 -- late\n)");
  exported(export_query("results", "strategy = 'T' OR makespan < 1 -- short"), ExportFormat::csv);
  EXPECT_EQ(rows_, 2);
  EXPECT_THROW(exported(export_query("results", "makspan < 1"), ExportFormat::csv), UserError);
  EXPECT_EQ(test::error_of([&] { export_query("results", "makespan < 1 /*"); }),
            "--where makespan < 1 /*: a comment begins with /* and does not end: close it with */");
  EXPECT_THROW(exported(export_query("results", "true); DELETE FROM result; --"), ExportFormat::csv), UserError);
}

TEST(ExportQuery, AnUnknownTableNamesTheNearest) {
  EXPECT_THAT(test::error_of([&] { export_query("result", ""); }),
              HasSubstr("no table \"result\" to export (did you mean \"results\"?)"));
}

}  // namespace
}  // namespace palio::test
