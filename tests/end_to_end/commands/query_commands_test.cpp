// query, verify.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/end_to_end/support/command_test.h"

namespace palio {
namespace {

using testing::HasSubstr;

class QueryCommands : public test::CommandTest {};

TEST_F(QueryCommands, QueryTakesItsStatementFromFilesAndFromPalio) {
  const std::string database = folder_.file("c.db");
  EXPECT_EQ(palio({"run", study_, "--db", database, "-q"}).status, 0);
  const std::string sql =
      folder_.write("q.sql", "-- how many\nSELECT count(*) AS n, median(makespan) > 0 AS m FROM results;\n");
  EXPECT_EQ(palio({"query", database, "--file", sql, "--format", "csv"}).out, "n,m\n48,1\n");
  const std::string piped = fmt::format("{} query {} - --format csv < {}", PALIO_PATH, database, sql);
  EXPECT_EQ(std::system(fmt::format("{} > {}", piped, folder_.file("answer")).c_str()), 0);
  std::ifstream answer(folder_.file("answer"));
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(answer), {}), "n,m\n48,1\n");
  const test::Finished ranking = palio({"query", database, "@ranking", "--metric", "efficiency", "--time-limit", "60"});
  EXPECT_EQ(ranking.status, 0) << ranking.err;
  EXPECT_THAT(ranking.out, HasSubstr("M-HEFT-MAX"));
  EXPECT_THAT(palio({"query", database, "@summary", "--show"}).out, HasSubstr("median(makespan)"));
  const test::Finished effects = palio({"query", database, "@effects", "HCPA", "M-HEFT-MAX", "--metric", "efficiency"});
  EXPECT_EQ(effects.status, 0) << effects.err;
  EXPECT_THAT(effects.out, HasSubstr("HCPA / M-HEFT-MAX"));
}

// A study of task graphs fills no metric of bags. Programs get all columns, and so do people who ask for them or name
// few themselves.
TEST_F(QueryCommands, TablesLeaveOutColumnsWithoutAValue) {
  const std::string database = folder_.file("c.db");
  ASSERT_EQ(palio({"run", study_, "--db", database, "--sample", "1", "-q"}).status, 0);
  const std::string all = "SELECT *, NULL AS absent FROM results";
  const test::Finished table = palio({"query", database, all});
  EXPECT_THAT(table.out, HasSubstr("makespan"));
  EXPECT_THAT(table.out, testing::Not(HasSubstr("absent")));
  EXPECT_THAT(table.err, HasSubstr("columns without a value are left out; --all-columns shows them"));
  const test::Finished whole = palio({"query", database, all, "--all-columns"});
  EXPECT_THAT(whole.out, HasSubstr("absent"));
  EXPECT_EQ(whole.err, "");
  EXPECT_THAT(palio({"query", database, all, "--format", "csv"}).out, HasSubstr(",absent\n"));
  EXPECT_THAT(palio({"query", database, "SELECT strategy, NULL AS absent FROM results"}).out, HasSubstr("absent"));
}

// Two engines, the same scenarios: each strategy is one for each campaign.
TEST_F(QueryCommands, QueryReadsSeveralCampaignsAsOne) {
  const std::string a = folder_.file("a.db"), b = folder_.file("b.db");
  for (const auto& [file, sample] : {std::pair{a, "4"}, {b, "6"}})
    ASSERT_EQ(palio({"run", study_, "--db", file, "--sample", sample, "-q", "--engine", "fluid"}).status, 0);
  EXPECT_EQ(palio({"query", a, b, "SELECT campaign, count(*) AS n FROM results GROUP BY 1", "--format", "csv"}).out,
            fmt::format("campaign,n\n{},8\n{},12\n", a, b));
  const std::string pairs = palio({"query", a, b, "@pairs", "--format", "csv"}).out;
  EXPECT_THAT(pairs, HasSubstr(fmt::format("\nHCPA in {},HCPA in {},1,,,,,not told apart,0,4,0,4,", a,
                                           b)));  // four ties on four instances
  const std::string shared =
      "SELECT count(*) AS n FROM results x JOIN results y USING (instance, strategy_name) WHERE x.campaign < "
      "y.campaign";
  EXPECT_EQ(palio({"query", a, b, shared, "--format", "csv"}).out, "n\n8\n");
  EXPECT_THAT(palio({"query", a, b, "SELECT * FROM all_results"}).err,
              HasSubstr("all_results is there for one campaign"));
  EXPECT_THAT(palio({"query", a, folder_.file("none.db"), "SELECT 1"}).err, HasSubstr("there is no campaign"));
  EXPECT_THAT(palio({"query", a, study_, "SELECT 1"}).err, HasSubstr(study_ + " is not a Palio campaign"));
  EXPECT_THAT(palio({"query", a, b, a, "SELECT 1"}).err, HasSubstr(a + " is given twice"));
}

TEST_F(QueryCommands, QueryRefusesWhatItCannotAsk) {
  const std::string database = folder_.file("c.db");
  EXPECT_EQ(palio({"run", study_, "--db", database, "--sample", "1", "-q"}).status, 0);
  const auto refusal = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"query", database});
    const test::Finished query = palio(arguments);
    EXPECT_EQ(query.status, 1);
    return query.err;
  };
  EXPECT_THAT(refusal({}), HasSubstr("say what to ask"));
  EXPECT_THAT(palio({"query", "SELECT 1", database}).err,
              HasSubstr("there is no campaign SELECT 1: the file comes before the question"));
  EXPECT_THAT(refusal({"SELECT 1", "--file", "q.sql"}), HasSubstr("both a statement and --file q.sql are given"));
  EXPECT_THAT(refusal({"--file", folder_.file("none.sql")}), HasSubstr("none.sql"));
  EXPECT_THAT(refusal({"@summry"}), HasSubstr("did you mean \"summary\"?"));
  EXPECT_THAT(refusal({"SELECT 1", "--metric", "efficiency"}), HasSubstr("@degradation"));
  EXPECT_THAT(refusal({"@effects", "HCPA", "M-HEF"}), HasSubstr("the campaign has no strategy M-HEF"));
  EXPECT_THAT(refusal({"@effects", "HCPA"}), HasSubstr("name two instead of HCPA"));
  EXPECT_THAT(refusal({"@summary", "HCPA", "CPA"}), HasSubstr("leave HCPA and CPA out, or ask @effects"));
  EXPECT_THAT(refusal({"SELECT", "1"}), HasSubstr("put quotes around all of it"));
  EXPECT_THAT(refusal({"SELECT 1", "--time-limit", "0"}), HasSubstr("--time-limit"));
  EXPECT_THAT(refusal({"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
                       "--time-limit", "0.1"}),
              HasSubstr("stopped after its time limit of 0.1 s"));
}

// 6 scenarios; the study is none that comes with claims.
TEST_F(QueryCommands, VerifyHoldsARunAgainstClaims) {
  const std::string database = folder_.file("c.db");
  ASSERT_EQ(palio({"run", study_, "--db", database, "--sample", "3", "-q"}).status, 0);
  const std::string claims =
      folder_.write("own.sql",
                    "-- claim: A1\n-- place: table 1\n-- says: scenarios\n-- paper: 6\n-- accept: 6 .. 6\n"
                    "SELECT count(*) AS measured, count(*) AS instances FROM results;\n"
                    "-- claim: A2\n-- says: scenarios\n-- paper: 7\n-- accept: > 6\n"
                    "SELECT count(*) AS measured, count(*) AS instances FROM results\n");
  const test::Finished verified = palio({"verify", database, "--claims", claims, "--format", "csv"});
  EXPECT_EQ(verified.status, 0) << verified.err;
  EXPECT_EQ(verified.out,
            "id,place,claim,paper,accept,tolerance,unit,measured,low,high,shown,instances,verdict\n"
            "A1,table 1,scenarios,6,6 .. 6,,,6,,,,6,reproduced\nA2,,scenarios,7,> 6,,,6,,,,6,deviates\n");
  EXPECT_THAT(verified.err, HasSubstr("1 reproduced, 1 deviate, 0 lack data"));
  EXPECT_EQ(palio({"verify", database, "--claims", claims, "--strict"}).status, 2);
  const test::Finished without = palio({"verify", database});
  EXPECT_EQ(without.status, 1);
  EXPECT_THAT(without.err, HasSubstr("--claims FILE"));
  const test::Finished other = palio({"verify", database, "--as", "ptg-batch"});
  EXPECT_EQ(other.status, 0);
  EXPECT_THAT(other.err, HasSubstr("contains nothing that a claim about ptg-batch measures; its study is small"));
}

}  // namespace
}  // namespace palio
