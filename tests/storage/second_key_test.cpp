// A text whose first key is another's has its second key; such a file is not joined with one that has it by its first.
#include <SQLiteCpp/Database.h>

#include "storage/file/row_checksum.h"
#include "storage/merge/part_merge.h"
#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string k_text = "star:hosts=1,seed=7";

class SecondKeyTest : public StorageTest {
protected:
  // A campaign in which a foreign text took the first key of star(1, 7), with a result of it.
  SecondKeyTest() {
    { const ResultStore store(taken_, study_info("first")); }
    {
      SQLite::Database database(taken_, SQLite::OPEN_READWRITE);
      register_row_checksum(database);
      database.exec(
          fmt::format("INSERT INTO platform (id, key, canonical, label, family) VALUES ({}, '{}', 'foreign', "
                      "'foreign', 'foreign')",
                      first_, short_key(first_)));
      seal_rows(database, "platform", "true");
    }
    id_ = run(taken_);
    run(file_);
  }

  // Runs star(1) by chain(1) by fast(0.5); returns the id of the platform.
  static std::int64_t run(const std::string& file) {
    ResultStore store(file, study_info("first"));
    const std::int64_t id = store.add_platforms(stars(1)).front();
    add_samples(store, 1, 1, 1);
    store.begin_session(session_info(0));
    StoredResult result = completed({1, 1, 1}, 10);
    result.id.platform = id;
    store.write({&result, 1});
    store.end_session("finished");
    store.checkpoint();
    return id;
  }

  void forget_foreign_row() const {
    ASSERT_EQ(sqlite_shell(taken_, "DELETE FROM platform WHERE canonical = 'foreign'"), "");
  }

  static std::string merge_error(const std::string& whole, const std::string& part) {
    ResultStore store(whole, study_info("first"));
    return error_of<PartError>([&] {
      store.merge({part, study_info("first").study_text, "simgrid"}, session_info(0),
                  [](std::int64_t) { return true; });
    });
  }
  static std::string union_error(const std::string& one, const std::string& other) {
    CampaignReader reader(one);
    return error_of<UserError>([&] { reader.unite(std::vector<std::filesystem::path>{other}); });
  }

  std::string taken_ = folder_.file("taken.db");
  std::int64_t first_ = content_id(k_text), id_ = 0;
};

TEST_F(SecondKeyTest, IsThatOfTheTextAndStaysIts) {
  EXPECT_EQ(id_, content_id(k_text, WhichKey::second));
  EXPECT_NE(id_, first_);
  EXPECT_EQ(run(taken_), id_);
  forget_foreign_row();
  EXPECT_EQ(run(taken_), id_);
  EXPECT_EQ(sqlite_shell(taken_, "SELECT count(*) FROM platform"), "1\n");
}

// The forged row has a key that is not its own, and the check says no more.
TEST_F(SecondKeyTest, TheCheckFindsOnlyTheForgedRow) {
  EXPECT_THAT(problems_of(taken_),
              ElementsAre(fmt::format("identities: platform {} has the key of another text", first_)));
  EXPECT_EQ(sqlite_shell(taken_, "SELECT scenario LIKE '" + short_key(id_) + "-%', hosts, makespan FROM results"),
            "1|1|10.0\n");
  forget_foreign_row();
  EXPECT_THAT(problems_of(taken_), testing::IsEmpty());
}

TEST_F(SecondKeyTest, IsNotMergedWithTheFirst) {
  EXPECT_THAT(merge_error(file_, taken_), AllOf(HasSubstr(taken_), HasSubstr(k_text), HasSubstr("foreign")));
  EXPECT_THAT(merge_error(taken_, file_), AllOf(HasSubstr(file_), HasSubstr(k_text), HasSubstr("foreign")));
  EXPECT_EQ(sql("SELECT count(*) FROM platform"), "1\n");
}

TEST_F(SecondKeyTest, IsNotReadTogetherWithTheFirst) {
  EXPECT_THAT(union_error(file_, taken_), AllOf(HasSubstr(taken_), HasSubstr(k_text), HasSubstr("foreign")));
  EXPECT_THAT(union_error(taken_, file_), AllOf(HasSubstr(file_), HasSubstr(k_text)));
}

// Nothing tells any more why the text has its second key.
TEST_F(SecondKeyTest, IsRefusedAlsoWhenTheOtherTextIsGone) {
  forget_foreign_row();
  for (const auto& [one, other] : {std::pair(file_, taken_), std::pair(taken_, file_)}) {
    EXPECT_THAT(merge_error(one, other), AllOf(HasSubstr(other), HasSubstr(k_text)));
    EXPECT_THAT(union_error(one, other), AllOf(HasSubstr(other), HasSubstr(k_text)));
  }
}

}  // namespace
}  // namespace palio::test
