#include "campaign/pack/artifact.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

Artifact small_artifact() {
  return {.title = "Größe \"A\"",
          .machine = {.palio = "1",
                      .compiler = "c",
                      .libraries = "l",
                      .processor = "",
                      .architecture = "a",
                      .distribution = "d",
                      .cores = 3},
          .campaigns = {{.name = "s",
                         .kept = KeptResults::sample,
                         .all = {"ab", 9, 1},
                         .stored = {"cd", 2, 0},
                         .sample = 7,
                         .engine = "fluid",
                         .engine_version = "1"}}};
}

class ArtifactFile : public testing::Test {
protected:
  fs::path path() const { return fs::path(folder_.file("x")).parent_path(); }

  std::string refusal(const std::string& text) const {
    folder_.write("artifact.json", text);
    return test::error_of([&] { read_artifact(path()); });
  }

  std::string refusal_of_change(const std::string& from, const std::string& to) const {
    std::string text = artifact_text(small_artifact());
    return refusal(text.replace(text.find(from), from.size(), to));
  }

  test::TemporaryFolder folder_;
};

TEST_F(ArtifactFile, ReadsBackWhatItWrites) {
  folder_.write("artifact.json", artifact_text(small_artifact()));
  const Artifact read = read_artifact(path());
  EXPECT_EQ(read.title, "Größe \"A\"");
  EXPECT_EQ(read.machine, small_artifact().machine);
  ASSERT_EQ(read.campaigns.size(), 1U);
  EXPECT_EQ(read.campaigns[0].name, "s");
  EXPECT_EQ(read.campaigns[0].kept, KeptResults::sample);
  EXPECT_EQ(read.campaigns[0].all, (CountedDigest{"ab", 9, 1}));
  EXPECT_EQ(read.campaigns[0].stored, (CountedDigest{"cd", 2, 0}));
  EXPECT_EQ(read.campaigns[0].sample, 7);
  EXPECT_EQ(read.campaigns[0].engine_version, "1");
}

TEST_F(ArtifactFile, NamesWhatIsWrong) {
  EXPECT_THAT(test::error_of([&] { read_artifact(path()); }), HasSubstr("it has no artifact.json"));
  EXPECT_THAT(refusal("{"), HasSubstr("artifact.json:1"));
  EXPECT_THAT(refusal_of_change("palio-artifact", "tar"), HasSubstr("format"));
  EXPECT_THAT(refusal_of_change("\"version\": 1", "\"version\": 9"),
              HasSubstr("of version 9, this Palio reads version 1"));
  EXPECT_THAT(refusal_of_change("\"title\"", "\"titel\""), HasSubstr("titel"));
  EXPECT_THAT(refusal_of_change("\"sample\", \"engine", "\"some\", \"engine"),
              HasSubstr("must be one of whole, sample, digest"));
  EXPECT_THAT(refusal_of_change("\"name\": \"s\"", "\"name\": \"../s\""), HasSubstr("must be the name of a folder"));
  EXPECT_THAT(refusal_of_change("\"name\": \"s\"", "\"name\": \"..\""), HasSubstr("must be the name of a folder"));
  EXPECT_THAT(refusal_of_change("\"completed\": 9", "\"completed\": -9"), HasSubstr("completed"));
}

// The digests are those of sha256sum for "1\n" and for nothing.
TEST_F(ArtifactFile, SumsAreThoseOfSha256sum) {
  fs::create_directory(folder_.file("b"));
  folder_.write("b/c", "1\n");
  folder_.write("a", "");
  EXPECT_EQ(sums_text(path()),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n"
            "4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865  b/c\n");
}

TEST_F(ArtifactFile, SumsNameEachFileThatIsMissingChangedOrNew) {
  folder_.write("a", "");
  folder_.write("b", "");
  folder_.write("SHA256SUMS", sums_text(path()));
  EXPECT_THAT(wrong_files(path()), ElementsAre());
  fs::remove(folder_.file("a"));
  folder_.write("b", "1\n");
  folder_.write("c", "");
  EXPECT_THAT(
      wrong_files(path()),
      ElementsAre("c is not in SHA256SUMS",
                  "b was changed: its SHA-256 is 4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865 "
                  "and was e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                  "a is missing"));
}

TEST_F(ArtifactFile, SumsOfAnotherFormAreRefused) {
  const auto refused = [&](const std::string& text) {
    folder_.write("SHA256SUMS", text);
    return test::error_of([&] { wrong_files(path()); });
  };
  EXPECT_THAT(refused("abc  a\n"), HasSubstr("SHA256SUMS:1: this is no line of sha256sum"));
  const std::string line = std::string(64, '0') + "  a\n";
  EXPECT_THAT(refused(line + line), HasSubstr("SHA256SUMS:2: a is there twice"));
  EXPECT_THAT(refused(line.substr(0, 60)), HasSubstr("SHA256SUMS:1: "));
}

TEST_F(ArtifactFile, FilesWithoutASumAndThoseThatSqliteObeysAreForeign) {
  fs::create_directories(folder_.file("campaigns/s"));
  fs::create_directories(folder_.file("extra"));
  for (const char* file : {"README.md", "extra/field-journal", "campaigns/s/campaign.db"}) folder_.write(file, "");
  const auto foreign = [&] {
    folder_.write("SHA256SUMS", sums_text(path()));
    return foreign_files(path());
  };
  EXPECT_THAT(foreign(), ElementsAre());
  for (const char* file :
       {"campaigns/s/campaign.db-journal", "campaigns/s/campaign.db-wal", "extra/x.db", "extra/x.db-shm"})
    folder_.write(file, "");
  EXPECT_THAT(foreign(),
              ElementsAre("campaigns/s/campaign.db-journal would change another file as soon as SQLite reads that file",
                          "campaigns/s/campaign.db-wal would change another file as soon as SQLite reads that file",
                          "extra/x.db-shm would change another file as soon as SQLite reads that file"));
  folder_.write("late", "");
  EXPECT_THAT(foreign_files(path()), testing::Contains("late is not in SHA256SUMS"));
}

// Empty, or with a file whose sum is right; at any depth, and as a file system without capitals reads it.
TEST_F(ArtifactFile, FoldersWithTheNameOfAJournalAreForeign) {
  fs::create_directories(folder_.file("campaigns/s/campaign.db-journal"));
  fs::create_directories(folder_.file("x.db-wal/below"));
  fs::create_directories(folder_.file("x.db-journals"));
  for (const char* file : {"campaigns/s/campaign.db", "x.db", "x.db-wal/below/y", "X.DB-Shm"}) folder_.write(file, "");
  folder_.write("SHA256SUMS", sums_text(path()));
  const std::string why = " would change another file as soon as SQLite reads that file";
  EXPECT_THAT(foreign_files(path()),
              ElementsAre("X.DB-Shm" + why, "campaigns/s/campaign.db-journal" + why, "x.db-wal" + why));
}

TEST_F(ArtifactFile, AnArchiveWithAForeignFileIsNotUnpacked) {
  const std::string content = folder_.file("content");
  fs::create_directories(content + "/campaigns/s");
  folder_.write("content/artifact.json", artifact_text(small_artifact()));
  folder_.write("content/campaigns/s/campaign.db", "");
  const auto unpacked = [&](const std::string& name) {
    folder_.write("content/SHA256SUMS", sums_text(content));
    write_archive(folder_.file(name + ".tar.zst"), content, "a");
    return test::error_of([&] { unpack_artifact(folder_.file(name + ".tar.zst"), folder_.file(name), {}); });
  };
  EXPECT_EQ(unpacked("sound"), "no error");
  EXPECT_TRUE(fs::exists(folder_.file("sound/campaigns/s/campaign.db")));
  folder_.write("content/campaigns/s/campaign.db-journal", "");
  EXPECT_THAT(unpacked("planted"), HasSubstr("campaigns/s/campaign.db-journal would change another file"));
  int left = 0;  // folders
  for (const auto& entry : fs::directory_iterator(path())) left += entry.is_directory() ? 1 : 0;
  EXPECT_EQ(left, 2);  // content and sound
}

}  // namespace
}  // namespace palio
