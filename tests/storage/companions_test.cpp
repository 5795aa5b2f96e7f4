// Files next to a campaign that are not Palio's do nothing, and no command waits for them.
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "tests/storage/planted_journal.h"
#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class CompanionsTest : public StorageTest {
protected:
  CompanionsTest() { finish(open()); }

  static void finish(ResultStore store) {
    store.begin_session(session_info(0));
    store.end_session("finished");
    store.checkpoint();
  }

  std::string other_campaign() const {
    const std::string file = folder_.file("other.db");
    finish({file, study_info("first")});
    return bytes_of(file);
  }

  // Nobody takes the campaign, and nothing changes.
  void expect_refused(const testing::Matcher<std::string>& message) const {
    const auto beside = [&] {
      std::string bytes;
      for (const char* ending : {"-journal", "-wal"})
        if (std::filesystem::is_regular_file(file_ + ending)) bytes += bytes_of(file_ + ending);
      return bytes;
    };
    const std::string before = bytes_of(file_), ending = beside();
    EXPECT_THAT(error_of([&] { CampaignReader(file_).counts(); }), message);
    EXPECT_THAT(error_of([&] { open(); }), message);
    EXPECT_THAT(problems_of(file_), testing::ElementsAre(message));
    EXPECT_TRUE(bytes_of(file_) == before);
    EXPECT_TRUE(beside() == ending);
  }
};

TEST_F(CompanionsTest, AJournalOfOtherResultsIsRefusedWithTheNextStep) {
  folder_.write("campaign.db-journal", journal(other_campaign()));
  expect_refused(AllOf(HasSubstr("campaign.db-journal would change " + file_), HasSubstr("undo its change: sqlite3 "),
                       HasSubstr("move the journal away: mv ")));
}

// SQLite deletes the file that a journal names as its super-journal.
TEST_F(CompanionsTest, AJournalThatNamesAFileOfTheUserDeletesNothing) {
  const std::string precious = folder_.write("precious.txt", "precious");
  const std::string own = bytes_of(file_);
  for (const std::string& text : {journal(own), journal(own, {1}, static_cast<std::uint32_t>(own.size() / 4096)),
                                  journal(own, {}, static_cast<std::uint32_t>(own.size() / 4096))}) {
    folder_.write("campaign.db-journal", text + super_journal(precious));
    expect_refused(HasSubstr("campaign.db-journal would change"));
    EXPECT_EQ(bytes_of(precious), "precious");
  }
}

// It says that there was nothing before; SQLite would empty the file.
TEST_F(CompanionsTest, AJournalThatEmptiesACampaignIsRefused) {
  folder_.write("campaign.db-journal", journal("", {}, 0));
  expect_refused(HasSubstr("campaign.db-journal would change"));
}

TEST_F(CompanionsTest, AnotherFileWithTheNameOfAJournalStays) {
  folder_.write("campaign.db-journal", "notes of somebody\n");
  expect_refused(HasSubstr("campaign.db-journal would change"));
}

TEST_F(CompanionsTest, AnEmptyOrFinishedJournalIsIgnored) {
  for (const std::string& text : {std::string(), std::string(512, '\0')}) {
    folder_.write("campaign.db-journal", text);
    EXPECT_EQ(CampaignReader(file_).sessions().size(), 1U);
  }
}

// Who is killed while write-ahead mode ends leaves the first page with its versions as they were: 2 and 2, for the log.
TEST_F(CompanionsTest, AnEndOfWriteAheadModeThatWasKilledIsUndone) {
  std::string before = bytes_of(file_);
  before[18] = before[19] = 2;
  folder_.write("campaign.db-journal", journal(before, {1}, static_cast<std::uint32_t>(before.size() / 4096)));
  EXPECT_EQ(CampaignReader(file_).sessions().size(), 1U);
  EXPECT_TRUE(bytes_of(file_) == before);
  EXPECT_FALSE(std::filesystem::exists(file_ + "-journal"));
  expect_sound();
}

// The same journal, but one letter of the schema on the page is another.
TEST_F(CompanionsTest, AnyOtherByteOfTheFirstPageIsAChange) {
  std::string before = bytes_of(file_);
  before[4000] = static_cast<char>(before[4000] + 1);
  folder_.write("campaign.db-journal", journal(before, {1}, static_cast<std::uint32_t>(before.size() / 4096)));
  expect_refused(HasSubstr("campaign.db-journal would change"));
}

TEST_F(CompanionsTest, PipesLinksAndFoldersAreNamedAtOnce) {
  const std::string target = folder_.write("target", "");
  for (const char* ending : {"-journal", "-wal", "-shm"}) {
    const std::string name = file_ + ending;
    const auto refused = [&] {
      expect_refused(AllOf(HasSubstr(name), HasSubstr("move it away")));
      std::filesystem::remove_all(name);
    };
    ASSERT_EQ(mkfifo(name.c_str(), 0600), 0);
    refused();
    std::filesystem::create_symlink(target, name);
    refused();
    std::filesystem::create_symlink("nowhere", name);
    refused();
    std::filesystem::create_hard_link(target, name);
    refused();
    std::filesystem::create_directory(name);
    refused();
  }
  EXPECT_EQ(CampaignReader(file_).sessions().size(), 1U);
}

// SQLite reads a log beside any file; a finished campaign has none.
TEST_F(CompanionsTest, ALogBesideAFinishedCampaignIsRefused) {
  {
    ResultStore running(folder_.file("other.db"), study_info("first"));
    running.begin_session(session_info(0));
    std::filesystem::copy_file(folder_.file("other.db-wal"), file_ + "-wal");
  }
  expect_refused(AllOf(HasSubstr("campaign.db-wal is no log of " + file_), HasSubstr("mv ")));
}

// The campaign was moved away, or emptied, without its log: a new one of its name would take the log's place.
TEST_F(CompanionsTest, ALogWhoseCampaignIsGoneIsNeverDeleted) {
  std::filesystem::rename(file_, folder_.file("moved.db"));
  folder_.write("campaign.db-wal", "results");
  const auto refused = [&](const std::string& ending, const char* why) {
    EXPECT_THAT(error_of([&] { open(); }),
                AllOf(HasSubstr(file_ + ending + " belongs to a campaign that is not there: " + file_ + why),
                      HasSubstr("mv -n " + file_ + ending + " " + file_ + ending + ".orphan")));
  };
  refused("-wal", " does not exist");
  EXPECT_FALSE(std::filesystem::exists(file_));
  folder_.write("campaign.db", "");
  refused("-wal", " is empty");
  expect_refused(HasSubstr("campaign.db-wal belongs to a campaign that is not there"));
  EXPECT_EQ(bytes_of(file_ + "-wal"), "results");
  std::filesystem::remove(file_ + "-wal");
  std::filesystem::remove(file_);
  folder_.write("campaign.db-journal", "results");
  refused("-journal", " does not exist");
  EXPECT_EQ(bytes_of(file_ + "-journal"), "results");
  std::filesystem::remove(file_ + "-journal");
  std::filesystem::create_directory(file_ + "-wal");
  EXPECT_THAT(error_of([&] { open(); }), HasSubstr("campaign.db-wal is not a plain file"));
  EXPECT_FALSE(std::filesystem::exists(file_));
  std::filesystem::remove(file_ + "-wal");
  EXPECT_EQ(error_of([&] { open(); }), "no error");
}

// SQLite looks beside the file that a link leads to.
TEST_F(CompanionsTest, OfALinkThoseOfItsTargetCount) {
  const std::string link = folder_.file("link.db");
  std::filesystem::create_symlink(file_, link);
  folder_.write("campaign.db-journal", journal(other_campaign()));
  EXPECT_THAT(error_of([&] { CampaignReader(link).counts(); }), HasSubstr("campaign.db-journal would change " + link));
  folder_.write("link.db-journal", "of no meaning");
  std::filesystem::remove(file_ + "-journal");
  EXPECT_EQ(CampaignReader(link).sessions().size(), 1U);
}

TEST_F(CompanionsTest, APartOfAMergeIsLookedAtLikeThat) {
  folder_.write("campaign.db-journal", journal(other_campaign()));
  ResultStore whole(folder_.file("whole.db"), study_info("first"));
  EXPECT_THAT(
      error_of([&] {
        whole.merge({file_, study_info("first").study_text, "simgrid"}, session_info(0), [](auto) { return true; });
      }),
      HasSubstr("campaign.db-journal would change"));
}

// SQLite obeys a journal only if the program that writes it was killed: readers wait for the end of its change.
TEST_F(CompanionsTest, AChangeOfAnotherProgramInProgressIsNoJournalOfAStranger) {
  const std::string script =
      folder_.write("change.sql",
                    "PRAGMA cache_size = 1;\nBEGIN;\nCREATE TABLE notes (x);\n"
                    "INSERT INTO notes SELECT hex(zeroblob(500)) FROM generate_series(1, 100);\n"
                    ".shell touch begun; while [ ! -e asked ]; do sleep 0.01; done; sleep 0.3\nCOMMIT;\n");
  const std::string change = fmt::format("cd '{}' && {{ {{ sqlite3 campaign.db < '{}' >out 2>&1; touch ended; }} & }}",
                                         folder_.file(""), script);
  ASSERT_EQ(std::system(change.c_str()), 0);
  const auto wait_for = [&](const char* file) {
    while (!std::filesystem::exists(folder_.file(file))) usleep(1000);
  };
  wait_for("begun");
  EXPECT_GT(std::filesystem::file_size(file_ + "-journal"), 512U);
  folder_.write("asked", "");
  EXPECT_EQ(error_of([&] { CampaignReader(file_).counts(); }), "no error");
  wait_for("ended");
}

}  // namespace
}  // namespace palio::test
