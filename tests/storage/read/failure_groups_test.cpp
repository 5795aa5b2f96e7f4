#include "storage/read/failure_groups.h"

#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::AnyOf;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(MessageShape, MasksEveryKindOfNumber) {
  EXPECT_EQ(message_shape("task 12 starts at 3.5 before task 7e-3 ends"), "task # starts at # before task # ends");
  EXPECT_EQ(message_shape("read at 0x7ffd12ab"), "read at #");
  EXPECT_EQ(message_shape("1e+20 and 2E5."), "# and #.");
}

TEST(MessageShape, KeepsWordsAndPunctuation) {
  EXPECT_EQ(message_shape(""), "");
  EXPECT_EQ(message_shape("longer than 5 s; exit status 3."), "longer than # s; exit status #.");
  EXPECT_EQ(message_shape("0xylophones, 3 eggs, 4e"), "#xylophones, # eggs, #e");
}

TEST(LastLine, IsTheLastOneWithText) {
  EXPECT_EQ(last_line("first\nsecond\n\n"), "second");
  EXPECT_EQ(last_line("only"), "only");
  EXPECT_EQ(last_line(" \n\n"), "");
  EXPECT_EQ(last_line(""), "");
}

class FailureGroupsTest : public ReaderTest {
protected:
  // "count kind strategy: message", one text per group.
  std::vector<std::string> groups() const {
    std::vector<std::string> texts;
    for (const FailureGroup& group : failure_groups(reader_))
      texts.push_back(std::to_string(group.count) + " " + group.kind + " " + group.strategy + ": " + group.message);
    return texts;
  }
};

TEST_F(FailureGroupsTest, NothingFailed) {
  write({completed({1, 1, 1}, 1)});
  EXPECT_THAT(groups(), IsEmpty());
}

TEST_F(FailureGroupsTest, TellsTheFirstMessageAsItIsAndWhereItFailed) {
  write({failed({2, 1, 1}, FailureKind::exception, "task 17 has no processor"),
         failed({1, 2, 1}, FailureKind::exception, "task 4 has no processor")});
  const std::vector<FailureGroup> groups = failure_groups(reader_);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_THAT(groups.front().first, AnyOf("task 4 has no processor", "task 17 has no processor"));
  EXPECT_EQ(groups.front().message, "task # has no processor");
  std::vector<std::pair<std::int64_t, std::int64_t>> failed;
  reader_.query("SELECT platform_id, workload_id FROM result ORDER BY 1, 2", std::vector<SqlValue>{},
                [&](const std::vector<SqlValue>& row) {
                  failed.emplace_back(std::get<std::int64_t>(row[0]), std::get<std::int64_t>(row[1]));
                });
  EXPECT_EQ(groups.front().instances, failed);
  EXPECT_EQ(failed.size(), 2U);
}

TEST_F(FailureGroupsTest, OneGroupPerKindStrategyAndShapeTheLargestFirst) {
  write({failed({1, 1, 1}, FailureKind::timeout, "longer than 5 s"), completed({1, 1, 2}, 1),
         failed({1, 2, 1}, FailureKind::exception, "task 4 has no processor"),
         failed({2, 1, 1}, FailureKind::exception, "task 17 has no processor"),
         failed({2, 1, 2}, FailureKind::exception, "task 17 has no processor"),
         failed({3, 1, 1}, FailureKind::exception, "no platform")});
  EXPECT_THAT(groups(), ElementsAre("2 exception FAST:threshold=0.5: task # has no processor",
                                    "1 exception FAST:threshold=0.5: no platform",
                                    "1 exception FAST:threshold=1.5: task 17 has no processor",
                                    "1 timeout FAST:threshold=0.5: longer than 5 s"));
}

// Also the advice, where a mask would hide what to type.
TEST_F(FailureGroupsTest, NumbersThatAllShareStay) {
  write({failed({1, 1, 1}, FailureKind::timeout, "ran 6.5 s (--timeout 5; 0 for none)"),
         failed({1, 2, 1}, FailureKind::timeout, "ran 12 s (--timeout 5; 0 for none)"),
         failed({2, 1, 1}, FailureKind::timeout, "ran 12 s (--timeout 5; 0 for none)")});
  EXPECT_THAT(groups(), ElementsAre("3 timeout FAST:threshold=0.5: ran # s (--timeout 5; 0 for none)"));
}

TEST_F(FailureGroupsTest, OnlyTheLatestAttemptCounts) {
  write({failed({1, 1, 1}, FailureKind::timeout, "a"), failed({2, 1, 1}, FailureKind::timeout, "a")});
  write({completed({1, 1, 1}, 1, 2), failed({2, 1, 1}, FailureKind::crashed, "b", 2)});
  EXPECT_THAT(groups(), ElementsAre("1 crashed FAST:threshold=0.5: b"));
}

TEST_F(FailureGroupsTest, TheExampleIsTheFirstOfItsGroup) {
  const ScenarioId example = in_order({{1, 2, 1}, {3, 1, 1}}).front();
  StoredResult first = failed(numbers_of(example), FailureKind::crashed, "died");
  std::get<Failure>(first.result.outcome).stderr_tail = "reading\nsegmentation fault\n";
  const ScenarioId other = in_order({{1, 2, 1}, {3, 1, 1}}).back();
  write({failed(numbers_of(other), FailureKind::crashed, "died"), first});
  const std::vector<FailureGroup> groups = failure_groups(reader_);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].count, 2);
  EXPECT_EQ(groups[0].example,
            short_key(example.platform) + "-" + short_key(example.workload) + "-" + short_key(example.strategy));
  EXPECT_EQ(groups[0].last_line, "segmentation fault");
}

}  // namespace
}  // namespace palio::test
