// palio merge: the parts of a campaign put together are the campaign of one machine.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "storage/read/campaign_reader.h"
#include "storage/write/result_store.h"
#include "tests/end_to_end/support/command_test.h"

namespace palio {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class MergeTest : public test::CommandTest {
protected:
  // In the folder, so that messages name files as they were typed.
  test::Finished palio(const std::vector<std::string>& arguments) {
    return test::palio(folder_.file(""), arguments, in_folder());
  }
  std::vector<std::string> in_folder() const { return {"env", "-C", folder_.file("")}; }

  std::string run(const std::string& database, std::vector<std::string> more = {},
                  const std::string& study = "small.toml") {
    std::vector<std::string> arguments{"run", study, "--db", database, "-q", "-j", "2"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const test::Finished finished = palio(arguments);
    EXPECT_EQ(finished.status, 0) << finished.err;
    return database;
  }

  std::vector<std::string> shards(int count, const std::vector<std::string>& more = {},
                                  const std::string& study = "small.toml") {
    std::vector<std::string> parts;
    for (int i = 1; i <= count; ++i) {
      std::vector<std::string> arguments{"--shard", fmt::format("{}/{}", i, count)};
      arguments.insert(arguments.end(), more.begin(), more.end());
      parts.push_back(run(fmt::format("part-{}-of-{}.db", i, count), arguments, study));
    }
    return parts;
  }

  test::Finished merge(const std::string& whole, const std::vector<std::string>& parts) {
    std::vector<std::string> arguments{"merge", whole, "-q"};
    arguments.insert(arguments.end(), parts.begin(), parts.end());
    return palio(arguments);
  }

  std::string digest(const std::string& database) { return palio({"digest", database}).out.substr(0, 32); }
  std::string bytes(const std::string& name) {
    std::ifstream in(folder_.file(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string status(const std::string& database) { return palio({"status", database}).out; }

  void expect_sound(const std::string& database) {
    const test::Finished check = palio({"check", database});
    EXPECT_EQ(check.status, 0) << check.out;
  }
};

TEST_F(MergeTest, ShardsInAnyNumberAndOrderGiveTheDigestOfOneRun) {
  const std::string whole = digest(run("whole.db"));
  for (const int count : {1, 3, 7}) {
    std::vector<std::string> parts = shards(count);
    for (int turn = 0; turn < std::min(count, 3); ++turn) {
      const std::string all = fmt::format("all-{}-{}.db", count, turn);
      const test::Finished merged = merge(all, parts);
      EXPECT_EQ(merged.status, 0) << merged.err;
      EXPECT_THAT(merged.err, HasSubstr("48 of 48 scenarios are stored"));
      EXPECT_EQ(digest(all), whole) << all;
      EXPECT_EQ(test::results(folder_.file(all)), test::results(folder_.file("whole.db")));
      expect_sound(all);
      std::rotate(parts.begin(), parts.begin() + 1, parts.end());
    }
  }
}

TEST_F(MergeTest, MergesCanBeMergedAndMergedAgain) {
  const std::string whole = digest(run("whole.db"));
  const std::vector<std::string> parts = shards(3);
  EXPECT_EQ(merge("left.db", {parts[0], parts[1]}).status, 0);
  EXPECT_EQ(merge("right.db", {parts[1], parts[2]}).status, 0);
  EXPECT_EQ(merge("all.db", {"right.db", "left.db"}).status, 0);
  EXPECT_EQ(digest("all.db"), whole);
  expect_sound("all.db");
  const test::Finished again = merge("all.db", {parts[2], "left.db", parts[0]});
  EXPECT_EQ(again.status, 0);
  EXPECT_THAT(again.err, HasSubstr("all.db: nothing new"));
}

TEST_F(MergeTest, AgainItLeavesTheFileAsItIs) {
  const std::vector<std::string> parts = shards(3);
  merge("all.db", parts);
  const std::int64_t sessions = test::count(folder_.file("all.db"), "SELECT count(*) FROM session");
  EXPECT_THAT(merge("all.db", parts).err, HasSubstr("all.db: nothing new"));
  EXPECT_EQ(test::count(folder_.file("all.db"), "SELECT count(*) FROM session"), sessions);
  EXPECT_EQ(test::count(folder_.file("all.db"), "SELECT count(*) FROM request"), sessions);
}

TEST_F(MergeTest, PartsAreNotTouched) {
  const std::string part = run("part.db", {"--shard", "1/2"});
  const std::string before = bytes(part);
  merge("all.db", {part});
  EXPECT_EQ(bytes(part), before);
  chmod(folder_.file(part).c_str(), 0444);
  EXPECT_EQ(merge("other.db", {part}).status, 0);
}

TEST_F(MergeTest, WhatIsMissingOfTheWholeStudyIsToldAndRun) {
  const std::vector<std::string> parts = shards(3);
  const test::Finished merged = merge("all.db", {parts[0], parts[2]});
  EXPECT_THAT(merged.err, HasSubstr("palio resume all.db runs the others"));
  EXPECT_THAT(status("all.db"), AllOf(HasSubstr("48 wanted"), HasSubstr("last session: a merge, finished")));
  EXPECT_THAT(status("all.db"), Not(HasSubstr(" 0 missing")));
  EXPECT_EQ(palio({"resume", "all.db", "-q"}).status, 0);
  EXPECT_THAT(status("all.db"), HasSubstr(" 0 missing"));
  EXPECT_EQ(digest("all.db"), digest(run("whole.db")));
  EXPECT_THAT(merge("all.db", {parts[1]}).err, HasSubstr("48 of 48"));
  expect_sound("all.db");
}

TEST_F(MergeTest, ASampleStaysOneWhereAllHaveIt) {
  const std::vector<std::string> parts = shards(2, {"--sample", "11"});
  merge("all.db", parts);
  EXPECT_THAT(status("all.db"), AllOf(HasSubstr("22 wanted (a sample of 11 instances)"), HasSubstr(" 0 missing")));
  EXPECT_EQ(digest("all.db"), digest(run("whole.db", {"--sample", "11"})));
  run("larger.db", {"--sample", "12"});
  merge("all.db", {"larger.db"});
  EXPECT_THAT(status("all.db"), AllOf(HasSubstr("48 wanted"), HasSubstr("24 missing")));
}

TEST_F(MergeTest, TheWholeMayHaveRunAPartItself) {
  const std::vector<std::string> parts = shards(2);
  EXPECT_EQ(merge(parts[0], {parts[1]}).status, 0);
  EXPECT_EQ(digest(parts[0]), digest(run("whole.db")));
  EXPECT_THAT(palio({"resume", parts[0]}).err, HasSubstr("nothing is missing, 48 scenarios are stored"));
}

TEST_F(MergeTest, EverySessionKeepsItsResults) {
  const std::vector<std::string> parts = shards(3);
  merge("all.db", parts);
  for (const std::string& part : parts) {
    const std::string file = folder_.file(part);
    const std::int64_t pid = test::count(file, "SELECT pid FROM session");
    EXPECT_EQ(
        test::count(
            folder_.file("all.db"),
            fmt::format("SELECT count(*) FROM result JOIN session ON session.id = session_id WHERE pid = {}", pid)),
        test::count(file, "SELECT count(*) FROM result"));
  }
}

TEST_F(MergeTest, PartsThatStillRunGiveWhatTheyHave) {
  const std::string whole = digest(run("whole.db"));
  test::Program running(folder_.file(""), {"run", "small.toml", "--db", "part.db", "-q", "-j", "1"}, in_folder());
  while (running.running()) {
    if (!std::filesystem::exists(folder_.file("part.db"))) continue;
    const test::Finished merged = merge("all.db", {"part.db"});
    if (merged.status != 0) {  // nothing of it is there yet
      EXPECT_THAT(merged.err, HasSubstr("part.db is empty"));
      continue;
    }
    expect_sound("all.db");
  }
  EXPECT_EQ(running.wait().status, 0);
  EXPECT_EQ(merge("all.db", {"part.db"}).status, 0);
  EXPECT_EQ(digest("all.db"), whole);
  expect_sound("all.db");
}

TEST_F(MergeTest, ShippedStudiesOfEachKindGiveTheDigestOfOneRun) {
  struct Case {
    std::string study, sample, engine;
  };
  for (const Case& one : {Case{"mixed-parallel", "12", "simgrid"}, Case{"mixed-parallel", "12", "fluid"},
                          Case{"ptg-batch", "3", "fluid"}, Case{"shared-files-table1", "6", "fluid"}}) {
    const std::vector<std::string> options{"--sample", one.sample, "--engine", one.engine};
    for (const char* name : {"whole.db", "all.db"}) std::filesystem::remove(folder_.file(name));
    for (int i = 1; i <= 3; ++i) std::filesystem::remove(folder_.file(fmt::format("part-{}-of-3.db", i)));
    run("whole.db", options, one.study);
    const test::Finished merged = merge("all.db", shards(3, options, one.study));
    EXPECT_EQ(merged.status, 0) << one.study << merged.err;
    EXPECT_EQ(digest("all.db"), digest("whole.db")) << one.study << " " << one.engine;
    expect_sound("all.db");
  }
}

// Two families read one file; its digest is not the same for both.
TEST_F(MergeTest, ShardsOfOneFileReadByTwoFamiliesGiveTheDigestOfOneRun) {
  folder_.write("pair.json", R"({"format": "palio-workload", "version": 1, "applications": [{"name": "pair",
    "tasks": [{"name": "a", "flop": 1e9, "alpha": 0.1}, {"name": "b", "flop": 2e9, "alpha": 0.1}],
    "edges": [{"from": "a", "to": "b", "bytes": 1e6}]}]})");
  folder_.write("files.toml", R"(
[study]
name = "files"
seed = 1
[[platform]]
family = "one-cluster"
cluster_processors = [2, 3, 4]
speed = 1e9
[[workload]]
family = "file"
path = "pair.json"
[[workload]]
family = "workflow"
path = "pair.json"
work_factor = [1, 2]
[[strategy]]
name = "HCPA"
)");
  const std::string whole = digest(run("whole.db", {}, "files.toml"));
  EXPECT_EQ(merge("all.db", shards(3, {}, "files.toml")).status, 0);
  EXPECT_EQ(digest("all.db"), whole);
  folder_.write("pair.json", R"({"format": "palio-workload", "version": 1, "applications": [{"name": "pair",
    "tasks": [{"name": "a", "flop": 1e9, "alpha": 0.1}], "edges": []}]})");
  run("other.db", {"--shard", "1/3"}, "files.toml");
  EXPECT_THAT(merge("all.db", {"other.db"}).err,
              HasSubstr("other.db belongs to another study than all.db: the digest of "));
}

TEST_F(MergeTest, AnotherStudyIsRefusedWithTheFirstDifference) {
  std::string text(test::k_small_study);
  folder_.write("other.toml", text.replace(text.find("seed = 5"), 8, "seed = 6"));
  run("a.db", {"--shard", "1/9"});
  run("b.db", {"--shard", "1/9"}, "other.toml");
  const test::Finished refused = merge("all.db", {"a.db", "b.db"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("b.db belongs to another study than a.db: study.seed is 6, not 5"));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("all.db")));
}

TEST_F(MergeTest, AnotherEngineIsRefusedWithBothNames) {
  run("a.db", {"--shard", "1/3"});
  run("b.db", {"--shard", "2/3", "--engine", "fluid"});
  const test::Finished refused = merge("all.db", {"a.db", "b.db"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("b.db holds results of the engine fluid, a.db of SimGrid"));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("all.db")));
}

TEST_F(MergeTest, EveryPartThatCannotBeMergedIsNamedBeforeAnythingIsWritten) {
  run("good.db", {"--shard", "1/9"});
  folder_.write("empty.db", "");
  folder_.write("text.db",
                "not a database, but long enough to be mistaken for one by somebody who only looks at sizes "
                "and reads no more than the first hundred bytes\n");
  const std::string whole = bytes("good.db");
  folder_.write("half.db", whole.substr(0, whole.size() / 2));
  std::filesystem::create_symlink("good.db", folder_.file("link.db"));
  const test::Finished refused = merge("all.db", {"good.db", "empty.db", "text.db", "half.db", "gone.db", "link.db"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err,
              AllOf(HasSubstr("empty.db is empty"), HasSubstr("text.db is not a Palio campaign"), HasSubstr("half.db"),
                    HasSubstr("there is no campaign gone.db"), HasSubstr("good.db and link.db are the same file")));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("all.db")));
  EXPECT_THAT(merge("good.db", {"link.db"}).err, HasSubstr("link.db is what the others are merged into"));
  EXPECT_THAT(merge("all.db", {"good.db", "good.db"}).err, HasSubstr("good.db is given twice"));
}

TEST_F(MergeTest, ContradictionsAreToldAndChangeTheExitStatus) {
  run("a.db");
  std::filesystem::copy_file(folder_.file("a.db"), folder_.file("b.db"));
  {
    ResultStore store(folder_.file("b.db"), CampaignReader(folder_.file("b.db")).info());
    SessionInfo session;
    session.host = "elsewhere";
    session.engine = "SimGrid";
    session.jobs = 1;
    store.begin_session(session);
    Completed other;
    other.metrics["makespan"] = 1;
    std::optional<ScenarioId> first;
    CampaignReader(folder_.file("a.db")).for_each_wanted([&](const ScenarioId& id) { first = first.value_or(id); });
    store.write(std::vector<StoredResult>{{first.value(), 2, {other, {}}}});
    store.end_session("finished");
    store.checkpoint();
  }
  const test::Finished merged = merge("all.db", {"a.db", "b.db"});
  EXPECT_EQ(merged.status, 2) << merged.err;
  EXPECT_THAT(merged.err, AllOf(HasSubstr("1 contradiction in b.db: the results stored first are kept"),
                                HasSubstr("makespan"), HasSubstr(" in all.db (session "),
                                HasSubstr("1 in b.db (session 2 on elsewhere"), HasSubstr("palio diff all.db b.db")));
  EXPECT_EQ(digest("all.db"), digest("a.db"));
}

TEST_F(MergeTest, ADamagedPartKeepsOutAndTheOthersGoOn) {
  const std::vector<std::string> parts = shards(3);
  const std::string change =
      "UPDATE result SET makespan = makespan + 1 WHERE (platform_id, workload_id, strategy_id) = (SELECT platform_id, "
      "workload_id, strategy_id FROM result LIMIT 1)";
  ASSERT_EQ(std::system(fmt::format("sqlite3 '{}' '{}'", folder_.file(parts[1]), change).c_str()), 0);
  const test::Finished merged = merge("all.db", parts);
  EXPECT_EQ(merged.status, 1);
  EXPECT_THAT(merged.err, AllOf(HasSubstr("not merged:"), HasSubstr("part-2-of-3.db is damaged")));
  EXPECT_EQ(test::count(folder_.file("all.db"), "SELECT count(*) FROM result"),
            test::count(folder_.file(parts[0]), "SELECT count(*) FROM result") +
                test::count(folder_.file(parts[2]), "SELECT count(*) FROM result"));
  expect_sound("all.db");
}

// What another program did to the second of three parts.
TEST_F(MergeTest, ADamagedPartIsNamedAndTheOthersAreMerged) {
  const std::vector<std::string> parts = shards(3);
  ASSERT_EQ(merge("others.db", {parts[0], parts[2]}).status, 0);
  const std::string whole = bytes(parts[1]);
  const auto damage = [&](const std::string& sql) {
    folder_.write(parts[1], whole);
    EXPECT_EQ(std::system(fmt::format("sqlite3 '{}' \"{}\"", folder_.file(parts[1]), sql).c_str()), 0) << sql;
  };
  const auto expect_left_out = [&](const std::string& what) {
    std::filesystem::remove(folder_.file("all.db"));
    const test::Finished merged = merge("all.db", parts);
    EXPECT_EQ(merged.status, 1) << what << merged.err;
    EXPECT_THAT(merged.err, AllOf(HasSubstr("not merged: part-2-of-3.db"), Not(HasSubstr("internal error")))) << what;
    EXPECT_EQ(digest("all.db"), digest("others.db")) << what;
    expect_sound("all.db");
  };
  for (const char* sql :
       {"PRAGMA user_version = 0", "DROP TABLE session", "DROP TABLE input_file", "DROP TABLE result",
        "DROP VIEW results; CREATE TABLE results (a)", "UPDATE campaign SET study_text = study_text || 'and more'",
        "UPDATE campaign SET study_text = study_text || char(10) || 'more = 1'", "UPDATE campaign SET study = 'other'",
        "UPDATE session SET engine = 'fluid'", "UPDATE request SET sample = 7",
        "CREATE TRIGGER sweeper AFTER INSERT ON result BEGIN SELECT 1; END"}) {
    damage(sql);
    expect_left_out(sql);
  }
  for (const std::size_t cut : {1, 100, 5000}) {
    folder_.write(parts[1], whole.substr(0, whole.size() - cut));
    expect_left_out(fmt::format("{} bytes less", cut));
  }
  const test::Finished alone = merge("alone.db", {parts[1]});
  EXPECT_EQ(alone.status, 1);
  EXPECT_THAT(alone.err, AllOf(HasSubstr("part-2-of-3.db is damaged"), HasSubstr("nothing was merged")));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("alone.db")));
}

TEST_F(MergeTest, AFileThatCannotBeWrittenIsNamed) {
  run("a.db", {"--shard", "1/9"});
  EXPECT_THAT(merge("no/such/all.db", {"a.db"}).err, HasSubstr("there is no folder"));
  const ResultStore holder(folder_.file("all.db"), CampaignReader(folder_.file("a.db")).info());
  EXPECT_THAT(merge("all.db", {"a.db"}).err, HasSubstr("all.db is in use by another run"));
}

TEST_F(MergeTest, AFullDiskStopsItAndTheSameCommandGoesOn) {
  const std::vector<std::string> parts = shards(3);
  const auto limited = [&](int kibibytes) {
    std::vector<std::string> launcher = in_folder(), arguments{"merge", "all.db", "-q"};
    launcher.insert(launcher.end(), {"bash", "-c", fmt::format("ulimit -f {}; exec \"$0\" \"$@\"", kibibytes)});
    arguments.insert(arguments.end(), parts.begin(), parts.end());
    return test::palio(folder_.file(""), arguments, launcher);
  };
  bool stopped = false;
  for (const int kibibytes : {100, 120, 140, 160, 180, 200}) {
    const test::Finished finished = limited(kibibytes);
    if (finished.status == 0) break;
    stopped = true;
    EXPECT_EQ(finished.status, 1) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr("all.db"));
    const std::string all = folder_.file("all.db");
    if (std::filesystem::exists(all) && std::filesystem::file_size(all) > 0) expect_sound("all.db");
  }
  EXPECT_TRUE(stopped);
  EXPECT_EQ(merge("all.db", parts).status, 0);
  EXPECT_EQ(digest("all.db"), digest(run("whole.db")));
}

TEST_F(MergeTest, MachinesCanReadWhatBecameOfEachPart) {
  const std::vector<std::string> parts = shards(2);
  const test::Finished merged = palio({"merge", "all.db", parts[0], parts[1], "-q", "--format", "csv"});
  EXPECT_THAT(merged.out, HasSubstr("part,results,added,equal,improved,contradictions,problem\n"));
  const std::int64_t count = test::count(folder_.file(parts[0]), "SELECT count(*) FROM result");
  EXPECT_THAT(merged.out, HasSubstr(fmt::format("part-1-of-2.db,{0},{0},0,0,0,", count)));
}

}  // namespace
}  // namespace palio
