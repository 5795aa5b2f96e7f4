// Two engines from the command line.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/end_to_end/support/program.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class EnginesTest : public testing::Test {
protected:
  Finished palio(const std::vector<std::string>& arguments) { return test::palio(folder_.file(""), arguments); }
  Finished run(const std::string& database, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"run", study_, "--db", database, "--sample", "4", "-q"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return palio(arguments);
  }
  std::int64_t count(const std::string& database, const std::string& what) {
    return test::count(database, "SELECT count(*) FROM results WHERE " + what);
  }

  TemporaryFolder folder_;
  std::string study_ = folder_.write("small.toml", k_small_study);
  std::string a_ = folder_.file("a.db"), b_ = folder_.file("b.db");
};

TEST_F(EnginesTest, GiveTheSameResults) {
  EXPECT_EQ(run(a_).status, 0);
  const Finished fluid = run(b_, {"--engine", "fluid", "--audit", "100%"});
  EXPECT_EQ(fluid.status, 0) << fluid.err;
  EXPECT_EQ(count(a_, "engine = 'SimGrid' AND engine_difference IS NULL"), 8);
  EXPECT_EQ(count(b_, "engine = 'fluid' AND engine_difference <= 1e-9"), 8);
  const Finished diff = palio({"diff", a_, b_, "--within", "1e-9"});
  EXPECT_EQ(diff.status, 0) << diff.out;
  EXPECT_THAT(diff.out, HasSubstr("            8 equal\n"));
}

TEST_F(EnginesTest, AuditIsAShareUnlessGiven) {
  EXPECT_EQ(run(b_, {"--engine", "fluid", "--audit", "0"}).status, 0);
  EXPECT_EQ(count(b_, "engine_difference IS NULL"), 8);
  const std::string same = R"(SELECT count(*) FROM request WHERE options = '["--engine=fluid","--audit=0"]')";
  EXPECT_EQ(test::count(b_, same), 1);
  EXPECT_EQ(palio({"resume", b_, "-q"}).status, 0);
  EXPECT_EQ(test::count(b_, same), 2);
  EXPECT_THAT(palio({"status", b_}).out, Not(HasSubstr("simulated by SimGrid")));
}

TEST_F(EnginesTest, AuditIsToldWhereverResultsAre) {
  EXPECT_EQ(run(b_, {"--engine", "fluid", "--audit", "100%"}).status, 0);
  EXPECT_THAT(palio({"status", b_}).out, HasSubstr("8 also simulated by SimGrid; largest relative difference"));
  EXPECT_THAT(palio({"check", b_}).out, HasSubstr("8 also simulated by SimGrid: none differs"));
  EXPECT_EQ(palio({"report", b_, "-o", folder_.file("r.html")}).status, 0);
  EXPECT_EQ(
      std::system(
          fmt::format("grep -q '8 also simulated by SimGrid: none differs' '{}'", folder_.file("r.html")).c_str()),
      0);
}

TEST_F(EnginesTest, StudyMayNameIt) {
  std::string text(k_small_study);
  text.replace(text.find("seed = 5"), 8, "seed = 5\nengine = \"fluid\"");
  study_ = folder_.write("small.toml", text);
  EXPECT_EQ(run(b_).status, 0);
  EXPECT_EQ(count(b_, "engine = 'fluid'"), 8);
  study_ = folder_.write("odd.toml", text.replace(text.find("fluid"), 5, "fluidd"));
  const Finished odd = run(a_);
  EXPECT_EQ(odd.status, 1);
  EXPECT_THAT(odd.err, HasSubstr("odd.toml:4: there is no engine fluidd (did you mean \"fluid\"?)"));
}

TEST_F(EnginesTest, CampaignHoldsTheResultsOfOne) {
  EXPECT_EQ(run(b_, {"--engine", "fluid"}).status, 0);
  const Finished other = run(b_, {"--engine", "simgrid"});
  EXPECT_EQ(other.status, 1);
  EXPECT_THAT(other.err, HasSubstr("b.db holds results of the engine fluid, but a campaign holds results of only one: "
                                   "continue with --engine fluid, or give simgrid another file with --db"));
  // Without a word it goes on with its own.
  EXPECT_EQ(palio({"run", study_, "--db", b_, "--sample", "6", "-q"}).status, 0);
  EXPECT_EQ(count(b_, "engine = 'fluid'"), 12);
}

// With a worker that says another version of SimGrid than it has.
class EngineVersionTest : public EnginesTest {
protected:
  Finished run_with(const std::string& version, const std::string& study, const std::string& database,
                    const std::string& sample) {
    const std::string says = R"(s/"engine_version":"[0-9.]*"/"engine_version":")" + version + "\"/";
    folder_.write("palio-worker", fmt::format("#!/bin/sh\n'{}' \"$@\" | sed -u '{}'\n", PALIO_WORKER_PATH, says));
    std::filesystem::permissions(folder_.file("palio-worker"), std::filesystem::perms::owner_all);
    return palio({"run", study, "--db", database, "--sample", sample, "-q"});
  }
  std::string whole_ = folder_.file("whole.db");
};

TEST_F(EngineVersionTest, ACampaignHoldsTheResultsOfOne) {
  EXPECT_EQ(run_with("3.32", study_, a_, "2").status, 0);
  EXPECT_EQ(run_with("3.32", study_, a_, "4").status, 0);
  const Finished refused = run_with("3.36", study_, a_, "6");
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(
      refused.err,
      HasSubstr("a.db holds results of SimGrid 3.32, and this palio has SimGrid 3.36: their times may differ in the "
                "last bits; continue with a palio that has SimGrid 3.32, or give another file with --db"));
  EXPECT_EQ(count(a_, "TRUE"), 8);

  EXPECT_EQ(run_with("3.36", study_, b_, "6").status, 0);
  const Finished merged = palio({"merge", whole_, a_, b_});
  EXPECT_EQ(merged.status, 1);
  EXPECT_THAT(merged.err, HasSubstr("b.db holds results of SimGrid 3.36, "));
  EXPECT_THAT(merged.err, HasSubstr("a.db of SimGrid 3.32, whose times may differ in the last bits"));
}

TEST_F(EngineVersionTest, TaskGraphsMayBeOfBothThatHaveTheSameDates) {
  EXPECT_EQ(run_with("3.32", study_, a_, "2").status, 0);
  EXPECT_EQ(run_with("4.0", study_, a_, "4").status, 0);
  EXPECT_EQ(count(a_, "engine_version = '4.0'"), 4);
  EXPECT_EQ(run_with("4.0", study_, b_, "6").status, 0);
  EXPECT_EQ(palio({"merge", whole_, a_, b_, "-q"}).status, 0);
  EXPECT_EQ(count(whole_, "TRUE"), 12);
}

TEST_F(EngineVersionTest, BagsMayNot) {
  EXPECT_EQ(run_with("3.32", "bag-of-tasks-sizes", a_, "1").status, 0);
  EXPECT_THAT(run_with("4.0", "bag-of-tasks-sizes", a_, "2").err,
              HasSubstr("a.db holds results of SimGrid 3.32, and "));
  EXPECT_EQ(run_with("4.0", "bag-of-tasks-sizes", b_, "2").status, 0);
  EXPECT_THAT(palio({"merge", whole_, a_, b_}).err, HasSubstr("b.db holds results of SimGrid 4.0, "));
}

TEST_F(EnginesTest, ReplayAndAuditCanTakeTheOther) {
  EXPECT_EQ(run(b_, {"--engine", "fluid"}).status, 0);
  const Finished own = palio({"audit", b_, "--sample", "100%", "-q"});
  EXPECT_EQ(own.status, 0);
  EXPECT_THAT(own.err, HasSubstr("8 equal to the last bit, 0 different"));
  const Finished other = palio({"audit", b_, "--sample", "100%", "--engine", "simgrid", "-q"});
  EXPECT_EQ(other.status, 0) << other.out;
  EXPECT_THAT(other.err, HasSubstr("8 equal up to a relative 1e-09, 0 different"));
  const Finished chosen = palio({"query", b_, "SELECT min(scenario) FROM results", "--format", "line"});
  const std::string scenario = chosen.out.substr(chosen.out.find_last_of(' ') + 1, 38);
  const Finished replay = palio({"replay", b_, scenario, "--engine", "simgrid"});
  EXPECT_EQ(replay.status, 0) << replay.err;
  EXPECT_THAT(replay.out, HasSubstr("Equal to the stored result, up to a relative 1e-09."));
}

TEST_F(EnginesTest, PlanProjectsEach) {
  const Finished plan = palio({"plan", study_, "--sample", "4"});
  EXPECT_THAT(plan.out, HasSubstr("probes, simgrid: "));
  EXPECT_THAT(plan.out, HasSubstr("probes, fluid: "));
  EXPECT_THAT(palio({"plan", study_, "--sample", "4", "--engine", "fluid"}).out, Not(HasSubstr("simgrid")));
}

TEST_F(EnginesTest, WhatCannotBeIsRefusedBeforeAnythingRuns) {
  EXPECT_THAT(run(a_, {"--engine", "simgird"}).err,
              HasSubstr("there is no engine simgird (did you mean \"simgrid\"?)"));
  EXPECT_THAT(run(a_, {"--engine", "fluid", "--audit", "101%"}).err, HasSubstr("--audit 101% is not a share"));
  EXPECT_THAT(run(a_, {"--engine", "fluid", "--audit", "5"}).err, HasSubstr("--audit 5 is not a share"));
  EXPECT_THAT(run(a_, {"--audit", "5%"}).err, HasSubstr("--audit compares with simgrid"));
  EXPECT_FALSE(std::filesystem::exists(a_));
}

TEST_F(EnginesTest, EachScenarioMayHaveAProcessOfItsOwn) {
  EXPECT_EQ(run(a_, {"--engine", "fluid"}).status, 0);
  EXPECT_EQ(run(b_, {"--engine", "fluid", "--isolation", "scenario"}).status, 0);
  EXPECT_EQ(results(a_), results(b_));
  EXPECT_EQ(palio({"resume", b_, "-q"}).status, 0);
  EXPECT_EQ(test::count(b_, "SELECT count(*) FROM request WHERE options LIKE '%--isolation=scenario%'"), 2);
  EXPECT_EQ(test::count(a_, "SELECT count(*) FROM request WHERE options LIKE '%--isolation%'"), 0);
  EXPECT_THAT(run(a_, {"--isolation", "nobody"}).err, HasSubstr("--isolation takes scenario or group, not \"nobody\""));
}

TEST_F(EnginesTest, WithoutSimGridThereIsNoAudit) {
  folder_.write("palio-worker", "no program");
  const Finished audited = run(b_, {"--engine", "fluid"});
  EXPECT_EQ(audited.status, 1);
  EXPECT_THAT(audited.err, HasSubstr("the audit needs simgrid, which does not start: "));
  EXPECT_THAT(audited.err, HasSubstr("; --audit 0 runs without"));
  EXPECT_FALSE(std::filesystem::exists(b_));
  EXPECT_EQ(run(b_, {"--engine", "fluid", "--audit", "0"}).status, 0);
}

TEST_F(EnginesTest, TheyAreListed) {
  const Finished list = palio({"list", "engines"});
  EXPECT_THAT(list.out, HasSubstr("simgrid"));
  EXPECT_THAT(list.out, HasSubstr("fluid"));
}

}  // namespace
}  // namespace palio::test
