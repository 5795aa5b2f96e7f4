// What a part brings into a campaign, what it does not, and what is refused.
#include "storage/merge/part_merge.h"

#include <SQLiteCpp/Database.h>
#include <sqlite3.h>

#include <algorithm>
#include <iterator>

#include "storage/file/row_checksum.h"
#include "storage/merge/part_file.h"
#include "storage/read/campaign_digest.h"
#include "tests/storage/storage_fixture.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/variable.h"

namespace palio::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

enum class Order { forwards, backwards };

bool any(std::int64_t /*results*/) { return true; }

class MergeTest : public StorageTest {
protected:
  // A campaign whose sessions are told apart by `pid`. `order`: in which it learned of its dimensions.
  std::string campaign(const std::string& name, std::int64_t pid, const std::vector<StoredResult>& results,
                       Order order = Order::forwards, std::string_view how = "finished") {
    std::string file = folder_.file(name);
    ResultStore store(file, study_info("first"), {.shard = pid, .shards = 9});
    add(store, order);
    store.begin_session(session(pid));
    store.write(results);
    if (!how.empty()) store.end_session(how);
    store.checkpoint();
    return file;
  }

  // A second session.
  static void go_on(const std::string& file, const std::vector<StoredResult>& results, std::string_view how) {
    ResultStore store(file, study_info("first"));
    store.begin_session(session(2));
    store.write(results);
    store.end_session(how);
    store.checkpoint();
  }

  static SessionInfo session(std::int64_t pid) {
    SessionInfo info = session_info(0);
    info.pid = pid;
    return info;
  }

  static void add(ResultStore& store, Order order) {
    std::vector<DimensionRow> platforms = stars(k_size), workloads = chains(k_size), strategies = fasts(k_size);
    if (order == Order::backwards)
      for (auto* rows : {&platforms, &workloads, &strategies}) std::ranges::reverse(*rows);
    store.add_platforms(platforms);
    store.add_workloads(workloads);
    store.add_strategies(strategies);
  }

  MergedPart merge(const std::string& part, const MergeWatch& watch = any) {
    ResultStore store = open();
    SessionInfo info = session(1000);
    info.jobs = info.planned = 0;
    MergedPart merged = store.merge({part, study_info("first").study_text, "simgrid"}, info, watch);
    store.end_merge("finished", 0);
    store.checkpoint();
    return merged;
  }

  // Of a campaign with one session.
  static void redate(const std::string& file, const std::string& started) {
    SQLite::Database database(file, SQLite::OPEN_READWRITE);
    register_row_checksum(database);
    database.exec(fmt::format("UPDATE session SET started = '{}'", started));
    seal_rows(database, "session", "true");
  }

  static constexpr std::int64_t k_size = 3;
};

std::vector<ApplicationMetrics> until(double finish) { return {{0, 1, finish, 2}, {1, 2, finish + 1, 3}}; }

TEST_F(MergeTest, PartsInOtherOrdersMakeTheDigestOfOneCampaign) {
  const std::vector<StoredResult> first{completed({1, 1, 1}, 10), completed({1, 2, 3}, 20, until(7)),
                                        failed({2, 1, 1}, FailureKind::crashed, "one")};
  const std::vector<StoredResult> second{completed({3, 1, 2}, 30), completed({3, 3, 1}, 40, until(9)),
                                         failed({1, 3, 3}, FailureKind::timeout, "two")};
  std::vector<StoredResult> all = first;
  all.insert(all.end(), second.begin(), second.end());
  const CampaignDigest wanted = digest_campaign(campaign("single.db", 1, all));
  const MergedPart one = merge(campaign("a.db", 1, first)), two = merge(campaign("b.db", 2, second, Order::backwards));
  EXPECT_EQ(one.added, 3);
  EXPECT_EQ(two.added, 3);
  EXPECT_EQ(to_text(digest_campaign(file_).digest), to_text(wanted.digest));
  expect_sound();
  EXPECT_EQ(sql("SELECT group_concat(pid) FROM session ORDER BY id"), "1,1000,2,1000\n");
  EXPECT_EQ(sql("SELECT pid FROM result JOIN session ON session.id = session_id WHERE makespan = 30"), "2\n");
}

TEST_F(MergeTest, AgainItChangesNothing) {
  const std::string part =
      campaign("a.db", 1, {completed({1, 1, 1}, 10), failed({2, 1, 1}, FailureKind::crashed, "x")});
  merge(part);
  const std::string before = sql(".dump");
  const MergedPart again = merge(part);
  EXPECT_FALSE(again.changed);
  EXPECT_EQ(again.equal(), 2);
  EXPECT_EQ(sql(".dump"), before);
}

TEST_F(MergeTest, APartThatGrewAddsWhatIsNewAndTheEndOfItsSession) {
  const std::string part = campaign("a.db", 1, {completed({1, 1, 1}, 10)}, Order::forwards, "");
  merge(part);
  EXPECT_EQ(sql("SELECT how IS NULL, completed FROM session WHERE pid = 1"), "1|1\n");
  go_on(part, {completed({2, 2, 2}, 20), failed({1, 2, 2}, FailureKind::timeout, "slow")}, "interrupted");
  const MergedPart grown = merge(part);
  EXPECT_EQ(grown.results, 3);
  EXPECT_EQ(grown.added, 2);
  EXPECT_EQ(grown.equal(), 1);
  EXPECT_EQ(sql("SELECT pid, how, completed, failed FROM session WHERE pid = 2"), "2|interrupted|1|1\n");
  EXPECT_EQ(to_text(digest_campaign(file_).digest), to_text(digest_campaign(part).digest));
  expect_sound();
}

TEST_F(MergeTest, PartsStayAsTheyAre) {
  const std::string part = campaign("a.db", 1, {completed({1, 1, 1}, 10)});
  const std::string before = bytes_of(part);
  merge(part);
  EXPECT_EQ(bytes_of(part), before);
  EXPECT_FALSE(std::filesystem::exists(part + "-wal"));
}

TEST_F(MergeTest, ACopyGoesWithThePartAlsoWhereItCannotBeWritten) {
  const std::string part = campaign("a.db", 1, {completed({1, 1, 1}, 10)});
  sqlite_shell(part, "PRAGMA journal_mode = wal");
  ASSERT_FALSE(std::filesystem::exists(part + "-wal"));
  const std::string temporary = folder_.file("temporary");
  std::filesystem::create_directory(temporary);
  const Variable elsewhere("TMPDIR", temporary);
  EXPECT_THAT(PartFile(part).readable().string(), HasSubstr(temporary));
  EXPECT_TRUE(std::filesystem::is_empty(temporary));
  const FileSizeLimit full(4096);
  EXPECT_THROW(PartFile{part}, UserError);
  EXPECT_TRUE(std::filesystem::is_empty(temporary));
}

// Both ways: what completed is better than what failed, and the failed attempt counts as the one before.
TEST_F(MergeTest, AResultTakesThePlaceOfAFailure) {
  const std::string good = campaign("good.db", 1, {completed({1, 1, 1}, 10)});
  const std::string bad = campaign("bad.db", 2, {failed({1, 1, 1}, FailureKind::timeout, "slow")});
  for (const auto& [first, second] : {std::pair(good, bad), std::pair(bad, good)}) {
    std::filesystem::remove(file_);
    merge(first);
    const MergedPart merged = merge(second);
    EXPECT_EQ(merged.improved, second == good ? 1 : 0);
    EXPECT_EQ(merged.contradictions, 0);
    EXPECT_EQ(sql("SELECT outcome, attempt, makespan, pid FROM measured JOIN session ON session.id = session_id"),
              "completed|2|10.0|1\n");
    EXPECT_EQ(sql("SELECT attempt, kind, message FROM failure"), "1|timeout|slow\n");
    expect_sound();
    EXPECT_FALSE(merge(first).changed);
    EXPECT_FALSE(merge(second).changed);
  }
}

TEST_F(MergeTest, ARetriedScenarioIsKnownAgain) {
  const std::string part = campaign("a.db", 1, {failed({1, 1, 1}, FailureKind::timeout, "slow")});
  merge(part);
  go_on(part, {completed({1, 1, 1}, 10, 2)}, "finished");
  const MergedPart merged = merge(part);
  EXPECT_EQ(merged.improved, 1);
  EXPECT_EQ(sql("SELECT outcome, attempt FROM measured"), "completed|2\n");
  EXPECT_EQ(sql("SELECT count(*) FROM failure"), "1\n");
  expect_sound();
}

// A minute apart, though made at once.
TEST_F(MergeTest, OfTwoFailuresThatOfTheLaterSessionStaysWhateverTheOrder) {
  const std::string early = campaign("early.db", 1, {failed({1, 1, 1}, FailureKind::timeout, "slow")});
  const std::string late = campaign("late.db", 2, {failed({1, 1, 1}, FailureKind::crashed, "broken")});
  redate(early, "2026-01-01T00:01:00.000Z");
  redate(late, "2026-01-01T00:02:00.000Z");
  for (const auto& [first, second] : {std::pair(early, late), std::pair(late, early)}) {
    std::filesystem::remove(file_);
    merge(first);
    merge(second);
    EXPECT_EQ(sql("SELECT outcome, attempt FROM measured"), "crashed|2\n");
    EXPECT_EQ(sql("SELECT attempt, kind FROM failure ORDER BY attempt"), "1|timeout\n2|crashed\n");
    expect_sound();
    EXPECT_FALSE(merge(first).changed);
  }
}

TEST_F(MergeTest, ContradictionsAreToldWithBothRowsAndChangeNothing) {
  const std::string first = campaign("a.db", 1, {completed({1, 1, 1}, 10), completed({2, 2, 2}, 50)});
  const std::string second =
      campaign("b.db", 2, {completed({1, 1, 1}, 11), completed({3, 3, 3}, 60)}, Order::backwards);
  merge(first);
  const MergedPart merged = merge(second);
  EXPECT_EQ(merged.contradictions, 1);
  EXPECT_EQ(merged.added, 1);
  ASSERT_EQ(merged.examples.size(), 1U);
  const Contradiction& found = merged.examples.front();
  EXPECT_EQ(found.what, "makespan");
  EXPECT_EQ(found.whole, SqlValue(10.0));
  EXPECT_EQ(found.part, SqlValue(11.0));
  EXPECT_THAT(found.whole_session, AllOf(HasSubstr("siena"), HasSubstr("palio 0.1.0"), HasSubstr("simgrid 3.32")));
  EXPECT_EQ(sql("SELECT count(*), min(makespan) FROM result"), "3|10.0\n");
  expect_sound();
}

TEST_F(MergeTest, ContradictionsOfApplicationsAreFound) {
  merge(campaign("a.db", 1, {completed({1, 1, 1}, 10, until(7))}));
  const MergedPart merged = merge(campaign("b.db", 2, {completed({1, 1, 1}, 10, until(8))}));
  ASSERT_EQ(merged.contradictions, 1);
  EXPECT_EQ(merged.examples.front().what, "finish of application 0");
  EXPECT_EQ(merged.examples.front().whole, SqlValue(7.0));
  EXPECT_EQ(merged.examples.front().part, SqlValue(8.0));
}

TEST_F(MergeTest, WhatWasRunTwiceWithTheSameBitsIsCountedAndStaysAccountedFor) {
  merge(campaign("a.db", 1, {completed({1, 1, 1}, 10), completed({2, 2, 2}, 20)}));
  const MergedPart merged = merge(campaign("b.db", 2, {completed({2, 2, 2}, 20), completed({3, 3, 3}, 30)}));
  EXPECT_EQ(merged.equal(), 1);
  EXPECT_EQ(merged.added, 1);
  expect_sound();
}

TEST_F(MergeTest, AChangedValueKeepsItsPartOutAndNothingElse) {
  const std::string damaged = campaign("damaged.db", 1, {completed({1, 1, 1}, 10), completed({2, 2, 2}, 20)});
  sqlite_shell(damaged, "UPDATE result SET makespan = 21 WHERE makespan = 20");
  EXPECT_THAT(error_of<PartError>([&] { merge(damaged); }),
              AllOf(HasSubstr(damaged), HasSubstr("is damaged"), HasSubstr("changed after it was stored")));
  EXPECT_EQ(sql("SELECT count(*) FROM result"), "0\n");
  EXPECT_EQ(sql("SELECT count(*) FROM session"), "0\n");
  EXPECT_EQ(merge(campaign("b.db", 2, {completed({3, 3, 3}, 30)})).added, 1);
  expect_sound();
}

TEST_F(MergeTest, AChangedRowOfASmallTableKeepsItsPartOut) {
  for (const char* change : {"UPDATE session SET host = 'x'", "UPDATE platform SET label = 'x' WHERE id = p#1",
                             "UPDATE request SET sample = 7", "UPDATE campaign SET seed = 7",
                             "INSERT INTO pruning (pruned, results, attempts, failures) VALUES ('', 1, 1, 0)"}) {
    std::filesystem::remove(folder_.file("damaged.db"));
    const std::string damaged = campaign("damaged.db", 1, {completed({1, 1, 1}, 10)});
    sqlite_shell(damaged, change);
    EXPECT_THAT(error_of<PartError>([&] { merge(damaged); }), HasSubstr("changed after being stored")) << change;
  }
}

// No checksum is broken: the counts of the sessions tell.
TEST_F(MergeTest, ALostRowKeepsItsPartOut) {
  for (const char* loss : {"DELETE FROM result WHERE makespan = 10", "DELETE FROM failure"}) {
    std::filesystem::remove(folder_.file("damaged.db"));
    const std::string damaged =
        campaign("damaged.db", 1, {completed({1, 1, 1}, 10), failed({2, 1, 1}, FailureKind::crashed, "x")});
    sqlite_shell(damaged, loss);
    EXPECT_THAT(error_of<PartError>([&] { merge(damaged); }), HasSubstr("its sessions made 2 attempts")) << loss;
  }
}

// Of a scenario whose result another part brought, and of one that failed.
TEST_F(MergeTest, ARowThatBelongsToNoCompletedResultKeepsItsPartOut) {
  merge(campaign("other.db", 2, {completed({3, 3, 3}, 30)}));
  for (const char* values :
       {"batch_result (platform_id, workload_id, strategy_id, unfairness) VALUES (p#3, w#3, s#3, 1)",
        "uncertain_result (platform_id, workload_id, strategy_id, lateness) VALUES (p#3, w#3, s#3, 1)",
        "application_result VALUES (p#3, w#3, s#3, 0, 0, 1, 2, NULL)", "realization VALUES (p#3, w#3, s#3, 0, 1, 0)",
        "batch_result (platform_id, workload_id, strategy_id, unfairness) VALUES (p#2, w#1, s#1, 1)"}) {
    std::filesystem::remove(folder_.file("damaged.db"));
    const std::string damaged =
        campaign("damaged.db", 1, {completed({1, 1, 1}, 10), failed({2, 1, 1}, FailureKind::crashed, "x")});
    ASSERT_EQ(sqlite_shell(damaged, std::string("INSERT INTO ") + values), "");
    EXPECT_THAT(error_of<PartError>([&] { merge(damaged); }), AllOf(HasSubstr(damaged), HasSubstr("is damaged")))
        << values;
    EXPECT_EQ(sql("SELECT count(*) FROM result"), "1\n");
    expect_sound();
  }
}

TEST_F(MergeTest, AnInputFileThatIsNotWhatItsDigestSaysKeepsItsPartOut) {
  const std::string damaged = campaign("damaged.db", 1, {completed({1, 1, 1}, 10)});
  {
    SQLite::Database database(damaged, SQLite::OPEN_READWRITE);
    register_row_checksum(database);
    database.exec("INSERT INTO input_file (digest, content, read) VALUES ('abc', 'x', '')");
    seal_rows(database, "input_file", "true");
  }
  EXPECT_THAT(error_of<PartError>([&] { merge(damaged); }), AllOf(HasSubstr(damaged), HasSubstr("file abc")));
}

// As in two containers with one host name.
TEST_F(MergeTest, TwoSessionsThatBeganAtOnceWithOneHostAndPidStayTwo) {
  const std::string first = campaign("a.db", 1, {completed({1, 1, 1}, 10)});
  const std::string second = campaign("b.db", 2, {completed({2, 2, 2}, 20)});
  for (const std::string& file : {first, second}) {
    sqlite_shell(file, "UPDATE session SET pid = 7");
    redate(file, "2026-01-01T00:01:00.000Z");
  }
  merge(first);
  merge(second);
  EXPECT_EQ(sql("SELECT count(*) FROM session WHERE pid = 7"), "2\n");
  expect_sound();
}

TEST_F(MergeTest, AFileThatWasCutOffKeepsOut) {
  std::vector<StoredResult> results;
  for (std::int64_t p = 1; p <= k_size; ++p)
    for (std::int64_t w = 1; w <= k_size; ++w) results.push_back(completed({p, w, 1}, static_cast<double>(p + w)));
  const std::string part = campaign("a.db", 1, results);
  const std::uintmax_t size = std::filesystem::file_size(part);
  for (const std::uintmax_t kept : {size / 4, size / 2, size - 4096}) {
    std::filesystem::copy_file(part, folder_.file("cut.db"), std::filesystem::copy_options::overwrite_existing);
    std::filesystem::resize_file(folder_.file("cut.db"), kept);
    EXPECT_THROW(merge(folder_.file("cut.db")), PartError) << kept;
  }
  EXPECT_EQ(merge(part).added, k_size * k_size);
}

// While it lives, new connections cannot read the last tenth of a file: a disk, or the way to it, fails.
class FailingDisk {
public:
  explicit FailingDisk(std::string file) : vfs_(*sqlite3_vfs_find(nullptr)) {
    file_name = std::move(file);
    readable_end = static_cast<sqlite3_int64>(std::filesystem::file_size(file_name)) / 10 * 9;
    vfs_.zName = "failing";
    vfs_.xOpen = open;
    sqlite3_vfs_register(&vfs_, 1);
  }
  ~FailingDisk() { sqlite3_vfs_unregister(&vfs_); }
  FailingDisk(const FailingDisk&) = delete;
  FailingDisk& operator=(const FailingDisk&) = delete;

private:
  static int open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* opened) {
    const int code = sqlite3_vfs_find("unix")->xOpen(vfs, name, file, flags, opened);
    if (code != SQLITE_OK || name == nullptr || name != file_name) return code;
    methods = file->pMethods;
    failing_methods = *methods;
    failing_methods.xRead = read;
    file->pMethods = &failing_methods;
    return code;
  }

  static int read(sqlite3_file* file, void* to, int size, sqlite3_int64 from) {
    return from < readable_end ? methods->xRead(file, to, size, from) : SQLITE_IOERR_READ;
  }

  // SQLite calls functions without an object.
  static inline std::string file_name;
  static inline sqlite3_int64 readable_end = 0;  // byte
  static inline const sqlite3_io_methods* methods = nullptr;
  static inline sqlite3_io_methods failing_methods = {};
  sqlite3_vfs vfs_;
};

constexpr std::int64_t k_many = 5000;  // results: more than pass between two questions of the watch

class LargePartTest : public MergeTest {
protected:
  std::string part(const std::string& name, const StoredResult& result) {
    std::string file = folder_.file(name);
    ResultStore store(file, study_info("first"));
    add_samples(store, k_many, 1, 1);
    store.begin_session(session(1));
    std::vector<StoredResult> results(k_many, result);
    for (std::int64_t i = 0; i < k_many; ++i) results[static_cast<std::size_t>(i)].id = id_of({i + 1, 1, 1});
    store.write(results);
    store.end_session("finished");
    store.checkpoint();
    return file;
  }
};

TEST_F(LargePartTest, AStopLeavesNothingOfIt) {
  const std::string file = part("a.db", completed({}, 10));
  EXPECT_THROW(merge(file, [](std::int64_t) { return false; }), MergeStopped);
  EXPECT_EQ(sql("SELECT (SELECT count(*) FROM result) + (SELECT count(*) FROM session)"), "0\n");
  EXPECT_EQ(merge(file).added, k_many);
}

TEST_F(LargePartTest, ADiskThatFailsKeepsItsPartOutAndNothingElse) {
  const std::string file = part("a.db", completed({}, 10));
  {
    const FailingDisk disk(file);
    EXPECT_THAT(error_of<PartError>([&] { merge(file); }), AllOf(HasSubstr(file), HasSubstr("cannot be read")));
  }
  expect_sound();
  EXPECT_EQ(merge(file).added, k_many);
}

TEST_F(LargePartTest, ResultsThatAreLookedAtTwiceAreToldOnce) {
  merge(part("bad.db", failed({}, FailureKind::timeout, "slow")));
  std::int64_t told = 0;
  const MergedPart merged = merge(part("good.db", completed({}, 10)), [&](std::int64_t results) {
    told += results;
    return true;
  });
  EXPECT_EQ(merged.improved, k_many);
  EXPECT_EQ(told, 4096);
  expect_sound();
}

TEST_F(MergeTest, AnotherEngineKeepsOut) {
  const std::string part = campaign("a.db", 1, {completed({1, 1, 1}, 10)});
  ResultStore store = open();
  EXPECT_THAT(error_of<PartError>([&] {
                store.merge({part, study_info("first").study_text, "fluid"}, session_info(), any);
              }),
              AllOf(HasSubstr(part), HasSubstr("simgrid"), HasSubstr("fluid")));
}

// As on a shared file system, by an earlier version. A file that comes or goes changes the date of its folder.
TEST_F(MergeTest, NothingIsWrittenNextToAPartThatWasLeftInWriteAheadMode) {
  const std::string folder = folder_.file("shared");
  std::filesystem::create_directory(folder);
  const std::string part = campaign("shared/part.db", 1, {completed({1, 1, 1}, 10), completed({1, 2, 1}, 20)});
  SQLite::Database(part, SQLite::OPEN_READWRITE).exec("PRAGMA journal_mode = WAL");
  const std::filesystem::file_time_type long_ago{};
  std::filesystem::last_write_time(folder, long_ago);
  EXPECT_EQ(merge(part).added, 2);
  EXPECT_EQ(std::filesystem::last_write_time(folder), long_ago);
}

}  // namespace
}  // namespace palio::test
