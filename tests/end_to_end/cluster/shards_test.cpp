// Parts of a study on several machines: together they are the study, whatever happens to each of them.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <set>
#include <sstream>
#include <thread>

#include "tests/end_to_end/support/command_test.h"

namespace palio {
namespace {

using testing::HasSubstr;

class ShardsTest : public test::CommandTest {
protected:
  test::Finished run(const std::string& database, const std::string& shard, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"run", study_, "--db", folder_.file(database), "-q", "-j", "2"};
    if (!shard.empty()) arguments.insert(arguments.end(), {"--shard", shard});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return palio(arguments);
  }
  std::string results(const std::string& database) const { return test::results(folder_.file(database)); }
  std::int64_t count(const std::string& database, const std::string& sql) const {
    return test::count(folder_.file(database), sql);
  }
  std::int64_t planned(const std::string& database) const {
    return count(database, "SELECT planned FROM session ORDER BY id DESC LIMIT 1");
  }
  std::set<std::string> scenarios(const std::string& database) {
    std::set<std::string> lines;
    std::istringstream out(
        palio({"query", folder_.file(database), "SELECT scenario FROM results", "--format", "csv"}).out);
    for (std::string line; std::getline(out, line);)
      if (line != "scenario") lines.insert(line);
    return lines;
  }
};

// 24 instances of two scenarios. A third is 8 of them; of the fifth that follows some are done.
TEST_F(ShardsTest, OfAnotherNumberIntoTheSameFileSkipWhatIsDone) {
  ASSERT_EQ(run("whole.db", "").status, 0);
  ASSERT_EQ(run("c.db", "1/3").status, 0);
  EXPECT_EQ(count("c.db", "SELECT count(*) FROM result"), 16);
  std::int64_t stored = 16;
  for (const char* shard : {"2/5", "4/5", "1/5", "3/5", "5/5"}) {
    ASSERT_EQ(run("c.db", shard).status, 0);
    stored += planned("c.db");
    EXPECT_EQ(count("c.db", "SELECT count(*) FROM result"), stored);
  }
  EXPECT_EQ(stored, 48);
  EXPECT_EQ(results("c.db"), results("whole.db"));
  ASSERT_EQ(run("c.db", "2/3").status, 0);
  EXPECT_EQ(planned("c.db"), 0);
}

// 5 instances of a sample on 7 parts: two are empty, which is said, and no part fails.
TEST_F(ShardsTest, OfASampleAreTheSampleAndMayBeEmpty) {
  ASSERT_EQ(run("sample.db", "", {"--sample", "5"}).status, 0);
  std::set<std::string> united;
  std::size_t sum = 0;
  for (int part = 1; part <= 7; ++part) {
    const std::string database = fmt::format("part-{}.db", part);
    const test::Finished finished = run(database, fmt::format("{}/7", part), {"--sample", "5"});
    EXPECT_EQ(finished.status, 0) << finished.err;
    const std::set<std::string> mine = scenarios(database);
    EXPECT_EQ(mine.size(), part <= 5 ? 2U : 0U);
    EXPECT_EQ(finished.err.find("is empty: 5 instances are wanted") != std::string::npos, part > 5) << finished.err;
    sum += mine.size();
    united.insert(mine.begin(), mine.end());
    EXPECT_EQ(palio({"resume", folder_.file(database), "-q"}).status, 0);
  }
  EXPECT_EQ(sum, 10U);
  EXPECT_EQ(united, scenarios("sample.db"));
}

TEST_F(ShardsTest, OfACampaignThatIsKilledStayWhatTheyWere) {
  ASSERT_EQ(run("calm.db", "2/3").status, 0);
  for (int round = 0; round < 6; ++round) {
    const std::string database = fmt::format("killed-{}.db", round), file = folder_.file(database);
    test::Program program(folder_.file(""), {"run", study_, "--db", file, "-q", "-j", "1", "--shard", "2/3"});
    std::this_thread::sleep_for(std::chrono::milliseconds(20 * round));
    program.signal(round % 2 == 0 ? SIGKILL : SIGINT);
    program.wait();
    // Killed before it made the file, there is nothing to resume.
    if (palio({"resume", file, "-q"}).status != 0) {
      ASSERT_EQ(run(database, "2/3").status, 0);
    }
    EXPECT_EQ(scenarios(database), scenarios("calm.db"));
    EXPECT_EQ(count(database, "SELECT count(*) FROM request WHERE shard_rule = 'rounds' AND shard_costs IS NULL"),
              count(database, "SELECT count(*) FROM request"));
  }
}

// The costs are looked at once: the file that they are from may change or go.
TEST_F(ShardsTest, ByCostsKeepTheCostsThatBeganThem) {
  const std::string costs = folder_.file("costs.db"), changing = folder_.file("changing.db");
  ASSERT_EQ(run("costs.db", "", {"--sample", "6"}).status, 0);
  ASSERT_EQ(run("whole.db", "").status, 0);
  std::filesystem::copy_file(costs, changing);
  std::set<std::string> united;
  std::size_t sum = 0;
  for (const int part : {1, 2, 3}) {
    const std::string database = fmt::format("part-{}.db", part), shard = fmt::format("{}/3", part);
    test::Program begun(folder_.file(""), {"run", study_, "--db", folder_.file(database), "-q", "-j", "1", "--shard",
                                           shard, "--costs", part == 2 ? changing : costs});
    while (begun.running() && !std::filesystem::exists(folder_.file(database)))
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    begun.signal(SIGINT);
    begun.wait();
    if (part == 2) {
      const test::Finished again = run(database, shard, {"--costs", changing, "--timeout", "0"});
      EXPECT_EQ(again.status, 0) << again.err;
      std::filesystem::copy_file(folder_.file("whole.db"), changing, std::filesystem::copy_options::overwrite_existing);
    }
    EXPECT_EQ(run(database, shard, {"--costs", part == 2 ? changing : costs}).status, 0);
    if (part == 2) std::filesystem::remove(changing);
    EXPECT_EQ(palio({"resume", folder_.file(database), "-q"}).status, 0);
    EXPECT_EQ(count(database, "SELECT count(DISTINCT shard_costs) FROM request WHERE shard_rule = 'costs'"), 1);
    EXPECT_THAT(palio({"plan", study_, "--db", folder_.file(database), "--shard", shard}).out,
                HasSubstr(fmt::format("instances in shard {}, dealt by costs", shard)));
    const std::set<std::string> mine = scenarios(database);
    sum += mine.size();
    united.insert(mine.begin(), mine.end());
    EXPECT_EQ(palio({"check", folder_.file(database)}).status, 0);
  }
  EXPECT_EQ(sum, 48U);
  EXPECT_EQ(united, scenarios("whole.db"));
}

TEST_F(ShardsTest, ThatCannotBeAreRefused) {
  for (const char* shard : {"0/4", "5/4", "a/b"})
    EXPECT_THAT(run("c.db", shard).err, HasSubstr(fmt::format("--shard {} is not of the form i/n", shard)));
  EXPECT_THAT(run("c.db", "", {"--costs", "x.db"}).err, HasSubstr("also give --shard i/n"));
  EXPECT_THAT(run("c.db", "1/2", {"--costs", folder_.file("x.db")}).err, HasSubstr("there is no campaign"));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("c.db")));
}

}  // namespace
}  // namespace palio
