#include "campaign/cli/output/verdict_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palio {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

CheckedClaim checked(double measured, double margin, Verdict verdict) {
  CheckedClaim row;
  row.claim.id = "A1";
  row.claim.says = "x";
  row.claim.paper = "5";
  row.claim.range = "4 .. 6";
  row.claim.unit = "%";
  row.measurement = {measured, measured - margin, measured + margin, false, 30, {}};
  row.verdict = verdict;
  return row;
}

// A second claim has no value in the second reading.
std::string written_verdicts(Format format) {
  CheckedClaim without = checked(0, 0, Verdict::not_enough_data);
  without.claim.id = "B1";
  without.measurement = {};
  const std::vector<ReadVerdicts> readings{
      {"ours", {checked(5, 2, Verdict::reproduced), checked(9, 2, Verdict::deviates)}},
      {"theirs", {checked(7, 2, Verdict::not_enough_data), without}}};
  std::string text;
  TableWriter table(text, format);
  print_readings(table, format, readings);
  return text;
}

TEST(VerdictTables, AColumnForEachReading) {
  EXPECT_EQ(written_verdicts(Format::table),
            "id  accepted  ours   theirs\n"
            "--  --------  -----  ------\n"
            "A1  4 .. 6 %  5.0 ✓  7.0 ?\n"
            "A1  4 .. 6 %  9.0 ✗  ?\n");
  EXPECT_THAT(written_verdicts(Format::markdown), HasSubstr("| 5.0 % [3.0, 7.0] ✓ | 7.0 % [5.0, 9.0] ? |"));
  EXPECT_THAT(written_verdicts(Format::latex),
              HasSubstr("5.0 \\% [3.0, 7.0] $\\checkmark$ & 7.0 \\% [5.0, 9.0] ? \\\\"));
}

TEST(VerdictTables, DataHasARowForEachClaimInEachReading) {
  const std::string csv = written_verdicts(Format::csv);
  EXPECT_THAT(csv, StartsWith("reading,id,place,claim,paper,accept,tolerance,unit,measured,low,high,shown,instances,"
                              "verdict\nours,A1,,x,5,4 .. 6,,%,5"));
  EXPECT_THAT(csv, HasSubstr("theirs,A1,,x,5,4 .. 6,,%,7"));
  EXPECT_THAT(csv, HasSubstr("theirs,B1,,x,5,4 .. 6,,%,,,,,0,not enough data"));
}

}  // namespace
}  // namespace palio
