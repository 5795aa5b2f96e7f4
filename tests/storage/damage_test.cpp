// Every changed value is found and located; triggers and views of others are refused.
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <algorithm>
#include <iterator>

#include "core/identity/random_stream.h"
#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::ThrowsMessage;

// Without a connection of ours: as another program would.
class Raw {
public:
  explicit Raw(const std::string& file) : database_(file, SQLite::OPEN_READWRITE) {
    database_.exec("PRAGMA ignore_check_constraints = ON");
  }
  void exec(const std::string& sql) { database_.exec(sql); }
  std::vector<std::string> column(const std::string& sql) {
    std::vector<std::string> values;
    SQLite::Statement select(database_, sql);
    while (select.executeStep()) values.push_back(select.getColumn(0).getString());
    return values;
  }

private:
  SQLite::Database database_;
};

class DamageTest : public StorageTest {
protected:
  // A row or more in every table: 20 completed batches of two, 4 failures, one of them made good, and 3 stale results.
  DamageTest() {
    ResultStore store(file_, study_info("first"), {.sample = 3, .condition = "tasks > 1", .options = {"--timeout=7"}});
    add_samples(store, 3, 3, 3);
    store.begin_session(session_info(0));
    std::vector<StoredResult> rows;
    for (std::int64_t i = 0; i < 24; ++i) {
      const ScenarioId id{i / 9 + 1, i / 3 % 3 + 1, i % 3 + 1};
      rows.push_back(i % 6 == 5 ? failed(id, FailureKind::crashed, fmt::format("died {}", i))
                                : completed(id, static_cast<double>(i) + 0.25, {{0, 0, 4}, {1, 2, 7}}));
    }
    store.write(rows);
    store.write(std::vector{completed({1, 2, 3}, 3, 2)});
    store.end_session("finished");
    const WantedScenarios wanted = [](const ScenarioId& id) {
      return numbers_of(id).platform < 3 || numbers_of(id).workload > 1;
    };
    store.begin_session(session_info(0), wanted);
    store.end_session("finished");
    KeptDimensions kept;
    for (std::int64_t i = 1; i <= 3; ++i) {
      const ScenarioId id = id_of({i, i, i});
      kept.platforms.push_back(id.platform);
      kept.workloads.push_back(id.workload);
      kept.strategies.push_back(id.strategy);
    }
    store.prune([](const ScenarioId& id) { return numbers_of(id).platform != 2 || numbers_of(id).workload != 2; },
                kept);
    store.begin_session(session_info(0), wanted);
    store.end_session("finished");
    store.checkpoint();
    whole_ = bytes_of(file_);
  }

  void write(const std::string& bytes) const { std::ofstream(file_, std::ios::binary) << bytes; }
  void restore() const { write(whole_); }

  std::string whole_;
};

TEST_F(DamageTest, NothingIsFoundWhereNothingIsWrong) { EXPECT_THAT(problems_of(file_), IsEmpty()); }

// Each column of each table that holds results, of one row, to another value of its type; and to NULL where it has one.
TEST_F(DamageTest, EveryChangedValueIsFound) {
  int changes = 0;
  for (const char* table : {"result", "failure", "batch_result", "uncertain_result", "application_result", "platform",
                            "workload", "strategy", "campaign", "session", "request", "pruning", "input_file"}) {
    for (const std::string& column :
         Raw(file_).column(fmt::format("SELECT name FROM pragma_table_info('{}')", table))) {
      for (const char* value :
           {"CASE typeof({0}) WHEN ''text'' THEN {0} || ''x'' WHEN ''null'' THEN NULL ELSE {0} + 1 END", "NULL"}) {
        std::string expression(value);
        for (std::size_t at = 0; (at = expression.find("''")) != std::string::npos;) expression.replace(at, 2, "'");
        for (std::size_t at = 0; (at = expression.find("{0}")) != std::string::npos;)
          expression.replace(at, 3, '"' + column + '"');
        const std::string before = output_of("sqlite3 " + file_ + " .dump");
        try {
          Raw(file_).exec(
              fmt::format("UPDATE {0} SET \"{1}\" = {2} WHERE \"{1}\" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM {0} "
                          "AS other WHERE other.\"{1}\" < {0}.\"{1}\")",
                          table, column, expression));
        } catch (const SQLite::Exception&) {
          continue;  // NOT NULL, or taken
        }
        if (output_of("sqlite3 " + file_ + " .dump") == before) continue;  // a column of NULLs
        ++changes;
        EXPECT_THAT(problems_of(file_), Not(IsEmpty())) << table << "." << column << " = " << expression;
        restore();
      }
    }
  }
  EXPECT_GT(changes, 100);
}

TEST_F(DamageTest, ChangedResultIsLocatedByItsScenario) {
  const std::string scenario = Raw(file_).column("SELECT scenario FROM results WHERE makespan = 9.25").at(0);
  Raw(file_).exec("UPDATE result SET efficiency = 0.5 WHERE makespan = 9.25");
  EXPECT_THAT(problems_of(file_), testing::ElementsAre("checksums: result, or what belongs to it, of " + scenario +
                                                       " changed after it was stored"));
}

TEST_F(DamageTest, DoubledMakespansAreFound) {
  Raw(file_).exec("UPDATE result SET makespan = 2 * makespan");
  EXPECT_GE(problems_of(file_).size(), 17U);
}

TEST_F(DamageTest, ResultMadeStaleByHandIsFound) {
  Raw(file_).exec("UPDATE result SET stale = 1 WHERE makespan = 9.25");
  EXPECT_THAT(problems_of(file_), testing::Contains(HasSubstr("changed after it was stored")));
}

TEST_F(DamageTest, PlantedTriggerIsRefusedByWhoeverOpensTheFile) {
  Raw(file_).exec("CREATE TRIGGER sweeper AFTER UPDATE ON session BEGIN DELETE FROM result; END");
  const auto refused = ThrowsMessage<UserError>(AllOf(HasSubstr(file_), HasSubstr("trigger \"sweeper\"")));
  EXPECT_THAT([&] { open(); }, refused);
  EXPECT_THAT([&] { CampaignReader reader(file_); }, refused);
  EXPECT_THAT(problems_of(file_), testing::Contains(HasSubstr("the trigger \"sweeper\" was not made by Palio")));
}

TEST_F(DamageTest, ViewsOfOthersAreRefused) {
  for (const char* sql :
       {"CREATE VIEW mine AS SELECT 1", "DROP VIEW results; CREATE VIEW results AS SELECT * FROM all_results",
        "DROP VIEW failures; CREATE VIEW failures AS SELECT 1 AS scenario"}) {
    Raw(file_).exec(sql);
    const auto refused = ThrowsMessage<UserError>(HasSubstr("which Palio did not make"));
    EXPECT_THAT([&] { open(); }, refused) << sql;
    EXPECT_THAT([&] { CampaignReader reader(file_); }, refused) << sql;
    EXPECT_THAT(problems_of(file_), Not(IsEmpty())) << sql;
    restore();
  }
}

// All that a file says to a program that is not Palio, each value with its type; what SQLite says where it is damaged.
std::string contents(const std::string& file) {
  std::string all;
  try {
    SQLite::Database database(file, SQLite::OPEN_READONLY);
    std::vector<std::string> tables;
    const auto add = [&](const std::string& sql, bool names) {
      SQLite::Statement select(database, sql);
      while (select.executeStep()) {
        if (names && select.getColumn(0).getString() == "table") tables.push_back(select.getColumn(1).getString());
        for (int i = 0; i < select.getColumnCount(); ++i)
          all += fmt::format("{}:{}|", select.getColumn(i).getType(), select.getColumn(i).getString());
      }
    };
    add("SELECT type, name, tbl_name, sql FROM sqlite_schema", true);
    for (const std::string& table : tables) add(fmt::format("SELECT * FROM \"{}\"", table), false);
  } catch (const SQLite::Exception& error) {
    all += error.what();
  }
  return all;
}

// One bit of a byte, or all of it. PALIO_FLIPS=20000 tries more of them; flips of unused bytes change nothing.
TEST_F(DamageTest, EveryFlippedByteThatChangesDataIsFound) {
  const char* asked = std::getenv("PALIO_FLIPS");
  const int tries = asked != nullptr ? std::atoi(asked) : 2000;
  const std::string before = contents(file_);
  RandomStream draw(4711);
  int changed = 0;
  for (int i = 0; i < tries; ++i) {
    const auto at = static_cast<std::size_t>(draw.uniform_integer(0, std::ssize(whole_) - 1));
    const auto mask =
        static_cast<unsigned>(i % 2 == 0 ? 1 << draw.uniform_integer(0, 7) : draw.uniform_integer(1, 255));
    std::string flipped = whole_;
    flipped[at] = static_cast<char>(static_cast<unsigned char>(flipped[at]) ^ mask);
    write(flipped);
    const std::string after = contents(file_);
    if (after == before) continue;
    ++changed;
    const auto first = std::ranges::mismatch(before, after).in1 - before.begin();
    EXPECT_THAT(problems_of(file_), Not(IsEmpty())) << fmt::format("byte {} with {:#x}: {} became {}", at, mask,
                                                                   before.substr(first, 100), after.substr(first, 100));
  }
  EXPECT_GT(changed, tries / 10);
  if (asked != nullptr) fmt::print("{} of {} flips changed data\n", changed, tries);
}

}  // namespace
}  // namespace palio::test
