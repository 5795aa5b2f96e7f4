#include "storage/read/instance_table.h"

#include "core/metrics.h"
#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Of three strategies; those of an instance are not stored one after the other.
class InstanceTable : public StorageTest {
protected:
  InstanceTable() {
    ResultStore store = open();
    add_samples(store, 2, 2, 3);
    store.begin_session(session_info());
    StoredResult without_flex = completed({2, 1, 2}, 6);
    std::get<Completed>(without_flex.result.outcome).metrics["flex_differs"] = std::numeric_limits<double>::quiet_NaN();
    store.write(std::vector{completed({1, 1, 1}, 1), completed({2, 1, 1}, 5), completed({1, 2, 1}, 3),
                            failed({1, 2, 2}, FailureKind::timeout, ""), completed({1, 1, 3}, 9),
                            completed({1, 1, 2}, 2), without_flex, completed({2, 2, 2}, 8)});
    labels_ = {"FAST:threshold=0.5", "FAST:threshold=1.5"};
  }

  Rows rows(const std::vector<InstanceColumn>& columns) {
    const CampaignReader reader(file_);
    Rows rows;
    reader.in_snapshot([&] {
      reader.prepare_instances(columns);
      reader.query(
          "SELECT i.* FROM instance i JOIN platform p ON p.id = platform_id JOIN workload w ON w.id = workload_id "
          "ORDER "
          "BY hosts, tasks",
          [&](const auto& names) { header_ = names; }, [&](const auto& row) { rows.push_back(row); });
    });
    return rows;
  }

  std::vector<std::string> labels_, header_;
};

// On platform 1, workload 2 the second strategy failed; on 2, 2 the first never ran.
TEST_F(InstanceTable, HasARowForEachInstanceThatAllStrategiesCompleted) {
  const ScenarioId first = id_of({1, 1, 1}), second = id_of({2, 1, 1});
  EXPECT_THAT(rows({{"b", "makespan", labels_[1]}, {"a", "makespan", labels_[0]}, {"a again", "makespan", labels_[0]}}),
              ElementsAre(ElementsAre(SqlValue(first.platform), SqlValue(first.workload), SqlValue(2.0), SqlValue(1.0),
                                      SqlValue(1.0)),
                          ElementsAre(SqlValue(second.platform), SqlValue(second.workload), SqlValue(6.0),
                                      SqlValue(5.0), SqlValue(5.0))));
  EXPECT_THAT(header_, ElementsAre("platform_id", "workload_id", "b", "a", "a again"));
}

TEST_F(InstanceTable, MetricsKeepTheirTypesAndNulls) {
  const auto found = rows({{"f", "flex_differs", labels_[1]}, {"m", "makespan", labels_[1]}});
  ASSERT_EQ(found.size(), 3U);  // 1 1, 2 1 and 2 2
  EXPECT_TRUE(std::holds_alternative<std::int64_t>(found[0][2]));
  EXPECT_EQ(found[1][2], SqlValue());
  EXPECT_EQ(found[2][3], SqlValue(8.0));
}

TEST_F(InstanceTable, StrategyThatNeverRanLeavesItEmpty) {
  EXPECT_THAT(rows({{"a", "makespan", labels_[0]}, {"c", "makespan", "SLOW"}}), IsEmpty());
}

TEST_F(InstanceTable, NameThatComesTwiceIsTheUsersToMend) {
  EXPECT_THAT(error_of([&] {
                rows({{"a", "makespan", labels_[0]}, {"a", "efficiency", labels_[0]}});
              }),
              HasSubstr("duplicate column name: a"));
}

// The page of the results is overwritten: an error on the way is not taken for their end.
TEST_F(InstanceTable, DamagedResultsAreNoAnswer) {
  overwrite(file_, root_page_of(file_, "result"), 4096, '\x7f');
  EXPECT_THAT(error_of([&] { rows({{"a", "makespan", labels_[0]}}); }), HasSubstr("damaged"));
}

TEST_F(InstanceTable, UnknownMetricIsNamed) {
  EXPECT_THAT(error_of([&] {
                rows({{"a", "makspan", labels_[0]}});
              }),
              HasSubstr("there is no metric makspan (did you mean \"makespan\"?)"));
}

}  // namespace
}  // namespace palio::test
