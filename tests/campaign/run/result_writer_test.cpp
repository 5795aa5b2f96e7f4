#include "campaign/run/result_writer.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "campaign/session/time_left.h"
#include "storage/read/campaign_reader.h"
#include "storage/read/stored_results.h"
#include "storage/sql/sqlite_error.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

class ResultWriterTest : public testing::Test {
protected:
  void SetUp() override {
    platform_ = store_.add_platforms(std::vector<DimensionRow>{{{"p", {}}, "p", {}, {}}}).front();
    for (int i = 0; i < 100; ++i)
      workload_rows_.push_back({{"w" + std::to_string(i), {}}, "w" + std::to_string(i), {}, {}});
    workloads_ = store_.add_workloads(workload_rows_);
    std::vector<DimensionRow> strategies;
    for (int i = 0; i < 20; ++i) strategies.push_back({{"s" + std::to_string(i), {}}, "s" + std::to_string(i), {}, {}});
    strategies_ = store_.add_strategies(strategies);
    store_.begin_session({});
  }

  StoredResult result(std::size_t workload, std::size_t strategy) const {
    Completed completed;
    completed.metrics["makespan"] = 1;
    return {{platform_, workloads_[workload], strategies_[strategy]}, 1, {completed, {}}};
  }

  // By a shell: a reader would refuse the triggers of some tests.
  std::int64_t stored() const {
    return std::stoll(test::sqlite_shell(folder_.file("c.db"), "SELECT count(*) FROM result"));
  }

  test::TemporaryFolder folder_;
  ResultStore store_{folder_.file("c.db"), {"study", "", "", 1, "study.toml", ""}};
  std::vector<DimensionRow> workload_rows_;
  std::int64_t platform_ = 0;
  std::vector<std::int64_t> workloads_, strategies_;
};

TEST_F(ResultWriterTest, StoresWhatSeveralThreadsHandOver) {
  ResultWriter writer(store_);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (std::size_t w = t * 25; w < (t + 1) * 25; ++w)
        for (std::size_t s = 0; s < 20; ++s) writer.put(result(w, s));
    });
  for (std::thread& thread : threads) thread.join();
  writer.finish();
  EXPECT_EQ(stored(), 2000);
}

TEST_F(ResultWriterTest, CommitsWithoutBeingAskedWithinItsTime) {
  ResultWriter writer(store_);
  writer.put(result(0, 0));
  while (stored() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(stored(), 1);
}

// What status tells the time left from is what the run tells it from: 100 units of work at 4 units/s, 25 s.
TEST_F(ResultWriterTest, StoresThePaceWithEachBatchAndTellsTheTimeLeftFromIt) {
  EXPECT_EQ(last_session_pace(CampaignReader(folder_.file("c.db"))).text, "");
  const ProgressMeter::Clock::time_point start = ProgressMeter::Clock::now();
  ProgressMeter meter(10, 0, start, ProgressMeter::Counted::stored_scenarios);
  meter.expect(0, 100, 0, 4);
  ResultWriter writer(store_, Patience::k_usual, &meter);
  writer.put(result(0, 0));
  writer.finish();
  const ToldPace told = last_session_pace(CampaignReader(folder_.file("c.db")));
  EXPECT_GE(told.age, 0);
  EXPECT_EQ(seconds_left(pace_of(told.text), 7), 25);
  meter.expect(0, 200, 0, 4);  // not stored yet
  EXPECT_THAT(meter.line(ProgressMeter::Clock::now()),
              testing::MatchesRegex("1 of 10 scenarios \\(10 %\\), 0 failed, 25 s left"));
}

// Another program that holds the campaign until it is told to let go.
class Holder {
public:
  Holder(const test::TemporaryFolder& folder, const std::string& database)
      : shell_(popen(fmt::format("sqlite3 -batch '{}'", database).c_str(), "w")) {
    const std::string held = folder.file("held");
    std::fputs(fmt::format("BEGIN IMMEDIATE;\n.output '{}'\nSELECT 1;\n.output\n", held).c_str(), shell_);
    std::fflush(shell_);
    while (!std::filesystem::exists(held) || std::filesystem::file_size(held) == 0) pause();
  }
  ~Holder() { let_go(); }
  Holder(const Holder&) = delete;
  Holder& operator=(const Holder&) = delete;

  void let_go() {
    if (shell_ != nullptr) pclose(shell_);
    shell_ = nullptr;
  }
  static void pause() { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }

private:
  std::FILE* shell_;
};

class LockedCampaignTest : public ResultWriterTest {
protected:
  static std::string line(const ProgressMeter& meter) { return meter.line(ProgressMeter::Clock::now()); }
  static void wait_until_it_waits(const ProgressMeter& meter) {
    while (line(meter).find("waiting") == std::string::npos) Holder::pause();
  }

  ProgressMeter meter_{40, 0, ProgressMeter::Clock::now(), ProgressMeter::Counted::stored_scenarios};
};

TEST_F(LockedCampaignTest, TheWriterWaitsSaysSoTakesNothingMoreAndGoesOn) {
  Holder holder(folder_, folder_.file("c.db"));
  ResultWriter writer(store_, Patience::k_usual, &meter_);
  writer.put(result(0, 0));
  wait_until_it_waits(meter_);
  EXPECT_EQ(line(meter_), fmt::format("0 of 40 scenarios (0 %), waiting: {} is locked by another program, 0 failed",
                                      folder_.file("c.db")));
  std::atomic<std::size_t> taken = 0;
  std::jthread simulations([&] {
    for (; taken < 39; ++taken) writer.put(result(1 + taken / 20, taken % 20));
  });
  for (int i = 0; i < 20; ++i) Holder::pause();
  EXPECT_EQ(taken, 0U);
  holder.let_go();
  simulations.join();
  writer.finish();
  EXPECT_EQ(stored(), 40);
  EXPECT_EQ(meter_.completed(), 40U);
  EXPECT_EQ(line(meter_).find("waiting"), std::string::npos);
}

TEST_F(LockedCampaignTest, TheWriterEndsWhenItIsToldNotToWait) {
  const Holder holder(folder_, folder_.file("c.db"));
  ResultWriter writer(store_, Patience::k_usual, &meter_);
  meter_.add(true, 1, ProgressMeter::Clock::now());
  writer.put(result(0, 0));
  wait_until_it_waits(meter_);
  writer.stop_waiting();
  EXPECT_THAT(test::error_of<LockedFile>([&] { writer.finish(); }),
              testing::HasSubstr("another program holds it, such as palio report"));
  EXPECT_EQ(meter_.completed(), 0U);
  EXPECT_EQ(meter_.unstored(), 1U);
}

// A store that waits for 0.3 s instead of half a minute.
TEST_F(LockedCampaignTest, EveryTransactionWaitsForItsPatience) {
  const std::string file = folder_.file("d.db");
  ResultStore store(file, {"study", "", "", 1, "study.toml", ""}, {}, Kept::metrics, std::chrono::milliseconds(300));
  store.add_platforms(std::vector<DimensionRow>{{{"p", {}}, "p", {}, {}}});
  int waits = 0;
  store.lock_wait().on_wait([&](const std::string&) { ++waits; });
  {
    const Holder holder(folder_, file);
    const auto start = std::chrono::steady_clock::now();
    EXPECT_THROW(store.begin_session({}), LockedFile);
    EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(300));
    EXPECT_THROW(store.prune({}, {}), LockedFile);
    EXPECT_THROW(store.add_strategies(std::vector<DimensionRow>{{{"s", {}}, "s", {}, {}}}), LockedFile);
    EXPECT_EQ(waits, 3);
  }
  store.begin_session({});
  store.end_session("finished");
  store.checkpoint();
}

TEST_F(ResultWriterTest, PassesOnWhatTheStoreThrows) {
  ResultWriter writer(store_);
  StoredResult unknown = result(0, 0);
  unknown.id.workload = 12345;  // no such row: the foreign key refuses it
  writer.put(unknown);
  EXPECT_ANY_THROW(writer.finish());
}

// A trigger writes down every batch as it is committed: how many results, and when (s since 1970).
class BatchTest : public ResultWriterTest {
protected:
  struct Batch {
    std::int64_t rows;
    double time;
  };

  void SetUp() override {
    ResultWriterTest::SetUp();
    test::sqlite_shell(
        folder_.file("c.db"),
        "CREATE TABLE batch (rows INTEGER, time REAL); CREATE TRIGGER batch AFTER UPDATE OF completed ON "
        "session BEGIN INSERT INTO batch VALUES (NEW.completed - OLD.completed, (julianday('now') - "
        "2440587.5) * 86400); END");
  }

  std::vector<Batch> batches() const {
    test::sqlite_shell(folder_.file("c.db"), "DROP TRIGGER batch");  // a reader would refuse it
    std::vector<Batch> found;
    CampaignReader(folder_.file("c.db"))
        .query(
            "SELECT rows, time FROM batch ORDER BY rowid", [](const auto&) {},
            [&](const auto& row) {
              found.push_back({std::get<std::int64_t>(row[0]), std::get<double>(row[1])});
            });
    return found;
  }

  static double now() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  }
};

TEST_F(BatchTest, FastResultsAreCommittedBy256AtMost) {
  ResultWriter writer(store_);
  for (std::size_t i = 0; i < 2000; ++i) writer.put(result(i / 20, i % 20));
  writer.finish();
  std::int64_t rows = 0;
  for (const Batch& batch : batches()) {
    EXPECT_LE(batch.rows, 256);
    rows += batch.rows;
  }
  EXPECT_EQ(rows, 2000);
  EXPECT_GE(batches().size(), 8U);  // 2000 / 256
}

// One result every 10 ms, 90 in all: fewer than a batch holds, so that time alone makes the writer commit. Every result
// is to be committed within 100 ms and a commit. The quickest batch tells the writer's time, the others the machine's.
TEST_F(BatchTest, SlowResultsAreCommittedInTime) {
  constexpr std::size_t count = 90;
  std::vector<double> handed_over;
  {
    ResultWriter writer(store_);
    for (std::size_t i = 0; i < count; ++i) {
      handed_over.push_back(now());
      writer.put(result(i, 0));
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    while (stored() < static_cast<std::int64_t>(count))  // without being asked to finish
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  std::vector<double> waited;  // by batch: the first of it, which waits longest
  std::size_t next = 0;
  for (const Batch& batch : batches()) {
    ASSERT_LT(next, count);
    waited.push_back(batch.time - handed_over[next]);
    next += static_cast<std::size_t>(batch.rows);
  }
  ASSERT_EQ(next, count);
  EXPECT_LT(*std::ranges::min_element(waited), 1.1);
  EXPECT_GT(*std::ranges::max_element(waited), 0.05);  // they are collected, not committed one by one
}

}  // namespace
}  // namespace palio
