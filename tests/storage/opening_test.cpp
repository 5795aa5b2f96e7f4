// What can be opened as a campaign, and what is refused untouched.

#include "storage/file/schema_version.h"
#include "tests/storage/child_process.h"
#include "tests/storage/planted_journal.h"
#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr std::size_t k_page = 4096;  // byte; SQLite's default

class OpeningTest : public StorageTest {
protected:
  void write() const { open(); }
  void read() const { CampaignReader(file_).counts(); }

  // Neither the store nor the reader takes the file; neither changes a byte or leaves another file.
  void expect_refused(const testing::Matcher<std::string>& message) const {
    const std::string before = bytes_of(file_);
    EXPECT_THAT(error_of([&] { write(); }), AllOf(HasSubstr(file_), message));
    EXPECT_THAT(error_of([&] { read(); }), AllOf(HasSubstr(file_), message));
    EXPECT_EQ(bytes_of(file_), before);
    EXPECT_EQ(output_of("ls " + std::filesystem::path(file_).parent_path().string()), "campaign.db\n");
  }

  void finished_campaign() const {
    ResultStore store = open();
    store.begin_session(session_info(0));
    store.end_session("finished");
    store.checkpoint();
  }

  // A change outside of write-ahead mode whose first pages are in the file already.
  void kill_within(const std::string& change) const {
    const std::string script =
        folder_.write("change.sql", "PRAGMA cache_size = 1;\nBEGIN;\n" + change + ";\n.shell kill -KILL $PPID\n");
    output_of(fmt::format("sqlite3 '{}' < '{}' 2>&1; rm '{}'", file_, script, script));
    ASSERT_TRUE(std::filesystem::exists(file_ + "-journal"));
  }

  void permissions(unsigned folder_mode, unsigned file_mode) const {
    std::filesystem::permissions(file_, std::filesystem::perms(file_mode));
    std::filesystem::permissions(std::filesystem::path(file_).parent_path(), std::filesystem::perms(folder_mode));
  }
};

TEST_F(OpeningTest, CampaignRemembersItsStudyAndFollowsItsText) {
  write();
  CampaignInfo changed = study_info("first");
  changed.title = "Another title";
  changed.study_path = "/home/author/studies/first.toml";
  changed.study_text = "more samples";
  {
    ResultStore store(file_, changed);
    EXPECT_EQ(CampaignReader(file_).info().title, "Title of first");  // not before the session
    store.begin_session(session_info());
    store.checkpoint();
  }
  const CampaignInfo stored = CampaignReader(file_).info();
  EXPECT_EQ(stored.study, "first");
  EXPECT_EQ(stored.title, "Another title");
  EXPECT_EQ(stored.source, "Source of first");
  EXPECT_EQ(stored.seed, 2007);
  EXPECT_EQ(stored.study_path, "first.toml");  // whoever gets the file learns no folders of its author
  EXPECT_EQ(stored.study_text, "more samples");
}

TEST_F(OpeningTest, AnotherStudysCampaignIsRefused) {
  finished_campaign();
  const std::string before = bytes_of(file_);
  EXPECT_THAT(error_of([&] { ResultStore(file_, study_info("second")); }),
              AllOf(HasSubstr(file_), HasSubstr("\"first\""), HasSubstr("\"second\"")));
  EXPECT_EQ(bytes_of(file_), before);
  EXPECT_EQ(CampaignReader(file_).info().study, "first");
}

TEST_F(OpeningTest, MissingFolderIsNamed) {
  file_ = folder_.file("nowhere/campaign.db");
  EXPECT_THAT(error_of([&] { write(); }), HasSubstr("there is no folder " + folder_.file("nowhere")));
}

TEST_F(OpeningTest, ReaderNeedsAFile) {
  EXPECT_THAT(error_of([&] { read(); }), HasSubstr("there is no campaign " + file_));
  EXPECT_FALSE(std::filesystem::exists(file_));
}

TEST_F(OpeningTest, FolderIsNotACampaign) {
  std::filesystem::create_directory(file_);
  EXPECT_THAT(error_of([&] { write(); }), HasSubstr("not a plain file"));
  EXPECT_THAT(error_of([&] { read(); }), HasSubstr("not a plain file"));
}

TEST_F(OpeningTest, EmptyFileBecomesACampaign) {
  folder_.write("campaign.db", "");
  EXPECT_THAT(error_of([&] { read(); }), HasSubstr("empty"));
  write();
  read();
}

TEST_F(OpeningTest, TextFileIsRefused) {
  folder_.write("campaign.db", "[study]\nname = \"typed the study where the database goes\"\n");
  expect_refused(HasSubstr("not an SQLite database"));
}

TEST_F(OpeningTest, LongBinaryFileIsRefused) {
  folder_.write("campaign.db", std::string(5000, '\x7f'));
  expect_refused(HasSubstr("not an SQLite database"));
}

TEST_F(OpeningTest, DatabaseOfAnotherProgramIsRefused) {
  sql("PRAGMA application_id = 42; CREATE TABLE t (x); INSERT INTO t VALUES (1);");
  expect_refused(AllOf(HasSubstr("another program"), HasSubstr("42")));
}

TEST_F(OpeningTest, DatabaseOfAnotherProgramInWriteAheadModeIsRefused) {
  sql("PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (1);");
  expect_refused(HasSubstr("another program"));
}

TEST_F(OpeningTest, NewerSchemaIsRefusedWithBothNumbers) {
  finished_campaign();
  sql("PRAGMA user_version = 99");
  expect_refused(AllOf(HasSubstr("version 99"), HasSubstr(fmt::format("reads version {}", k_schema_version))));
}

TEST_F(OpeningTest, TruncatedCampaignIsRefused) {
  finished_campaign();
  std::filesystem::resize_file(file_, 6000);  // the first page, and a half
  EXPECT_THAT(error_of([&] { write(); }), AllOf(HasSubstr(file_), HasSubstr("damaged")));
}

TEST_F(OpeningTest, AFileThatLacksItsLastBytesIsCutOff) {
  finished_campaign();
  const std::uintmax_t size = std::filesystem::file_size(file_);
  for (std::uintmax_t cut = 1; cut <= 100; ++cut) {
    std::filesystem::resize_file(file_, size - cut);
    expect_refused(HasSubstr(fmt::format(
        "is damaged: it was truncated, the last {} of its {} bytes are missing; restore a copy", cut, size)));
    if (HasFailure()) return;
  }
}

// They are no part of the database: reading does without them, the check names them.
TEST_F(OpeningTest, BytesBehindTheEndAreFoundByTheCheck) {
  finished_campaign();
  std::ofstream(file_, std::ios::binary | std::ios::app) << "behind";
  read();
  EXPECT_THAT(problems_of(file_),
              testing::ElementsAre(AllOf(HasSubstr("pages: 6 bytes after its end are not part of the database"),
                                         HasSubstr("truncate -s -6 " + file_))));
  // A run that ended well would leave a file that the check refuses.
  EXPECT_THAT([&] { write(); }, ThrowsMessage<UserError>(HasSubstr("truncate -s -6 " + file_)));
}

TEST_F(OpeningTest, ReadOnlyFileCannotBeWrittenButRead) {
  finished_campaign();
  permissions(0777, 0444);
  EXPECT_THAT(error_as_nobody([&] { write(); }),
              AllOf(HasSubstr("cannot write campaign " + file_), HasSubstr("denied")));
  EXPECT_EQ(error_as_nobody([&] { read(); }), "no error");
}

TEST_F(OpeningTest, ReadOnlyFolderCannotBeWrittenButRead) {
  finished_campaign();
  permissions(0555, 0666);
  EXPECT_THAT(error_as_nobody([&] { write(); }), AllOf(HasSubstr(file_), HasSubstr("folder must be writable")));
  EXPECT_EQ(error_as_nobody([&] { read(); }), "no error");
}

// A campaign whose last run could not leave write-ahead mode, for instance because it was copied by another tool.
TEST_F(OpeningTest, WriteAheadFileWithoutLogIsReadInAReadOnlyFolder) {
  finished_campaign();
  sql("PRAGMA journal_mode = WAL");
  permissions(0555, 0444);
  EXPECT_EQ(error_as_nobody([&] { read(); }), "no error");
}

TEST_F(OpeningTest, LogThatCannotBeReadIsNotIgnored) {
  finished_campaign();
  sql("PRAGMA journal_mode = WAL");
  folder_.write("campaign.db-wal", std::string(5000, '\0'));
  permissions(0555, 0444);
  EXPECT_THAT(error_as_nobody([&] { read(); }), AllOf(HasSubstr(file_), HasSubstr("folder must be writable")));
}

// The journal of another program: what it would restore is unknown.
TEST_F(OpeningTest, KilledChangeOfAnotherProgramIsNamed) {
  finished_campaign();
  kill_within(
      "CREATE TABLE t (x); INSERT INTO t SELECT hex(zeroblob(500)) FROM generate_series(1, 100); DELETE FROM session");
  const std::string before = bytes_of(file_);
  for (const std::string& error : {error_of([&] { read(); }), error_of([&] { write(); })})
    EXPECT_THAT(error, AllOf(HasSubstr(file_ + "-journal would change"), HasSubstr("sqlite3 " + file_ + " .schema")));
  EXPECT_EQ(bytes_of(file_), before);
  sql(".schema");  // the next step that the message names
  EXPECT_EQ(CampaignReader(file_).sessions().size(), 1);
}

// What it wrote of the file is a part of the tables; the journal says that there was nothing before.
TEST_F(OpeningTest, KilledCreationLeavesAnEmptyFile) {
  finished_campaign();
  const std::string tables = bytes_of(file_).substr(0, 3 * k_page);
  std::filesystem::remove(file_);
  kill_within("CREATE TABLE t (x); INSERT INTO t SELECT hex(zeroblob(500)) FROM generate_series(1, 100)");
  folder_.write("campaign.db", tables);
  EXPECT_THAT(error_of([&] { read(); }), HasSubstr("is empty"));
  write();
  read();
}

// The journal of a run that is killed while it leaves write-ahead mode.
TEST_F(OpeningTest, KilledChangeThatCannotBeUndoneIsNamed) {
  finished_campaign();
  std::string before = bytes_of(file_);
  before[18] = before[19] = 2;
  folder_.write("campaign.db-journal", journal(before, {1}, static_cast<std::uint32_t>(before.size() / k_page)));
  permissions(0555, 0444);
  EXPECT_THAT(error_as_nobody([&] { read(); }), AllOf(HasSubstr(file_ + "-journal"), HasSubstr("writable")));
}

TEST_F(OpeningTest, NewCampaignInAReadOnlyFolderIsAClearError) {
  std::filesystem::permissions(std::filesystem::path(file_).parent_path(), std::filesystem::perms(0555));
  EXPECT_THAT(error_as_nobody([&] { write(); }), HasSubstr("cannot write campaign " + file_));
}

}  // namespace
}  // namespace palio::test
