#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "storage/write/result_store.h"
#include "tests/end_to_end/program.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view k_platform = R"({"format":"palio-platform","version":1,"clusters":[
  {"name":"north","processors":4,"speed":1e9,"processor_link":{"bandwidth":1.25e8,"latency":1e-4}}]})";
constexpr std::string_view k_workload = R"({"format":"palio-workload","version":1,"applications":[{"name":"app",
  "tasks":[{"name":"first","flop":8e9,"alpha":0},{"name":"second","flop":4e9,"alpha":0}],
  "edges":[{"from":"first","to":"second","bytes":1e6}]}]})";

class CommandsTest : public testing::Test {
protected:
  test::Finished palio(const std::vector<std::string>& arguments) { return test::palio(folder_.file(""), arguments); }
  test::Finished simulate(const std::string& strategy, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{
        "simulate", "--platform", folder_.file("p.json"), "--workload", folder_.file("w.json"), "--strategy", strategy};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return palio(arguments);
  }

  test::TemporaryFolder folder_;
  std::string study_ = folder_.write("small.toml", test::k_small_study);
  std::string platform_ = folder_.write("p.json", k_platform);
  std::string workload_ = folder_.write("w.json", k_workload);
};

// s of CPU time of all programs that have ended.
double children_cpu_time() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

TEST_F(CommandsTest, PlanCountsThePaperScaleStudyWithinASecond) {
  const double start = children_cpu_time();
  const test::Finished plan =
      palio({"plan", std::string(PALIO_SOURCE_DIR "/campaign/studies/mixed-parallel.toml"), "--probes", "0"});
  EXPECT_LT(children_cpu_time() - start, 1);
  EXPECT_EQ(plan.status, 0);
  for (const char* figure :
       {"200 platforms", "1,296 workloads", "259,200 instances", "7 strategies", "1,814,400 scenarios"})
    EXPECT_THAT(plan.out, HasSubstr(figure));
}

TEST_F(CommandsTest, AReaderThatHasEnoughIsNoError) {
  // The list is longer than what a pipe holds, so that palio still writes when head is gone.
  const std::string list = std::string(PALIO_PATH " plan ") + PALIO_SOURCE_DIR +
                           "/campaign/studies/mixed-parallel.toml --probes 0 --list 20000 --format csv";
  const std::string talk = folder_.file("talk");
  const std::string command = "bash -c '" + list + " 2>" + talk + " | head -n 1 >/dev/null; exit ${PIPESTATUS[0]}'";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 141);
  EXPECT_EQ(std::filesystem::file_size(talk), 0U);
}

TEST_F(CommandsTest, OutputThatAFullDiskLosesIsAnError) {
  const std::string database = folder_.file("c.db"), talk = folder_.file("talk");
  ASSERT_EQ(palio({"run", study_, "--db", database, "--sample", "1", "-q"}).status, 0);
  // The recursion writes more than a buffer holds, so that the middle of a command meets the full disk.
  for (const std::string& command :
       {std::string("--help"), std::string("list metrics"), "status " + database, "digest " + database,
        "export " + database + " -o -",
        "query " + database + " 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 9999) " +
            "SELECT i FROM n' --format csv"}) {
    const int status = std::system(fmt::format("{} {} >/dev/full 2>{}", PALIO_PATH, command, talk).c_str());
    EXPECT_EQ(WEXITSTATUS(status), 1) << command;
    std::ifstream told(talk);
    EXPECT_THAT(std::string(std::istreambuf_iterator<char>(told), {}),
                HasSubstr("palio: cannot write the output: No space left on device"))
        << command;
  }
}

TEST_F(CommandsTest, SimulateCarriesOutTasksThatShareFiles) {
  // WQ+G: the file is with worker 0 at 1 s and with worker 1 at 2 s; 3 tasks of 2 s: 1 to 3, 2 to 4, 3 to 5 s.
  const test::Finished simulated =
      palio({"simulate", "--platform", "star:workers=2,speed=1,bandwidth=1", "--workload",
             "shared-files:tasks=3,flop=2,file_bytes=1,files=1", "--strategy", "WQ+G", "--format", "csv"});
  EXPECT_EQ(simulated.status, 0) << simulated.err;
  EXPECT_THAT(simulated.out, HasSubstr("task,file,worker,copy,start,finish\n0,0,0,0,1,3\n1,0,1,0,2,4\n2,0,0,0,3,5\n"));
}

TEST_F(CommandsTest, PlanKnowsWhatIsStored) {
  EXPECT_EQ(palio({"run", study_, "--db", folder_.file("c.db"), "--sample", "3", "-q"}).status, 0);
  const test::Finished plan = palio({"plan", study_, "--db", folder_.file("c.db")});
  EXPECT_THAT(plan.out, HasSubstr("6 stored"));
  EXPECT_THAT(plan.out, HasSubstr("42 to run"));
  EXPECT_THAT(plan.out, HasSubstr("Projected from 6 stored costs"));
}

TEST_F(CommandsTest, DryRunPrintsTheScenariosAndStoresNothing) {
  const test::Finished dry = palio({"run", study_, "--db", folder_.file("c.db"), "--sample", "2", "--dry-run"});
  EXPECT_EQ(dry.status, 0);
  EXPECT_EQ(std::count(dry.out.begin(), dry.out.end(), '\n'), 4);
  EXPECT_FALSE(std::filesystem::exists(folder_.file("c.db")));
}

TEST_F(CommandsTest, StatusAndQueryAfterARun) {
  EXPECT_EQ(palio({"run", study_, "--db", folder_.file("c.db"), "-q"}).status, 0);
  const test::Finished status = palio({"status", folder_.file("c.db")});
  EXPECT_THAT(status.out, HasSubstr("48 stored"));
  EXPECT_THAT(status.out, HasSubstr("0 missing"));
  const test::Finished query =
      palio({"query", folder_.file("c.db"), "SELECT strategy, count(*) AS n FROM results GROUP BY strategy", "--format",
             "csv"});
  EXPECT_EQ(query.out, "strategy,n\nHCPA,24\nM-HEFT-MAX,24\n");
}

// Killed before its first session is stored: how much is missing nobody has counted yet.
TEST_F(CommandsTest, StatusOfACampaignWithoutASessionSaysHowToGoOn) {
  const std::string file = folder_.file("begun.db");
  CampaignInfo info;
  info.study = "begun";
  { const ResultStore store(file, info, {.sample = 5}); }
  const test::Finished status = palio({"status", file});
  EXPECT_THAT(status.out, HasSubstr("0 stored (asked for: a sample of 5 instances)"));
  EXPECT_THAT(status.out, Not(HasSubstr("missing")));
  EXPECT_THAT(status.out, HasSubstr("no session has begun; to begin one:\n  palio resume " + file + "\n"));
  EXPECT_THAT(palio({"status", file, "--format", "csv"}).out, HasSubstr("\nbegun,,0,,0,0,,,0,\n"));
}

TEST_F(CommandsTest, QueryTakesItsStatementFromFilesAndFromPalio) {
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
}

TEST_F(CommandsTest, QueryRefusesWhatItCannotAsk) {
  const std::string database = folder_.file("c.db");
  EXPECT_EQ(palio({"run", study_, "--db", database, "--sample", "1", "-q"}).status, 0);
  const auto refusal = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"query", database});
    const test::Finished query = palio(arguments);
    EXPECT_EQ(query.status, 1);
    return query.err;
  };
  EXPECT_THAT(refusal({}), HasSubstr("say what to ask"));
  EXPECT_THAT(refusal({"SELECT 1", "--file", "q.sql"}), HasSubstr("both a statement and --file q.sql are given"));
  EXPECT_THAT(refusal({"--file", folder_.file("none.sql")}), HasSubstr("none.sql"));
  EXPECT_THAT(refusal({"@summry"}), HasSubstr("did you mean \"summary\"?"));
  EXPECT_THAT(refusal({"SELECT 1", "--metric", "efficiency"}), HasSubstr("@degradation"));
  EXPECT_THAT(refusal({"SELECT 1", "--time-limit", "0"}), HasSubstr("--time-limit"));
  EXPECT_THAT(refusal({"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
                       "--time-limit", "0.1"}),
              HasSubstr("stopped after its time limit of 0.1 s"));
}

// 6 scenarios; the study is none that comes with claims.
TEST_F(CommandsTest, VerifyHoldsARunAgainstClaims) {
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
  EXPECT_THAT(other.err, HasSubstr("holds nothing that a claim about ptg-batch measures; its study is small"));
}

// The study has 24 instances.
TEST_F(CommandsTest, ASampleOfAllIsNone) {
  const std::string database = folder_.file("c.db"), page = folder_.file("page.html");
  const auto read = [&] {
    EXPECT_EQ(palio({"report", database, "-o", page}).status, 0);
    std::ifstream in(page);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  ASSERT_EQ(palio({"run", study_, "--db", database, "--sample", "23", "-q"}).status, 0);
  EXPECT_THAT(palio({"status", database}).out, HasSubstr("46 wanted (a sample of 23 instances)"));
  EXPECT_THAT(read(), HasSubstr("a sample of 23 instances"));
  ASSERT_EQ(palio({"run", study_, "--db", database, "--sample", "60", "-q"}).status, 0);
  EXPECT_THAT(palio({"status", database}).out, AllOf(HasSubstr("48 wanted\n"), Not(HasSubstr("a sample"))));
  EXPECT_THAT(read(), Not(HasSubstr("a sample of")));
}

TEST_F(CommandsTest, ReportLeavesAloneWhatItDoesNotWrite) {
  const std::string database = folder_.file("c.db");
  ASSERT_EQ(palio({"run", study_, "--db", database, "--sample", "2", "-q"}).status, 0);
  const std::string file = folder_.write("p.csv", "old"), mine = folder_.write("link.csv.part", "mine");
  const std::string link = folder_.file("link.csv");
  std::filesystem::create_symlink(file, link);
  const test::Finished figure = palio({"report", database, "--figure", "profile", "-o", link});
  EXPECT_EQ(figure.status, 0) << figure.err;
  EXPECT_EQ(figure.err, "wrote " + link + "\n");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_GT(std::filesystem::file_size(file), 3U);
  EXPECT_EQ(std::filesystem::file_size(mine), 4U);
  std::filesystem::create_directory(folder_.file("folder"));
  const test::Finished folder = palio({"report", database, "-o", folder_.file("folder")});
  EXPECT_EQ(folder.status, 1);
  EXPECT_THAT(folder.err, HasSubstr("cannot write " + folder_.file("folder") + ": Is a directory"));
}

TEST_F(CommandsTest, ReportTakesAMetricAndFiguresOfOnesOwn) {
  const std::string database = folder_.file("c.db");
  ASSERT_EQ(palio({"run", study_, "--db", database, "--sample", "2", "-q"}).status, 0);
  const std::string mine =
      folder_.write("mine.sql",
                    "-- figure: mine\n-- title: By {metric}\n-- chart: bar\n"
                    "SELECT strategy AS x, count(*) AS y FROM results GROUP BY strategy;\n"
                    "-- figure: wrong\n-- title: T\n-- chart: bar\nSELECT strategy AS x, makespn AS y FROM results;\n");
  const test::Finished figure = palio({"report", database, "--figures", mine, "--metric", "efficiency", "--figure",
                                       "mine", "-o", folder_.file("mine.json")});
  EXPECT_EQ(figure.status, 0) << figure.err;
  const test::Finished wrong = palio({"report", database, "--figures", mine, "-o", folder_.file("page.html")});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_THAT(wrong.err, HasSubstr(mine + ":5: figure wrong: "));
  EXPECT_THAT(wrong.err, HasSubstr("did you mean \"makespan\"?"));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("page.html")));
  const test::Finished over = palio({"report", database, "--figures", mine, "-o", mine});
  EXPECT_EQ(over.status, 1);
  EXPECT_THAT(over.err, HasSubstr("is the file of --figures"));
  EXPECT_THAT(palio({"report", database, "--metric", "makspan", "-o", folder_.file("page.html")}).err,
              HasSubstr("did you mean \"makespan\""));
}

// A metric in the study is about reports alone: the same digest, and nothing to run where it is added.
TEST_F(CommandsTest, ReportIsAboutTheMetricThatTheStudyNames) {
  const std::string database = folder_.file("c.db"), page = folder_.file("page.json");
  ASSERT_EQ(palio({"run", study_, "--db", database, "-q"}).status, 0);
  const std::string digest = palio({"digest", database}).out;
  const auto title = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"report", database, "--figure", "profile", "-o", page};
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(palio(arguments).status, 0);
    std::ifstream in(page);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  EXPECT_THAT(title({}), HasSubstr("profile of the makespan"));
  std::string text(test::k_small_study);
  text.insert(text.find("seed = 5"), "metric = \"efficiency\"\n");
  folder_.write("small.toml", text);
  EXPECT_THAT(palio({"run", study_, "--db", database}).err, HasSubstr("nothing is missing"));
  EXPECT_EQ(palio({"digest", database}).out, digest);
  EXPECT_THAT(title({}), HasSubstr("profile of the efficiency"));
  EXPECT_THAT(title({"--metric", "makespan"}), HasSubstr("profile of the makespan"));
  EXPECT_EQ(palio({"resume", database, "-q"}).status, 0);
  EXPECT_THAT(title({}), HasSubstr("profile of the efficiency"));
}

TEST_F(CommandsTest, SimulateShowsTheSchedule) {
  // M-HEFT: both tasks on all four processors: 2 s and 1 s; the data stays where it is.
  const test::Finished table = simulate("M-HEFT");
  EXPECT_EQ(table.status, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("north"));
  EXPECT_THAT(table.out, HasSubstr("0-3"));
  const test::Finished json = simulate("M-HEFT", {"--format", "json"});
  for (const char* part : {"\"name\": \"first\"", "\"cluster\": \"north\"", "\"predicted_start\": 0.0",
                           "\"engine\": \"SimGrid\"", "\"processors_used\": 4"})
    EXPECT_THAT(json.out, HasSubstr(part));
}

TEST_F(CommandsTest, SimulateRefusesBadInputBeforeAnythingRuns) {
  EXPECT_THAT(simulate("M-HEFT:treshold=1").err, HasSubstr("M-HEFT has no parameters"));
  EXPECT_THAT(simulate("M-HEFT-IMP:treshold=1").err, HasSubstr("did you mean \"threshold\"?"));
  EXPECT_THAT(simulate("M-HEFT-IMP:threshold=2").err, HasSubstr("outside [0, 1]"));
  EXPECT_THAT(simulate("MHEFT").err, HasSubstr("did you mean \"M-HEFT\"?"));
  folder_.write("w.json", "{\"format\": ");
  EXPECT_THAT(simulate("M-HEFT").err, HasSubstr("w.json"));
  std::filesystem::remove(platform_);
  EXPECT_THAT(simulate("M-HEFT").err, HasSubstr("p.json: no such file"));
  EXPECT_EQ(simulate("M-HEFT").status, 1);
}

TEST_F(CommandsTest, SimulateTakesWhatADryRunPrints) {
  const std::string dry = palio({"run", study_, "--sample", "1", "--dry-run"}).out;
  const std::size_t workload = dry.find('\t') + 1;
  const std::size_t strategy = dry.find('\t', workload) + 1;
  const test::Finished one = palio({"simulate", "--platform", dry.substr(0, workload - 1), "--workload",
                                    dry.substr(workload, strategy - workload - 1), "--strategy",
                                    dry.substr(strategy, dry.find('\n') - strategy), "--format", "json"});
  EXPECT_EQ(one.status, 0) << one.err;
  // The campaign meets the same scenario and finds the same makespan, bit by bit.
  EXPECT_EQ(palio({"run", study_, "--db", folder_.file("c.db"), "--sample", "1", "-q"}).status, 0);
  const std::string row =
      palio({"query", folder_.file("c.db"),
             "SELECT makespan FROM results WHERE strategy = '" + dry.substr(strategy, dry.find('\n') - strategy) + "'",
             "--format", "csv"})
          .out;
  const std::string makespan = row.substr(row.find('\n') + 1, row.rfind('\n') - row.find('\n') - 1);
  EXPECT_THAT(one.out, HasSubstr("\"makespan\": " + makespan));
}

TEST_F(CommandsTest, SimulateRefusesARecipeThatIsNotComplete) {
  const auto platform = [&](const std::string& typed) {
    return palio({"simulate", "--platform", typed, "--workload", workload_, "--strategy", "M-HEFT"}).err;
  };
  EXPECT_THAT(platform("random-multi-cluster:clusters=2"), HasSubstr("is missing"));
  EXPECT_THAT(platform("random-multi-cluster:cluster=2"), HasSubstr("did you mean \"clusters\"?"));
  EXPECT_THAT(platform("random-multicluster"), HasSubstr("did you mean \"random-multi-cluster\"?"));
  EXPECT_THAT(platform("file:path=" + platform_ + ",digest=0"), HasSubstr("p.json has changed"));
}

// Through a pipe, as another program would write it.
TEST_F(CommandsTest, ADashIsStandardInput) {
  const std::string told = folder_.file("told");
  const auto status = [&](const std::string& input, const std::string& command) {
    const std::string line =
        fmt::format("cat {} | PALIO_WORKER={} {} {} >{} 2>&1", input, PALIO_WORKER_PATH, PALIO_PATH, command, told);
    return WEXITSTATUS(std::system(line.c_str()));
  };
  const auto text = [&] {
    std::ifstream file(told);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  EXPECT_EQ(status(study_, "plan - --probes 0 --format csv"), 0) << text();
  EXPECT_THAT(text(), HasSubstr("\nsmall,"));
  EXPECT_EQ(status(folder_.write("wrong.toml", "[study]\nnam = 1\n"), "plan -"), 1);
  EXPECT_THAT(text(), HasSubstr("palio: standard input:2: unknown key \"nam\""));
  EXPECT_EQ(status(platform_, "simulate --strategy M-HEFT --platform - --workload " + workload_), 0) << text();
  EXPECT_THAT(text(), HasSubstr("makespan             3 s"));
  EXPECT_EQ(status(platform_, "simulate --strategy M-HEFT --platform - --workload -"), 1);
  EXPECT_THAT(text(), HasSubstr("standard input can be read once"));
}

TEST_F(CommandsTest, AReportIsAPage) {
  const std::string database = folder_.file("c.db");
  ASSERT_EQ(palio({"run", study_, "--db", database, "--sample", "1", "-q"}).status, 0);
  for (const std::string name : {"x.pdf", "report"}) {
    const test::Finished refused = palio({"report", database, "-o", folder_.file(name)});
    EXPECT_EQ(refused.status, 1);
    EXPECT_THAT(refused.err, HasSubstr("a report is written as .html"));
    EXPECT_FALSE(std::filesystem::exists(folder_.file(name)));
  }
  EXPECT_EQ(palio({"report", database, "-o", "/dev/null"}).status, 0);
}

TEST_F(CommandsTest, ListShowsOneInFull) {
  const std::string entry = palio({"list", "strategies", "M-HEFT-IMP"}).out;
  for (const char* part : {"M-HEFT-IMP\nM-HEFT that adds a processor only", "\nSource: N'Takp", "\nthreshold  0.05",
                           "least relative gain in execution time for one more processor\n"})
    EXPECT_THAT(entry, HasSubstr(part));
  EXPECT_THAT(palio({"list", "strategies", "M-HEFT"}).out, HasSubstr("It has no parameters.\n"));
  EXPECT_THAT(palio({"list", "metrics", "efficiency"}).out, HasSubstr("metric = efficiency\n"));
  EXPECT_THAT(palio({"list", "functions", "quantile"}).out, HasSubstr("function = quantile(x, p)\n"));
  EXPECT_THAT(palio({"list", "queries", "summary"}).out, HasSubstr("median(makespan)"));
  EXPECT_EQ(palio({"list", "metrics", "processors", "--format", "csv"}).out,
            "metric,unit,better,meaning\nprocessors,\"\",\"\",processors of the platform\n");
  EXPECT_THAT(palio({"list", "strategies", "HCPAX"}).err,
              HasSubstr("there is no strategy \"HCPAX\" (did you mean \"HCPA\"?)"));
  EXPECT_THAT(palio({"list", "strategis"}).err, HasSubstr("(did you mean \"strategies\"?)"));
}

TEST_F(CommandsTest, ListNamesEverything) {
  EXPECT_THAT(palio({"list", "strategies"}).out, HasSubstr("HCPA-OPT-FLEX"));
  EXPECT_THAT(palio({"list", "platforms"}).out, HasSubstr("random-multi-cluster"));
  EXPECT_THAT(palio({"list", "workloads"}).out, HasSubstr("random-ptg"));
  EXPECT_THAT(palio({"list", "metrics"}).out, HasSubstr("efficiency"));
  EXPECT_THAT(palio({"list", "studies"}).out, HasSubstr("1814400"));
  EXPECT_THAT(palio({"list", "functions"}).out, HasSubstr("wilcoxon(x, y)"));
  EXPECT_THAT(palio({"list", "queries"}).out, HasSubstr("@degradation"));
}

TEST_F(CommandsTest, UsageErrorsExitWithOne) {
  EXPECT_EQ(palio({"rnu"}).status, 1);
  EXPECT_THAT(palio({"queri", "a.db"}).err, HasSubstr("there is no command \"queri\" (did you mean \"query\"?)"));
  EXPECT_EQ(palio({"run"}).status, 1);
  EXPECT_EQ(palio({"run", study_, "-j", "0"}).status, 1);
  EXPECT_EQ(palio({"run", study_, "--shard", "5/4"}).status, 1);
  EXPECT_EQ(palio({"run", folder_.file("none.toml")}).status, 1);
  EXPECT_EQ(palio({"--help"}).status, 0);
  for (const char* command :
       {"plan", "run", "resume", "status", "query", "check", "diff", "export", "digest", "list", "simulate"})
    EXPECT_EQ(palio({command, "--help"}).status, 0) << command;
}

TEST_F(CommandsTest, WhatAnOptionCannotTakeIsSaidInItsWords) {
  const auto told = [&](const std::vector<std::string>& arguments) {
    const test::Finished refused = palio(arguments);
    EXPECT_EQ(refused.status, 1);
    return refused.err.substr(0, refused.err.find('\n'));
  };
  for (const std::string value : {"0", "-1", "abc", "inf"})
    EXPECT_EQ(told({"query", "c.db", "SELECT 1", "--time-limit=" + value}),
              "palio: --time-limit takes a positive number of seconds, not \"" + value + "\"");
  EXPECT_EQ(told({"run", study_, "--timeout=-1"}),
            "palio: --timeout takes zero or a positive number of seconds, not \"-1\"");
  EXPECT_EQ(told({"run", study_, "-j", "5000"}), "palio: --jobs takes a whole number from 1 to 4096, not \"5000\"");
  EXPECT_EQ(told({"list", "metrics", "--format", "yaml"}),
            "palio: --format takes table, csv, json, markdown or line, not \"yaml\"");
  EXPECT_EQ(told({"diff", "a.db", "b.db", "--tolerance", "50%"}),
            "palio: --tolerance takes zero or a positive number, not \"50%\"");
  EXPECT_EQ(told({"diff", "a.db", "b.db", "--list=-1"}), "palio: --list takes a whole number of 0 or more, not \"-1\"");
}

TEST_F(CommandsTest, ForeignDatabasesAreLeftAlone) {
  const std::string text = folder_.write("notes.db", "these are not the rows you are looking for\n");
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"run", study_, "--db", text},
                                                    {"status", text},
                                                    {"query", text, "SELECT 1"},
                                                    {"check", text},
                                                    {"digest", text},
                                                    {"resume", text}}) {
    const test::Finished finished = palio(arguments);
    EXPECT_EQ(finished.status, 1) << arguments.front();
    EXPECT_THAT(finished.err, HasSubstr("notes.db"));
  }
  std::ifstream file(text);
  std::string line;
  std::getline(file, line);
  EXPECT_EQ(line, "these are not the rows you are looking for");
}

TEST_F(CommandsTest, CheckSaysWhatItFoundAndWhatToDo) {
  const std::string database = folder_.file("c.db");
  EXPECT_EQ(palio({"run", study_, "--db", database, "--sample", "3", "-q"}).status, 0);
  const test::Finished sound = palio({"check", database, "--format", "csv"});
  EXPECT_EQ(sound.status, 0) << sound.out;
  EXPECT_THAT(sound.out, HasSubstr("scenarios,ok,\"6, each stored once\"\n"));
  EXPECT_THAT(sound.out, HasSubstr("study,ok,small: its text and input files give 48 scenarios\n"));
  EXPECT_EQ(sound.err, "");
  ASSERT_EQ(
      std::system(("sqlite3 '" + database + "' 'UPDATE campaign SET study_text = 0; DELETE FROM strategy'").c_str()),
      0);
  const test::Finished damaged = palio({"check", database, "--format", "csv"});
  EXPECT_EQ(damaged.status, 2);
  EXPECT_THAT(damaged.out, HasSubstr("references,wrong,6 rows of result refer to a strategy that is not there\n"));
  EXPECT_THAT(damaged.out, HasSubstr("study,wrong,"));
  EXPECT_THAT(damaged.err, HasSubstr(database + ": 3 of 13 checks found something wrong"));
}

// A killed run leaves the file in write-ahead mode; resume reads it before it writes it.
TEST_F(CommandsTest, AResumedCampaignIsOnePlainFileAgain) {
  const std::string database = folder_.file("c.db");
  EXPECT_EQ(palio({"run", study_, "--db", database, "--sample", "3", "-q"}).status, 0);
  ASSERT_EQ(std::system(("sqlite3 '" + database + "' 'PRAGMA journal_mode = WAL' > '" + database + ".mode'").c_str()),
            0);
  EXPECT_EQ(palio({"resume", database, "--sample", "5", "-q"}).status, 0);
  EXPECT_FALSE(std::filesystem::exists(database + "-wal"));
  EXPECT_FALSE(std::filesystem::exists(database + "-shm"));
}

TEST_F(CommandsTest, DigestsOfEqualCampaignsAreEqual) {
  EXPECT_EQ(palio({"run", study_, "--db", folder_.file("a.db"), "-q", "-j", "1"}).status, 0);
  EXPECT_EQ(palio({"run", study_, "--db", folder_.file("b.db"), "-q", "--shard", "2/2"}).status, 0);
  const test::Finished half = palio({"digest", folder_.file("b.db")});
  EXPECT_EQ(palio({"run", study_, "--db", folder_.file("b.db"), "-q"}).status, 0);
  const test::Finished both = palio({"digest", folder_.file("a.db"), folder_.file("b.db")});
  // 32 digits, two blanks, the file and its counts.
  const std::string first = both.out.substr(0, 32);
  EXPECT_EQ(both.out, first + "  " + folder_.file("a.db") + ": 48 scenarios, 48 completed, 0 failed\n" + first + "  " +
                          folder_.file("b.db") + ": 48 scenarios, 48 completed, 0 failed\n");
  EXPECT_NE(half.out.substr(0, 32), first);
  EXPECT_THAT(
      palio({"digest", folder_.file("a.db"), "--format", "csv"}).out,
      HasSubstr("database,digest,scenarios,completed,failed\n" + folder_.file("a.db") + "," + first + ",48,48,0"));
}

TEST_F(CommandsTest, AScenarioThatTakesTooLongIsANamedFailure) {
  // Two thousand tasks take a second of CPU time; the limit is 20 ms.
  std::string text(test::k_small_study);
  text.replace(text.find("[5, 8, 10]"), 10, "2000");
  const test::Finished run = palio({"run", folder_.write("large.toml", text), "--db", folder_.file("c.db"), "--sample",
                                    "2", "--timeout", "0.02", "-q"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("4 scenarios failed"));
  EXPECT_EQ(
      test::count(folder_.file("c.db"), "SELECT count(*) FROM results WHERE outcome = 'timeout' AND makespan IS NULL"),
      4);
  // Two strategies, two groups; the limit is a number, so it does not split them.
  const test::Finished failures = palio({"status", folder_.file("c.db"), "--failures", "--format", "csv"});
  EXPECT_THAT(failures.out, HasSubstr("\n2,timeout,HCPA,"));
  EXPECT_THAT(failures.out, HasSubstr("\n2,timeout,M-HEFT-MAX,"));
  EXPECT_THAT(failures.err, HasSubstr("palio resume " + folder_.file("c.db") + " --retry-failed"));
}

}  // namespace
}  // namespace palio
