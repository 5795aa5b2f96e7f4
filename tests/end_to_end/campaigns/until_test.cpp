// Draws that are added until intervals are narrow enough.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <thread>

#include "tests/end_to_end/support/command_test.h"

namespace palio {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string k_target = "relative half-width of mean(makespan) by strategy <= 45 %";

class UntilTest : public test::CommandTest {
protected:
  std::vector<std::string> arguments(const std::string& database, const std::string& jobs) const {
    return {"run", study_, "--db", folder_.file(database), "-j", jobs, "--engine", "fluid", "-q", "--until", k_target};
  }
  std::string results(const std::string& database) { return test::results(folder_.file(database)); }
  static std::vector<std::string> lines_with(const std::string& text, std::string_view begin) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
      if (line.starts_with(begin)) lines.push_back(line);
    return lines;
  }
  std::string looks(const std::string& database) {
    return palio({"query", folder_.file(database),
                  "SELECT substr(study_text, instr(study_text, '[looks]')) AS looks FROM campaign", "--format", "csv"})
        .out;
  }
};

TEST_F(UntilTest, IsTheSameCampaignOnAnyNumberOfWorkersAndAfterKills) {
  const test::Finished whole = palio(arguments("whole.db", "1"));
  ASSERT_EQ(whole.status, 0) << whole.err;
  EXPECT_THAT(whole.err, HasSubstr("look 2 of at most 6"));
  ASSERT_EQ(palio(arguments("two.db", "2")).status, 0);
  EXPECT_EQ(results("two.db"), results("whole.db"));
  EXPECT_EQ(looks("two.db"), looks("whole.db"));

  for (int moment = 0; moment < 3; ++moment) {
    const std::string database = "killed" + std::to_string(moment) + ".db";
    test::Program program(folder_.file(""), arguments(database, "2"));
    std::this_thread::sleep_for(std::chrono::milliseconds(100 + 200 * moment));
    program.signal(SIGKILL);
    program.wait();
    ASSERT_EQ(palio(arguments(database, "1")).status, 0);
    EXPECT_EQ(results(database), results("whole.db")) << moment;
    EXPECT_EQ(looks(database), looks("whole.db")) << moment;
  }
}

TEST_F(UntilTest, StopsAtThePrecisionOfOtherValuesThanTheMean) {
  for (const std::string value : {"geometric_mean(makespan)", "median(makespan)", "quantile(makespan, 0.8)"}) {
    const std::string database = value.substr(0, 3) + ".db";
    std::vector<std::string> typed = arguments(database, "2");
    typed.back() = "relative half-width of " + value + " by strategy <= 60 %";
    const test::Finished ended = palio(typed);
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_THAT(ended.err, AllOf(HasSubstr("look 2 of at most 6"), HasSubstr(", 2 of 2 hold"))) << value;
    EXPECT_THAT(looks(database), HasSubstr(value));
    // A resumed campaign has the stored target, and its last look again.
    const std::string before = results(database);
    const std::string last = lines_with(ended.err, "look ").back();
    EXPECT_THAT(palio({"resume", folder_.file(database), "-q"}).err, AllOf(HasSubstr(last), HasSubstr("2 of 2 hold")));
    EXPECT_EQ(results(database), before);
  }
}

// One link of 0.1 byte/s among those of 20 platforms. OLB sends data over it.
TEST_F(UntilTest, SaysThatOneDrawRulesTheMean) {
  study_ = folder_.write("heavy.toml", R"([study]
name = "heavy"
seed = 19

[[platform]]
family = "normal-mesh"
samples = 20

[[workload]]
family = "chains"
mean_bytes = 1e7
samples = 2

[[strategy]]
name = "OLB"
)");
  std::vector<std::string> typed = arguments("h.db", "2");
  typed.back() = "relative half-width of mean(makespan) by strategy <= 30 %";
  typed.insert(typed.end(), {"--at-most", "100"});
  const test::Finished of_mean = palio(typed);
  EXPECT_EQ(of_mean.status, 0) << of_mean.err;
  EXPECT_THAT(of_mean.err, HasSubstr("one of 40 instances makes up 99.9 % of the sum at strategy OLB: the mean says "
                                     "nothing about the others"));
  EXPECT_THAT(of_mean.err, HasSubstr("one of 25 platforms makes up 99.9 % of the sum at strategy OLB"));
  EXPECT_THAT(of_mean.err, HasSubstr("ask for geometric_mean(makespan) instead of mean(makespan)"));
  EXPECT_THAT(of_mean.err, HasSubstr("it ends here"));
  typed[typed.size() - 3] = "relative half-width of median(makespan) by strategy <= 60 %";
  typed.back() = "4000";
  const test::Finished of_median = palio(typed);
  EXPECT_EQ(of_median.status, 0) << of_median.err;
  EXPECT_THAT(of_median.err, AllOf(HasSubstr("at strategy OLB: holds"), Not(HasSubstr("makes up"))));
}

TEST_F(UntilTest, LeavesACampaignAsAnyOther) {
  ASSERT_EQ(palio(arguments("a.db", "2")).status, 0);
  EXPECT_EQ(palio({"check", folder_.file("a.db")}).status, 0);
  EXPECT_THAT(palio({"resume", folder_.file("a.db"), "-q"}).err, HasSubstr("nothing is missing"));
  const std::string before = results("a.db");
  // Without --until the draws are wanted all the same.
  const test::Finished again = palio({"run", study_, "--db", folder_.file("a.db"), "-q"});
  EXPECT_EQ(again.status, 0);
  EXPECT_THAT(again.err, Not(HasSubstr("do not belong")));
  EXPECT_EQ(results("a.db"), before);
  EXPECT_EQ(test::count(folder_.file("a.db"), "SELECT count(*) FROM result WHERE stale"), 0);
}

TEST_F(UntilTest, EndsAtItsBudgetAndSaysWhatIsLeft) {
  std::vector<std::string> narrow = arguments("b.db", "2");
  narrow.back() = "relative half-width of mean(makespan) <= 3 %";
  narrow.insert(narrow.end(), {"--at-most", "30"});
  const test::Finished ended = palio(narrow);
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("it ends here: at most 30 instances are allowed"));
  EXPECT_THAT(ended.err, HasSubstr("expected to be enough: "));
  EXPECT_EQ(palio({"check", folder_.file("b.db")}).status, 0);
  EXPECT_LE(test::count(folder_.file("b.db"), "SELECT count(*) FROM result"), 60);
}

TEST_F(UntilTest, GoesOnUntilClaimsAreDecided) {
  const auto decided = [&](const std::string& study, const std::string& where, std::vector<std::string> more) {
    more.insert(more.begin(), {"run", study, "--db", folder_.file(study + ".db"), "-q", "--engine", "fluid", "--audit",
                               "0", "--where", where, "--until", "decided"});
    const test::Finished ended = palio(more);
    EXPECT_EQ(ended.status, 0) << ended.err;
    return ended.err;
  };
  EXPECT_THAT(decided("ptg-batch", "batch = 2", {}), HasSubstr("26 of 26 claims are"));
  EXPECT_THAT(palio({"verify", folder_.file("ptg-batch.db")}).err, HasSubstr(" 0 lack data"));
  // Claims about other loads and strategies have no value here, and no draws give them one.
  const std::string ended =
      decided("bag-of-tasks", "load = 1 AND strategy IN ('CBS3M-EDF', 'FIFO')", {"--at-most", "200"});
  EXPECT_THAT(ended, HasSubstr("it ends here: no number of draws is expected to decide a claim that is left"));
  EXPECT_THAT(ended, HasSubstr("claim P1a: no number of draws is expected to decide it"));
  // The draws are those of the part that was run: 100 instances.
  const test::Finished needs = palio({"verify", folder_.file("bag-of-tasks.db"), "--needs"});
  EXPECT_THAT(needs.err, HasSubstr("\nclaim P1a: no number of draws is expected to decide it\n"));
  for (const std::string& line : lines_with(ended, "  claim "))
    EXPECT_THAT("\n" + needs.err, HasSubstr("\n" + line.substr(2))) << line;
}

TEST_F(UntilTest, OfOtherTargetsOrScenariosBeginsItsLooksAnew) {
  const auto looks_after = [&](const std::string& target, std::vector<std::string> more) {
    std::vector<std::string> typed = arguments("q.db", "2");
    typed.back() = target;
    typed.insert(typed.end(), more.begin(), more.end());
    const test::Finished ran = palio(typed);
    EXPECT_EQ(ran.status, 0) << ran.err;
    return lines_with(ran.err, "look ");
  };
  const std::vector<std::string> first = looks_after(k_target, {});
  ASSERT_GT(first.size(), 1U);
  EXPECT_THAT(looks_after("relative half-width  of mean(makespan) by strategy <= 45.0%", {"--until", k_target}),
              ElementsAre(first.back()));
  EXPECT_THAT(looks_after(k_target, {"--where", "tasks > 5"}).front(), StartsWith("look 1 "));
  EXPECT_THAT(looks_after("relative half-width of mean(makespan) <= 90 %", {}), ElementsAre(StartsWith("look 1 ")));
}

TEST_F(UntilTest, MayBeDropped) {
  ASSERT_EQ(palio(arguments("d.db", "2")).status, 0);
  const std::string before = results("d.db");
  for (const std::vector<std::string>& typed :
       {std::vector<std::string>{"resume", folder_.file("d.db"), "-q", "--until", "none"},
        std::vector<std::string>{"resume", folder_.file("d.db"), "-q"}}) {
    const test::Finished ran = palio(typed);
    EXPECT_EQ(ran.status, 0);
    EXPECT_THAT(ran.err, AllOf(HasSubstr("nothing is missing"), Not(HasSubstr("look "))));
  }
  EXPECT_EQ(results("d.db"), before);
  EXPECT_EQ(palio({"check", folder_.file("d.db")}).status, 0);
}

TEST_F(UntilTest, WithASmallerBudgetThanThereIsAddsNothing) {
  ASSERT_EQ(palio(arguments("s.db", "2")).status, 0);
  std::vector<std::string> smaller = arguments("s.db", "2");
  smaller.back() = "relative half-width of mean(makespan) <= 3 %";
  smaller.insert(smaller.end(), {"--at-most", "24"});
  const test::Finished ended = palio(smaller);
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("it ends here: at most 24 instances are allowed"));
}

TEST_F(UntilTest, OfAMetricThatNothingHasSaysSo) {
  std::vector<std::string> typed = arguments("u.db", "2");
  typed.back() = "half-width of mean(unfairness) <= 1";
  EXPECT_THAT(palio(typed).err, HasSubstr("no scenario that was completed has the metric unfairness"));
}

TEST_F(UntilTest, BeginsNoLookThatEndsTooLate) {
  std::vector<std::string> narrow = arguments("m.db", "2");
  narrow.back() = "relative half-width of mean(makespan) <= 3 %";
  narrow.insert(narrow.end(), {"--at-most-minutes", "1e-6"});
  const test::Finished ended = palio(narrow);
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.err, testing::ContainsRegex("it ends here: the next look is projected to end .* after the start"));
  EXPECT_THAT(ended.err, Not(HasSubstr("look 2")));
  // The looks go on as if it had not been limited.
  narrow.resize(narrow.size() - 2);
  EXPECT_THAT(palio(narrow).err, HasSubstr("look 2 of at most 6"));
}

// One cluster and one task from a file.
constexpr std::string_view k_fixed = R"([study]
name = "fixed"
seed = 5
engine = "fluid"
[[platform]]
family = "listed-clusters"
cluster_sizes = [[2]]
cluster_speeds = [[1e9]]
[[workload]]
family = "workflow"
path = "one.json"
uncertainty = "gamma"
deviation = [0, 0.5]
realizations = 60
[[strategy]]
name = "HEFT"
)";

TEST_F(UntilTest, AddsRealizationsWhereNothingElseCanBeDrawn) {
  folder_.write("fixed.toml", std::string(k_fixed));
  folder_.write("one.json", R"({"format": "palio-workload", "version": 1, "applications": [
      {"name": "g", "tasks": [{"name": "a", "flop": 1e10, "alpha": 1}]}]})");
  std::vector<std::string> run{"run", folder_.file("fixed.toml"), "--db", folder_.file("fixed.db"), "-q"};
  const std::vector<std::string> until{"--until", "relative half-width of mean(mean_makespan) by deviation <= 2 %"};
  run.insert(run.end(), until.begin(), until.end());
  const test::Finished ran = palio(run);
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.err, AllOf(HasSubstr("look 1 of at most 6: 60 realizations of 2 instances"),
                             HasSubstr("next: 240 realizations of 2 instances"), HasSubstr("2 of 2 hold")));
  // 2.17 x 0.5 / sqrt(n) <= 0.02: n is about 2,943, and each look has a quarter more at least.
  const auto value = [&](const std::string& sql) {
    const std::string csv = palio({"query", folder_.file("fixed.db"), sql, "--format", "csv"}).out;
    return std::stod(csv.substr(csv.find('\n') + 1));
  };
  EXPECT_NEAR(value("SELECT realizations FROM results WHERE deviation > 0"), 3300, 800);
  EXPECT_NEAR(value("SELECT mean_makespan FROM results WHERE deviation > 0"), 10, 0.4);
  EXPECT_EQ(value("SELECT mean_makespan FROM results WHERE deviation = 0"), 10);
  EXPECT_THAT(palio(run).err, HasSubstr("nothing is missing"));

  for (const char* target : {"half-width of mean(makespan) <= 1", "half-width of median(mean_makespan) <= 1"})
    EXPECT_THAT(palio({"run", folder_.file("fixed.toml"), "--db", folder_.file("none.db"), "--until", target}).err,
                HasSubstr("only realizations can be drawn anew, which make mean(mean_makespan) precise"));
}

TEST_F(UntilTest, RefusesWhatCannotBeMetBeforeItRuns) {
  const auto refusal = [&](const std::string& study, std::vector<std::string> more) {
    more.insert(more.begin(), {"run", study, "--db", folder_.file("none.db"), "-q"});
    const test::Finished refused = palio(more);
    EXPECT_EQ(refused.status, 1);
    EXPECT_FALSE(std::filesystem::exists(folder_.file("none.db")));
    return refused.err;
  };
  EXPECT_THAT(refusal(study_, {"--until", "half-width of mean(makespam) <= 1"}), HasSubstr("makespam"));
  EXPECT_THAT(refusal(study_, {"--until", "half-width of mean(makespan) by taks <= 1"}), HasSubstr("by taks: "));
  EXPECT_THAT(refusal(study_, {"--until", "half-width of quantile(makespan, 95) <= 1"}),
              HasSubstr("95 is not a quantile level"));
  EXPECT_THAT(refusal(study_, {"--until", k_target, "--sample", "3"}), HasSubstr("leave --sample"));
  EXPECT_THAT(refusal(study_, {"--until", k_target, "--at-most", "23"}), HasSubstr("24 instances are wanted"));
  EXPECT_THAT(refusal(study_, {"--at-most", "23"}), HasSubstr("give --until"));
  EXPECT_THAT(refusal(study_, {"--at-most-minutes", "1"}), HasSubstr("--at-most-minutes limits what --until asks for"));
  EXPECT_THAT(refusal(study_, {"--until", "decided"}), HasSubstr("no claims about the study small"));
  EXPECT_THAT(refusal(study_, {"--until", k_target, "--where", "workload_sample < 1"}),
              HasSubstr("workload_sample chooses among the draws"));
  EXPECT_THAT(refusal("shared-files-table1", {"--until", k_target}), HasSubstr("nothing can be drawn anew"));
}

}  // namespace
}  // namespace palio
