#include "storage/file/dimension_table.h"

#include "storage/sql/columns.h"
#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::ElementsAre;

using DimensionTableTest = StorageTest;

TEST_F(DimensionTableTest, IdsAreThoseOfTheTextsInTheOrderOfTheRows) {
  ResultStore store = open();
  const auto id = [](std::int64_t hosts) { return content_id(fmt::format("star:hosts={},seed=1", hosts)); };
  EXPECT_THAT(store.add_platforms(std::vector{star(4, 1), star(8, 1)}), ElementsAre(id(4), id(8)));
  EXPECT_THAT(store.add_platforms(std::vector{star(16, 1), star(8, 1), star(16, 1)}),
              ElementsAre(id(16), id(8), id(16)));
  EXPECT_EQ(sql("SELECT count(*) FROM platform"), "3\n");
}

TEST_F(DimensionTableTest, RowHasKeyCanonicalTextLabelAndTypedParameters) {
  ResultStore store = open();
  store.add_strategies(std::vector{fast(0.25)});
  EXPECT_EQ(sql("SELECT key, canonical, label, name, threshold, typeof(threshold) FROM strategy"),
            short_key("FAST:threshold=0.25") + "|FAST:threshold=0.25|FAST:threshold=0.25|FAST|0.25|real\n");
}

TEST_F(DimensionTableTest, ParameterOfALaterStudyAddsAColumn) {
  open().add_platforms(std::vector{star(4, 1)});
  const std::vector specs{parameter("topology", ParameterType::text)};
  const std::vector<DimensionRow> rows{
      {{"grid", {{"topology", std::string("torus")}}}, "grid:topology=torus", specs, ""}};
  ResultStore store = open();
  EXPECT_THAT(store.add_platforms(rows), ElementsAre(content_id("grid:topology=torus")));
  EXPECT_EQ(sql("SELECT family, hosts, topology FROM platform ORDER BY family"), "grid||torus\nstar|4|\n");
  EXPECT_EQ(sql("SELECT count(*) FROM pragma_table_info('results') WHERE name IN ('hosts', 'topology')"), "2\n");
}

// What was stored before stays the same row.
TEST_F(DimensionTableTest, OptionalParameterHasAColumnOnceItIsGiven) {
  const std::vector<ParameterSpec> specs{
      {.name = "gap", .unit = "s", .meaning = "", .max = 9, .default_value = "", .presence = Presence::optional}};
  const auto row = [&](const Parameters& given) {
    const Recipe recipe{"grid", resolve("grid", specs, given)};
    return std::vector<DimensionRow>{{recipe, canonical_text(recipe), specs, ""}};
  };
  ResultStore store = open();
  EXPECT_THAT(store.add_platforms(row({})), ElementsAre(content_id("grid")));
  EXPECT_EQ(sql("SELECT count(*) FROM pragma_table_info('platform') WHERE name = 'gap'"), "0\n");
  EXPECT_THAT(store.add_platforms(row({{"gap", 2.5}})), ElementsAre(content_id("grid:gap=2.5")));
  EXPECT_THAT(store.add_platforms(row({})), ElementsAre(content_id("grid")));
  EXPECT_EQ(sql("SELECT canonical, gap FROM platform ORDER BY canonical"), "grid|\ngrid:gap=2.5|2.5\n");
}

// A row of family "grid" whose parameter has the type of its value.
class GridRow {
public:
  GridRow(std::string_view name, const Value& value) : specs_{parameter(name, type_of(value))} {
    const Recipe recipe{"grid", {{std::string(name), value}}};
    row_ = {recipe, canonical_text(recipe), specs_, ""};
  }

  std::span<const DimensionRow> rows() const { return {&row_, 1}; }

private:
  std::vector<ParameterSpec> specs_;
  DimensionRow row_;
};

TEST_F(DimensionTableTest, OneNameWithTwoTypesHasTwoColumns) {
  ResultStore store = open();
  store.add_platforms(stars(1));
  const GridRow text("hosts", std::string("many"));
  const GridRow real("hosts", 2.5);
  EXPECT_THAT(store.add_platforms(text.rows()), ElementsAre(content_id("grid:hosts=many")));
  EXPECT_THAT(store.add_platforms(real.rows()), ElementsAre(content_id("grid:hosts=2.5")));
  EXPECT_THAT(store.add_platforms(text.rows()), ElementsAre(content_id("grid:hosts=many")));
  EXPECT_EQ(sql("SELECT hosts, [hosts:text], [hosts:real] FROM platform ORDER BY canonical"), "||2.5\n|many|\n1||\n");
  EXPECT_EQ(sql("SELECT name FROM pragma_table_info('results') WHERE name LIKE 'hosts%'"),
            "hosts\nhosts_real\nhosts_text\n");
  store.checkpoint();
  expect_sound();
}

TEST_F(DimensionTableTest, WholeNumbersShareAColumnOfReals) {
  ResultStore store = open();
  const GridRow real("hosts", 2.5);
  store.add_platforms(real.rows());
  EXPECT_THAT(store.add_platforms(stars(1)), ElementsAre(id_of({1, 1, 1}).platform));
  EXPECT_EQ(sql("SELECT hosts FROM platform ORDER BY hosts"), "1.0\n2.5\n");
}

TEST_F(DimensionTableTest, ParameterWithTheNameOfAFixedColumnHasAnother) {
  ResultStore store = open();
  const GridRow row("label", std::string("x"));
  store.add_workloads(row.rows());
  EXPECT_EQ(sql("SELECT label, [label:text] FROM workload"), "grid:label=x|x\n");
  EXPECT_EQ(sql("SELECT name FROM pragma_table_info('results') WHERE name LIKE 'label%'"), "label_text\n");
}

// The default of "threshold" was 0.5 when the first row was labelled, and is 1.5 now.
TEST_F(DimensionTableTest, LabelThatIsTakenGivesWayToTheCanonicalText) {
  ResultStore store = open();
  std::vector<DimensionRow> rows{fast(0.5), fast(1.5)};
  rows[0].label = rows[1].label = "FAST";
  EXPECT_THAT(store.add_strategies(rows),
              ElementsAre(content_id("FAST:threshold=0.5"), content_id("FAST:threshold=1.5")));
  EXPECT_EQ(sql("SELECT label FROM strategy ORDER BY canonical"), "FAST\nFAST:threshold=1.5\n");
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
