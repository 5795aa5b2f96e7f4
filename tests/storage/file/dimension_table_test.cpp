#include "storage/file/dimension_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "storage/read/campaign_reader.h"
#include "storage/write/result_store.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

class DimensionTableTest : public testing::Test {
protected:
  ResultStore open() const { return {file_, study_info("first")}; }
  std::string sql(const std::string& text) const { return sqlite_shell(file_, text); }

  TemporaryFolder folder_;
  std::string file_ = folder_.file("campaign.db");
};

TEST_F(DimensionTableTest, IdsFollowTheRowsAndStayTheirs) {
  ResultStore store = open();
  const std::vector<DimensionRow> first{star(4, 1), star(8, 1)};
  EXPECT_THAT(store.add_platforms(first), ElementsAre(1, 2));
  const std::vector<DimensionRow> more{star(16, 1), star(8, 1), star(16, 1)};
  EXPECT_THAT(store.add_platforms(more), ElementsAre(3, 2, 3));
  EXPECT_EQ(sql("SELECT count(*) FROM platform"), "3\n");
}

TEST_F(DimensionTableTest, RowHasKeyCanonicalTextLabelAndTypedParameters) {
  ResultStore store = open();
  const std::vector<DimensionRow> rows{fast(0.25)};
  store.add_strategies(rows);
  EXPECT_EQ(sql("SELECT key, canonical, label, name, threshold, typeof(threshold) FROM strategy"),
            short_key("FAST:threshold=0.25") + "|FAST:threshold=0.25|FAST:threshold=0.25|FAST|0.25|real\n");
}

TEST_F(DimensionTableTest, ParameterOfALaterStudyAddsAColumn) {
  {
    ResultStore store = open();
    const std::vector<DimensionRow> rows{star(4, 1)};
    store.add_platforms(rows);
  }
  const std::vector<ParameterSpec> specs{
      {.name = "topology", .type = ParameterType::text, .unit = "", .meaning = "", .default_value = ""}};
  const std::vector<DimensionRow> rows{
      {{"grid", {{"topology", std::string("torus")}}}, "grid:topology=torus", specs, ""}};
  ResultStore store = open();
  EXPECT_THAT(store.add_platforms(rows), ElementsAre(2));
  EXPECT_EQ(sql("SELECT id, family, hosts, topology FROM platform"), "1|star|4|\n2|grid||torus\n");
  EXPECT_EQ(sql("SELECT count(*) FROM pragma_table_info('results') WHERE name IN ('hosts', 'topology')"), "2\n");
}

TEST_F(DimensionTableTest, OneNameWithTwoTypesIsAnError) {
  ResultStore store = open();
  store.add_platforms(stars(1));
  const std::vector<ParameterSpec> specs{
      {.name = "hosts", .type = ParameterType::text, .unit = "", .meaning = "", .default_value = ""}};
  const std::vector<DimensionRow> rows{{{"grid", {{"hosts", std::string("many")}}}, "grid:hosts=many", specs, ""}};
  EXPECT_THAT([&] { store.add_platforms(rows); },
              ThrowsMessage<InternalError>(HasSubstr("\"hosts\" of grid is TEXT, but column hosts of table platform")));
  EXPECT_EQ(sql("SELECT count(*) FROM platform"), "1\n");
}

TEST_F(DimensionTableTest, ParameterCannotTakeTheNameOfAFixedColumn) {
  ResultStore store = open();
  const std::vector<ParameterSpec> specs{
      {.name = "label", .type = ParameterType::text, .unit = "", .meaning = "", .default_value = ""}};
  const std::vector<DimensionRow> rows{{{"grid", {{"label", std::string("x")}}}, "grid:label=x", specs, ""}};
  EXPECT_THAT([&] { store.add_workloads(rows); }, ThrowsMessage<InternalError>(HasSubstr("\"label\" of grid")));
}

// The default of "threshold" was 0.5 when the first row was labelled, and is 1.5 now.
TEST_F(DimensionTableTest, LabelThatIsTakenGivesWayToTheCanonicalText) {
  ResultStore store = open();
  std::vector<DimensionRow> rows{fast(0.5), fast(1.5)};
  rows[0].label = rows[1].label = "FAST";
  EXPECT_THAT(store.add_strategies(rows), ElementsAre(1, 2));
  EXPECT_EQ(sql("SELECT label FROM strategy ORDER BY id"), "FAST\nFAST:threshold=1.5\n");
}

TEST_F(DimensionTableTest, ContentOfAnInputFileIsKeptOnce) {
  ResultStore store = open();
  std::vector<DimensionRow> rows{star(1, 1), star(2, 1)};
  rows[0].definition = rows[1].definition = "{\"tasks\": []}";
  store.add_platforms(rows);
  EXPECT_EQ(sql("SELECT digest, content FROM input_file"), content_digest("{\"tasks\": []}") + "|{\"tasks\": []}\n");
}

TEST(QuotedName, DoublesQuotes) { EXPECT_EQ(quoted_name("a\"b"), "\"a\"\"b\""); }

}  // namespace
}  // namespace palio::test
