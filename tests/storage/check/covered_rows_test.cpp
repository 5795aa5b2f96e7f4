// The checksum of a result covers the rows that belong to it, in every table, and its session.
#include "storage/file/metric_tables.h"
#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::Contains;
using testing::IsEmpty;

// One completed scenario with all that can belong to one, among others without.
class CoveredRowsTest : public StorageTest {
protected:
  CoveredRowsTest() {
    ResultStore store(file_, study_info("first"), {}, Kept::realizations);
    add_samples(store, 2, 2, 2);
    store.begin_session(session_info(0));
    StoredResult covered = completed({2, 1, 2}, 10, {{0, 0.5, 4, 3}, {2, 3, 9, 5}});
    auto& outcome = std::get<Completed>(covered.result.outcome);
    outcome.realizations = {{12, 1}, {15, 2}};
    outcome.metrics["worst_makespan"] = 15;
    store.write(std::vector{covered, failed({1, 1, 1}, FailureKind::crashed, "died")});
    store.end_session("finished");
    store.checkpoint();
  }

  std::vector<std::string> problems_after(const std::string& change) {
    const std::string whole = bytes_of(file_);
    EXPECT_EQ(sql(change), "") << change;
    const std::vector<std::string> problems = problems_of(file_);
    std::ofstream(file_, std::ios::binary) << whole;
    return problems;
  }

  static std::string changed() {
    const ScenarioId id = id_of({2, 1, 2});
    return fmt::format("checksums: result, or what belongs to it, of {}-{}-{} changed after it was stored",
                       short_key(id.platform), short_key(id.workload), short_key(id.strategy));
  }
};

TEST_F(CoveredRowsTest, AreWholeAtFirst) { expect_sound(); }

TEST_F(CoveredRowsTest, EveryColumnOfEveryTableCounts) {
  int columns = 0;
  for (const std::string_view table : k_detail_tables) {
    std::istringstream names(
        sql(fmt::format("SELECT name FROM pragma_table_info('{}') WHERE name NOT LIKE '%\\_id' "
                        "ESCAPE '\\'",
                        table)));
    for (std::string name; names >> name; ++columns) {
      const std::string change =
          fmt::format("UPDATE {0} SET {1} = {1} + 7 WHERE {1} = (SELECT max({1}) FROM {0})", table, name);
      EXPECT_THAT(problems_after(change), Contains(changed())) << change;
    }
  }
  EXPECT_GT(columns, 25);
}

TEST_F(CoveredRowsTest, ARowMoreOrLessCounts) {
  for (const std::string_view table : k_detail_tables)
    EXPECT_THAT(problems_after(fmt::format("DELETE FROM {}", table)), Contains(changed())) << table;
  for (const char* more : {"INSERT INTO application_result VALUES (p#2, w#1, s#2, 2, 0, 1, 2, NULL)",
                           "INSERT INTO realization VALUES (p#2, w#1, s#2, 2, 3, 0)"})
    EXPECT_THAT(problems_after(more), Contains(changed())) << more;
}

// The failure has a session, too.
TEST_F(CoveredRowsTest, TheSessionCountsByItsKey) {
  EXPECT_THAT(problems_after("UPDATE session SET key = key + 1"), Contains(changed()));
  EXPECT_THAT(problems_after("UPDATE result SET session_id = 7"), Contains(changed()));
}

}  // namespace
}  // namespace palio::test
