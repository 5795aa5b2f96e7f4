// pack, unpack, run --extend.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "core/tool.h"
#include "tests/end_to_end/support/command_test.h"

namespace palio {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view k_claims = R"(-- paper: Nobody, Nowhere, 1900
-- studies: small

-- claim: C1
-- says: all scenarios complete
-- paper: 48
-- accept: 48 .. 48
SELECT count(makespan) AS measured, count(*) AS instances FROM results;
)";

constexpr std::string_view k_figures = R"(-- paper: Nobody, Nowhere, 1900
-- studies: small

-- figure: by-tasks
-- title: Makespan by tasks
-- says: Mean makespan.
-- chart: line
-- x: tasks
-- y: mean makespan (s)
SELECT tasks AS x, avg(makespan) AS y, strategy AS series FROM results GROUP BY series, x ORDER BY series, x;
)";

constexpr std::string_view k_query =
    "SELECT strategy, count(*) AS n, avg(makespan) AS mean FROM results GROUP BY strategy ORDER BY strategy\n";

constexpr std::string_view k_pack_file = R"(title = "A small study"
authors = [{ name = "Ada Lovelace", orcid = "0000-0002-1825-0097" }]
licence = "CC-BY-4.0"
abstract = "What it shows"
doi = "10.5281/zenodo.1"
claims = ["claims.sql"]
figures = ["figures.sql"]
queries = ["table1.sql"]
)";

class Artifacts : public test::CommandTest {
protected:
  void SetUp() override {
    folder_.write("claims.sql", k_claims);
    folder_.write("figures.sql", k_figures);
    folder_.write("table1.sql", k_query);
    pack_file_ = folder_.write("pack.toml", k_pack_file);
    database_ = folder_.file("small.db");
    ASSERT_EQ(palio({"run", study_, "--db", database_, "--engine", "fluid", "--audit", "0", "-q"}).status, 0);
  }

  // Packs the campaign.
  std::string packed(const std::string& name, const std::vector<std::string>& more = {}) {
    std::vector<std::string> line{"pack", database_, "--pack", pack_file_, "-o", folder_.file(name)};
    line.insert(line.end(), more.begin(), more.end());
    const test::Finished done = palio(line);
    EXPECT_EQ(done.status, 0) << done.err;
    return folder_.file(name);
  }

  test::Finished check(const std::string& artifact, const std::vector<std::string>& more = {}) {
    std::vector<std::string> line{"pack", "--check", artifact, "--sample", "2", "-q", "--format", "csv"};
    line.insert(line.end(), more.begin(), more.end());
    return palio(line);
  }

  // In a folder below the test's.
  test::Finished palio_in(const std::string& folder, const std::vector<std::string>& arguments) {
    return test::palio(folder_.file(""), arguments, {"env", "-C", folder_.file(folder)});
  }

  // Writes SHA256SUMS again, as somebody would who changes an artifact on purpose.
  void sum_again(const std::string& artifact) const {
    ASSERT_EQ(std::system(fmt::format("cd {} && find . -type f ! -name SHA256SUMS | sed 's,^./,,' | LC_ALL=C sort | "
                                      "xargs sha256sum > SHA256SUMS",
                                      artifact)
                              .c_str()),
              0);
  }

  std::string database_, pack_file_;
};

TEST_F(Artifacts, HoldWhatAReviewerNeeds) {
  const std::string artifact = packed("a");
  for (const std::string file :
       {"README.md", "artifact.json", "SHA256SUMS", "LICENSE", "CITATION.cff", "appendix.md", "appendix.tex",
        "Containerfile", "claims/claims.sql", "figures/figures.sql", "queries/table1.sql", "campaigns/small/study.toml",
        "campaigns/small/campaign.db", "campaigns/small/results/claims.csv",
        "campaigns/small/results/figures/by-tasks.csv", "campaigns/small/results/queries/table1.csv"})
    EXPECT_TRUE(fs::exists(fs::path(artifact) / file)) << file;
  EXPECT_EQ(fs::exists(artifact + "/campaigns/small/results/figures/by-tasks.json"), is_in_path("node"));
  EXPECT_EQ(std::system(fmt::format("cd {} && sha256sum --check --quiet SHA256SUMS", artifact).c_str()), 0);
  EXPECT_EQ(test::content(artifact + "/campaigns/small/study.toml"), test::k_small_study);
  // The small study has 48 scenarios, and all complete.
  EXPECT_THAT(test::content(artifact + "/campaigns/small/results/claims.csv"), HasSubstr(",48,reproduced\n"));
  EXPECT_THAT(test::content(artifact + "/campaigns/small/results/queries/table1.csv"),
              AllOf(HasSubstr("strategy,n,mean\n"), HasSubstr("HCPA,24,"), HasSubstr("M-HEFT-MAX,24,")));
  EXPECT_THAT(test::content(artifact + "/CITATION.cff"),
              AllOf(HasSubstr("family-names: \"Lovelace\""), HasSubstr("license: \"CC-BY-4.0\"")));
  EXPECT_THAT(test::content(artifact + "/LICENSE"), HasSubstr("CC-BY-4.0"));
  const auto digest = [&](const std::string& file) { return palio({"digest", file}).out.substr(0, 32); };
  EXPECT_EQ(digest(artifact + "/campaigns/small/campaign.db"), digest(database_));
}

TEST_F(Artifacts, MarkWhatOnlyTheirAuthorsKnow) {
  const test::Finished done = palio({"pack", database_, "-o", folder_.file("a.tar.zst")});
  EXPECT_EQ(done.status, 0);
  EXPECT_THAT(done.err, HasSubstr("FILL IN marks what only you know in CITATION.cff, "));
}

TEST_F(Artifacts, AreTheSameBytesEachTime) {
  for (const std::string name : {"one", "two"}) fs::create_directory(folder_.file(name));
  EXPECT_TRUE(test::content(packed("one/a.tar.zst")) == test::content(packed("two/a.tar.zst")));
}

TEST_F(Artifacts, AreCheckedAsArchivesAndFolders) {
  for (const std::string name : {"a.tar.zst", "b"}) {
    const test::Finished checked = check(packed(name));
    EXPECT_EQ(checked.status, 0) << checked.out << checked.err;
    EXPECT_THAT(checked.out,
                AllOf(HasSubstr(",files,ok,"), HasSubstr("small,database,ok,"), HasSubstr("small,study,ok,"),
                      HasSubstr("small,again,ok,"), HasSubstr("small,engine,ok,"), HasSubstr("small,answers,ok,")));
    EXPECT_THAT(checked.out, HasSubstr("4 scenarios by fluid: equal to the last bit"));
    EXPECT_THAT(checked.out, HasSubstr("claims, figures and tables are the same, 3 files; claims: 1 reproduced"));
    EXPECT_THAT(checked.err, HasSubstr("all is as said"));
  }
}

TEST_F(Artifacts, OfAPartAreCheckedInFull) {
  for (const std::string kept : {"sample", "digest"}) {
    const std::string artifact = packed(kept + ".tar.zst", {"--campaign", kept, "--sample", "5"});
    const test::Finished checked = check(artifact, {"--full"});
    EXPECT_EQ(checked.status, 0) << checked.out << checked.err;
    EXPECT_THAT(checked.out, HasSubstr("small,full,ok,"));
    EXPECT_THAT(checked.out, HasSubstr("\"48 scenarios, 48 completed, 0 failed: the same digest; claims, figures"));
    EXPECT_EQ(palio({"unpack", artifact, folder_.file(kept)}).status, 0);
    const std::string part = folder_.file(kept + "/campaigns/small/campaign.db");
    EXPECT_EQ(test::count(part, "SELECT count(*) FROM results"), kept == "sample" ? 10 : 0);
    const test::Finished sound = palio({"check", part});
    EXPECT_EQ(sound.status, 0) << sound.out << sound.err;
  }
}

TEST_F(Artifacts, NameEveryFileThatIsNotAsPacked) {
  const std::string artifact = packed("a");
  fs::remove(artifact + "/LICENSE");
  std::ofstream(artifact + "/extra.txt") << "x";
  std::ofstream(artifact + "/README.md", std::ios::app) << "x";
  const test::Finished checked = check(artifact);
  EXPECT_EQ(checked.status, 2);
  EXPECT_THAT(checked.out, AllOf(HasSubstr("LICENSE is missing"), HasSubstr("extra.txt is not in SHA256SUMS"),
                                 HasSubstr("README.md was changed: its SHA-256 is ")));
}

// Each place is a bit of a file of the folder, or of the archive.
TEST_F(Artifacts, ShowDamageAtAnyPlace) {
  const std::string artifact = packed("a"), archive = packed("a.tar.zst");
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(artifact))
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  std::ranges::sort(files);
  std::mt19937_64 random(38);
  const auto flipped = [&](std::string bytes) {
    const std::size_t bit = random() % (bytes.size() * 8);
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
    return bytes;
  };
  for (int i = 0; i < 100; ++i) {
    const std::string file = files[random() % files.size()], before = test::content(file);
    std::ofstream(file, std::ios::binary) << flipped(before);
    EXPECT_NE(check(artifact, {"--sample", "1"}).status, 0) << file;
    std::ofstream(file, std::ios::binary) << before;
  }
  const std::string whole = test::content(archive);
  for (int i = 0; i < 100; ++i) {
    const std::string damaged = folder_.write("damaged.tar.zst", flipped(whole));
    EXPECT_NE(check(damaged, {"--sample", "1"}).status, 0) << i;
  }
}

TEST_F(Artifacts, ShowOtherAnswersAndResults) {
  const std::string artifact = packed("a");
  const auto changed = [&](const std::string& file, const std::string& from, const std::string& to) {
    std::string text = test::content(artifact + "/" + file);
    const std::string before = text;
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << file;
    std::ofstream(artifact + "/" + file) << text.replace(at, from.size(), to);
    sum_again(artifact);
    const test::Finished checked = check(artifact);
    EXPECT_EQ(checked.status, 2) << file << checked.out;
    std::ofstream(artifact + "/" + file) << before;
    sum_again(artifact);
  };
  changed("campaigns/small/results/claims.csv", "reproduced", "deviates");
  changed("campaigns/small/results/queries/table1.csv", "HCPA,24", "HCPA,25");
  changed("campaigns/small/results/figures/by-tasks.csv", "HCPA", "HCPB");
  changed("campaigns/small/study.toml", "seed = 5", "seed = 6");
  changed("artifact.json", "\"completed\": 48", "\"completed\": 47");
  EXPECT_EQ(check(artifact).status, 0);
}

TEST_F(Artifacts, OfANewerPalioAreRefused) {
  const std::string artifact = packed("a");
  std::string text = test::content(artifact + "/artifact.json");
  std::ofstream(artifact + "/artifact.json") << text.replace(text.find("\"version\": 1"), 12, "\"version\": 2");
  const test::Finished checked = check(artifact);
  EXPECT_EQ(checked.status, 1);
  EXPECT_THAT(checked.err,
              HasSubstr("is an artifact of version 2, this Palio reads version 1: install the newer Palio"));
}

TEST_F(Artifacts, SayWhatDiffersOnAnotherMachine) {
  const std::string artifact = packed("a");
  std::string text = test::content(artifact + "/artifact.json");
  const std::string before = "\"architecture\": \"";
  std::ofstream(artifact + "/artifact.json") << text.insert(text.find(before) + before.size(), "sparc-");
  sum_again(artifact);
  const test::Finished checked = check(artifact);
  EXPECT_EQ(checked.status, 0) << checked.out;
  EXPECT_THAT(checked.out, HasSubstr("packed elsewhere: architecture sparc-"));
  EXPECT_THAT(checked.out, HasSubstr("last bits may differ"));
}

TEST_F(Artifacts, AreExtendedByNewScenariosAlone) {
  const std::string artifact = packed("a.tar.zst"),
                    more = folder_.write("more.toml", "[[strategy]]\nname = \"M-HEFT\"\n");
  const std::string extended = folder_.file("x.db");
  const test::Finished run = palio({"run", artifact, "--extend", more, "--db", extended, "--audit", "0"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("again: "));
  EXPECT_EQ(test::count(extended, "SELECT count(*) FROM results"), 72);  // 24 instances, 3 strategies
  EXPECT_EQ(test::count(extended, "SELECT count(*) FROM results WHERE strategy = 'M-HEFT'"), 24);
  EXPECT_EQ(test::count(extended, "SELECT planned FROM session ORDER BY id DESC LIMIT 1"), 24);
  const test::Finished twice = palio({"run", artifact, "--extend", more, "--db", extended, "--audit", "0"});
  EXPECT_EQ(twice.status, 0) << twice.err;
  EXPECT_THAT(twice.err, HasSubstr("nothing is missing, 72 scenarios are stored"));
}

TEST_F(Artifacts, AreNotExtendedByAnythingElse) {
  const std::string artifact = packed("a.tar.zst");
  const auto refused = [&](std::string_view text) {
    return palio({"run", artifact, "--extend", folder_.write("more.toml", text), "--db", folder_.file("x.db")}).err;
  };
  EXPECT_THAT(refused("[study]\nname = \"other\"\n"),
              HasSubstr("more.toml:1: unknown key \"study\" in a file of --extend"));
  EXPECT_THAT(refused(""), HasSubstr("has [[strategy]] blocks"));
  EXPECT_THAT(refused("\n[[strategy]]\nname = \"M-HEFD\"\n"), HasSubstr("more.toml:3: "));
  EXPECT_FALSE(fs::exists(folder_.file("x.db")));
  EXPECT_THAT(palio({"run", artifact, "--extend", folder_.write("more.toml", "[[strategy]]\nname = \"M-HEFT\"\n")}).err,
              HasSubstr("--extend: name the campaign to write with --db"));
}

TEST_F(Artifacts, OfAStrangerStartNothingUnasked) {
  ASSERT_EQ(palio_in("", {"new", "strategy", "MINE", "--lang", "python"}).status, 0);
  const std::string folder = folder_.file("MINE");
  ASSERT_EQ(palio_in("MINE", {"run", "study.toml", "--sample", "3", "--db", "mine.db", "-q"}).status, 0);
  const test::Finished pack = palio_in("MINE", {"pack", "mine.db", "-o", "../mine.tar.zst"});
  ASSERT_EQ(pack.status, 0) << pack.err;
  const std::string artifact = folder_.file("mine.tar.zst");
  fs::remove_all(folder);
  const test::Finished checked = check(artifact);
  EXPECT_EQ(checked.status, 0) << checked.out << checked.err;
  EXPECT_THAT(checked.out, HasSubstr("6 of custom strategies left out"));
  const test::Finished allowed = check(artifact, {"--allow-commands"});
  EXPECT_EQ(allowed.status, 0) << allowed.out << allowed.err;
  EXPECT_THAT(allowed.out, Not(HasSubstr("left out")));
}

TEST_F(Artifacts, AreExtendedByACommand) {
  const std::string artifact = packed("a.tar.zst");
  ASSERT_EQ(palio_in("", {"new", "strategy", "MINE", "--lang", "python"}).status, 0);
  const std::string more =
      folder_.write("MINE/more.toml", "[[strategy]]\nname = \"MINE\"\ncommand = \"python3 strategy.py\"\n");
  const std::string extended = folder_.file("x.db");
  const test::Finished run = palio({"run", artifact, "--extend", more, "--db", extended, "--audit", "0", "-q"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(test::count(extended, "SELECT count(*) FROM results WHERE strategy = 'MINE' AND outcome = 'completed'"),
            24);
  EXPECT_EQ(test::count(extended, "SELECT planned FROM session ORDER BY id DESC LIMIT 1"), 24);
}

TEST_F(Artifacts, HoldOnlyTheCodeThatMadeTheResults) {
  ASSERT_EQ(palio_in("", {"new", "strategy", "MINE", "--lang", "python"}).status, 0);
  const std::string folder = folder_.file("MINE");
  ASSERT_EQ(palio_in("MINE", {"run", "study.toml", "--sample", "1", "--db", "mine.db", "-q"}).status, 0);
  const test::Finished elsewhere = palio({"pack", folder + "/mine.db", "-o", folder_.file("x")});
  EXPECT_EQ(elsewhere.status, 1);
  EXPECT_THAT(elsewhere.err,
              HasSubstr("strategy.py is a file of the command \"python3 strategy.py\", and is not in this folder"));
  std::ofstream(folder + "/strategy.py", std::ios::app) << "# changed\n";
  EXPECT_THAT(palio_in("MINE", {"pack", "mine.db", "-o", folder_.file("x")}).err,
              HasSubstr("strategy.py has changed since"));
  EXPECT_FALSE(fs::exists(folder_.file("x")));
}

TEST_F(Artifacts, MayHoldSeveralCampaigns) {
  std::string other(test::k_small_study);
  other.replace(other.find("small"), 5, "other");
  const std::string second = folder_.file("other.db");
  ASSERT_EQ(
      palio({"run", folder_.write("other.toml", other), "--db", second, "--engine", "fluid", "--audit", "0", "-q"})
          .status,
      0);
  const std::string artifact = folder_.file("two.tar.zst");
  const test::Finished pack = palio({"pack", database_, second, "--pack", pack_file_, "-o", artifact});
  ASSERT_EQ(pack.status, 0) << pack.err;
  const test::Finished checked = check(artifact);
  EXPECT_EQ(checked.status, 0) << checked.out;
  EXPECT_THAT(checked.out, AllOf(HasSubstr("small,answers,ok,"), HasSubstr("other,answers,ok,")));
  const std::string more = folder_.write("more.toml", "[[strategy]]\nname = \"M-HEFT\"\n"),
                    extended = folder_.file("x.db");
  EXPECT_THAT(palio({"run", artifact, "--extend", more, "--db", extended}).err,
              HasSubstr("has several campaigns: name one with --study: small, other"));
  EXPECT_EQ(
      palio({"run", artifact, "--extend", more, "--study", "other", "--db", extended, "-q", "--audit", "0"}).status,
      0);
  EXPECT_THAT(palio({"pack", database_, database_, "-o", folder_.file("x")}).err,
              HasSubstr("already a campaign of the study small"));
}

// 24 instances of 2 strategies. Twenty are simulated again, and two by SimGrid, which are 20 realizations.
TEST_F(Artifacts, OfRealizationsAreCheckedInTime) {
  std::string uncertain(test::k_small_study);
  uncertain.replace(uncertain.find("tasks"), 0, "uncertainty = \"gamma\"\ndeviation = 0.3\nrealizations = 10\n");
  const std::string database = folder_.file("u.db"), artifact = folder_.file("u");
  ASSERT_EQ(
      palio({"run", folder_.write("u.toml", uncertain), "--db", database, "--engine", "fluid", "--audit", "0", "-q"})
          .status,
      0);
  ASSERT_EQ(palio({"pack", database, "-o", artifact}).status, 0);
  const test::Finished checked = palio({"pack", "--check", artifact, "-q"});
  EXPECT_THAT(checked.out,
              AllOf(HasSubstr(" 40 scenarios by fluid: equal"), HasSubstr(" 4 scenarios by simgrid: equal")));
  EXPECT_THAT(check(artifact).out, HasSubstr(",4 scenarios by simgrid: equal"));  // as asked for: --sample 2
}

TEST_F(Artifacts, HoldTheFilesOfTheirStudies) {
  ASSERT_EQ(palio({"run", "classic-braun", "--sample", "2", "--db", folder_.file("b.db"), "-q"}).status, 0);
  const std::string artifact = folder_.file("b");
  const test::Finished pack = palio({"pack", folder_.file("b.db"), "-o", artifact});
  ASSERT_EQ(pack.status, 0) << pack.err;
  EXPECT_FALSE(fs::is_empty(artifact + "/campaigns/classic-braun/files"));
  const test::Finished checked = check(artifact);
  EXPECT_EQ(checked.status, 0) << checked.out << checked.err;
}

TEST_F(Artifacts, NeedAnOutputAndResults) {
  EXPECT_THAT(palio({"pack", database_}).err, HasSubstr("no output; add -o"));
  EXPECT_THAT(palio({"pack"}).err, HasSubstr("say what to pack"));
  EXPECT_THAT(palio({"pack", "--check", study_}).err, HasSubstr("cannot be read as an archive"));
  EXPECT_THAT(palio({"pack", "--check", folder_.file("")}).err,
              HasSubstr("is no artifact of palio pack: it has no artifact.json"));
  folder_.write("wrong.toml", "titel = \"x\"\n");
  EXPECT_THAT(palio({"pack", database_, "--pack", folder_.file("wrong.toml"), "-o", folder_.file("x")}).err,
              HasSubstr("wrong.toml:1: unknown key \"titel\" in a pack file"));
  EXPECT_THAT(palio({"unpack", packed("a.tar.zst"), folder_.file("")}).err, HasSubstr("exists; remove it"));
}

// With right sums: SQLite would obey it as soon as the campaign is read.
TEST_F(Artifacts, BringNoJournal) {
  const std::string artifact = packed("a");
  for (const std::string ending : {"-journal", "-wal", "-shm"}) {
    const std::string name = "campaigns/small/campaign.db" + ending;
    for (const bool is_folder : {false, true}) {
      fs::remove_all(artifact + "/" + name);
      if (is_folder)
        fs::create_directory(artifact + "/" + name);
      else
        folder_.write("a/" + name, "planted");
      sum_again(artifact);
      const test::Finished checked = check(artifact);
      EXPECT_EQ(checked.status, 2);
      EXPECT_THAT(checked.out, HasSubstr(name + " would change another file as soon as SQLite reads that file"));
      const std::string archive = folder_.file("a.tar.zst");
      ASSERT_EQ(std::system(fmt::format("cd '{}' && tar -cf - a | zstd -q -f -o a.tar.zst", folder_.file("")).c_str()),
                0);
      const test::Finished unpacked = palio({"unpack", archive, folder_.file("out")});
      EXPECT_EQ(unpacked.status, 1);
      EXPECT_THAT(unpacked.err, HasSubstr(name + " would change another file as soon as SQLite reads that file"));
      EXPECT_FALSE(fs::exists(folder_.file("out")));
    }
    fs::remove(artifact + "/" + name);
  }
}

constexpr std::string_view k_endless_query =
    "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c\n";

TEST_F(Artifacts, MayNotAskForever) {
  const std::string artifact = packed("a");
  folder_.write("a/queries/endless.sql", k_endless_query);
  sum_again(artifact);
  const test::Finished checked = check(artifact, {"--query-time", "0.1"});
  EXPECT_EQ(checked.status, 2);
  EXPECT_THAT(checked.out, HasSubstr("the query endless.sql fails on small: it was stopped after 0.1 s of CPU time"));
}

// Commands that never end by themselves, and a folder that is empty until they are at work, and again behind them.
class KilledArtifacts : public Artifacts {
protected:
  void SetUp() override {
    Artifacts::SetUp();
    fs::create_directory(place_);
  }

  // One signal or several in a row, to palio alone or, as Ctrl-C, also to what it has started.
  void expect_nothing_left(const std::vector<std::string>& line, const std::vector<std::string>& launcher = {}) {
    std::vector<std::string> whole{"setsid", "env", "TMPDIR=" + place_};
    whole.insert(whole.end(), launcher.begin(), launcher.end());
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      for (const int times : {1, 3})
        for (const int of_group : {1, -1}) {
          test::Program program(folder_.file(""), line, whole);
          while (program.running() && fs::is_empty(place_)) usleep(100);
          ASSERT_TRUE(program.running());
          for (int i = 0; i < times; ++i) kill(of_group * program.pid(), signal);
          const test::Finished finished = program.wait();
          EXPECT_EQ(finished.status, 130) << signal << " x " << times << finished.err;
          ASSERT_TRUE(fs::is_empty(place_)) << signal << " x " << times;
        }
    }
  }

  const std::string place_ = folder_.file("place");
};

TEST_F(KilledArtifacts, AKilledCheckLeavesNothing) {
  const std::string artifact = packed("a");
  folder_.write("a/queries/endless.sql", k_endless_query);
  sum_again(artifact);
  expect_nothing_left({"pack", "--check", artifact, "-q", "--query-time", "10000"});
}

TEST_F(KilledArtifacts, AKilledPackLeavesNothing) {
  folder_.write("table1.sql", k_endless_query);
  for (const std::string name : {"new", "new.tar.zst"})
    expect_nothing_left({"pack", database_, "--pack", pack_file_, "-o", place_ + "/" + name, "--query-time", "10000"});
}

// The program that reads archives never ends, either.
TEST_F(KilledArtifacts, AKilledUnpackLeavesNothing) {
  const std::string archive = packed("a.tar.zst"), programs = folder_.file("programs");
  fs::create_directory(programs);
  fs::copy_file(PALIO_PATH, programs + "/palio");
  folder_.write("programs/palio-archive", "#!/bin/sh\nmkdir -p \"$3\" && while :; do sleep 0.01; done\n");
  fs::permissions(programs + "/palio-archive", fs::perms::owner_all);
  expect_nothing_left({"unpack", archive, place_ + "/new"},
                      {"sh", "-c", "shift; exec '" + programs + "/palio' \"$@\"", "palio"});
}

TEST_F(Artifacts, AMissingOrUnwritableTmpdirIsNamed) {
  const std::string archive = packed("a.tar.zst");
  const std::string file = folder_.write("file", "");
  for (const std::string& place :
       std::vector<std::string>{folder_.file("nowhere"), file, "/proc", folder_.file(std::string(300, 'a'))}) {
    const test::Finished checked =
        test::palio(folder_.file(""), {"pack", "--check", archive}, {"env", "TMPDIR=" + place});
    EXPECT_EQ(checked.status, 1) << place;
    EXPECT_THAT(checked.err, AllOf(HasSubstr("cannot make a temporary folder in " + place + ", which $TMPDIR names"),
                                   HasSubstr("set TMPDIR=FOLDER to")));
  }
}

// A name that somebody else chose.
TEST_F(Artifacts, WhatIsSuggestedCanBePasted) {
  const std::string name = "x;touch PWNED;.tar.zst";
  const test::Finished done = palio({"pack", database_, "-o", folder_.file(name)});
  EXPECT_THAT(done.err, HasSubstr("next: palio pack --check '" + folder_.file(name) + "'\n"));
  EXPECT_THAT(palio({"unpack", folder_.file(name), folder_.file("a\nb")}).err,
              HasSubstr("next: palio pack --check $'" + folder_.file("a\\x0ab") + "'\n"));
}

}  // namespace
}  // namespace palio
