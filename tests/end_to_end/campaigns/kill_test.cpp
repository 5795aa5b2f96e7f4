// palio is killed at random moments of small campaigns; what is stored is never lost, doubled or wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "tests/end_to_end/support/descendants.h"
#include "tests/end_to_end/support/program.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::IsEmpty;
using Clock = std::chrono::steady_clock;

constexpr int k_scenarios = 48;  // of the small study
constexpr int k_run_tests = 10;
constexpr int k_kills_of_runs = 10;

class KillTest : public testing::TestWithParam<int> {
protected:
  void SetUp() override {
    test::adopt_orphans();
    const Clock::time_point start = Clock::now();
    ASSERT_EQ(run("whole.db").status, 0);
    whole_time_ = std::chrono::duration<double>(Clock::now() - start).count();
    whole_ = test::results(folder_.file("whole.db"));
    ASSERT_EQ(std::ranges::count(whole_, '\n'), k_scenarios);
  }

  std::vector<std::string> run_arguments(const std::string& database) const {
    return {"run", study_, "--db", folder_.file(database), "-j", "2", "-q"};
  }
  test::Finished run(const std::string& database) { return test::palio(folder_.file(""), run_arguments(database)); }

  // A moment of a run that is left alone.
  std::chrono::duration<double> moment() {
    return std::chrono::duration<double>(std::uniform_real_distribution<double>(0, whole_time_)(random_));
  }

  void expect_sound(const std::string& database) const {
    const std::string file = folder_.file(database);
    EXPECT_EQ(test::count(file, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'"), 0);
    EXPECT_EQ(test::count(file, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    EXPECT_EQ(test::count(file, "SELECT count(*) - count(DISTINCT scenario) FROM results"), 0);
  }

  // Kills a new run of the campaign at a random moment; false when it ended before.
  bool kill_run(const std::string& database) {
    test::Program program(folder_.file(""), run_arguments(database));
    std::this_thread::sleep_for(moment());
    if (!program.running()) return false;
    program.signal(SIGKILL);
    program.wait();
    return true;
  }

  test::TemporaryFolder folder_;
  std::string study_ = folder_.write("small.toml", test::k_small_study);
  std::mt19937 random_{static_cast<unsigned>(GetParam())};
  double whole_time_ = 0;  // s
  std::string whole_;
};

TEST_P(KillTest, AKilledCampaignGoesOnAsIfItHadNeverStopped) {
  int kills = 0;
  for (int attempt = 0; kills < k_kills_of_runs; ++attempt) {
    ASSERT_LT(attempt, 20 * k_kills_of_runs) << "the runs end too early to be killed";
    const std::string database = std::to_string(attempt) + ".db";
    if (!kill_run(database)) continue;
    ++kills;
    ASSERT_THAT(test::processes_left(), IsEmpty());
    ASSERT_EQ(run(database).status, 0);
    expect_sound(database);
    ASSERT_EQ(test::results(folder_.file(database)), whole_);
  }
  EXPECT_THAT(test::processes_left(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Moments, KillTest, testing::Range(0, k_run_tests));

}  // namespace
}  // namespace palio
