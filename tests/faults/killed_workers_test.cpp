// Workers that something outside kills at random moments, as the kernel does when memory is short.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <random>
#include <sstream>
#include <thread>

#include "tests/end_to_end/support/descendants.h"
#include "tests/end_to_end/support/program.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::IsEmpty;
using testing::IsSupersetOf;

// 576 scenarios: about a second.
std::string longer_study() {
  std::string text(test::k_small_study);
  return text.replace(text.rfind("samples    = 2"), 14, "samples    = 24");
}

std::vector<std::string> completed_lines(const std::string& database) {
  std::vector<std::string> lines;
  std::istringstream stream(test::results(database));
  for (std::string line; std::getline(stream, line);)
    if (line.find(" completed ") != std::string::npos) lines.push_back(line);
  return lines;
}

class KilledWorkersTest : public testing::TestWithParam<int> {
protected:
  void SetUp() override { test::adopt_orphans(); }
  std::vector<std::string> run_arguments(const std::string& database) const {
    return {"run", study_, "--db", folder_.file(database), "-j", "2", "-q"};
  }

  test::TemporaryFolder folder_;
  std::string study_ = folder_.write("small.toml", longer_study());
};

TEST_P(KilledWorkersTest, CostTheirOwnScenarioOnly) {
  ASSERT_EQ(test::palio(folder_.file(""), run_arguments("whole.db")).status, 0);
  std::mt19937 random(static_cast<unsigned>(GetParam()));
  test::Program program(folder_.file(""), run_arguments("killed.db"));
  int kills = 0;
  while (program.running() && kills < 8) {
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 50));
    std::vector<pid_t> workers = test::children_of(program.pid());
    // Three that are killed before their hello, one after the other, would end the campaign.
    std::erase_if(workers, [](pid_t worker) { return test::children_of(worker).empty(); });
    if (workers.empty()) continue;
    kill(workers[random() % workers.size()], SIGKILL);
    ++kills;
  }
  const int status = program.wait().status;
  EXPECT_THAT(test::processes_left(), IsEmpty());
  const std::string database = folder_.file("killed.db");
  const std::int64_t failed = test::count(database, "SELECT count(*) FROM failures");
  EXPECT_GT(kills, 0);
  EXPECT_LE(failed, kills);
  EXPECT_EQ(status, failed > 0 ? 2 : 0);
  EXPECT_EQ(test::count(database, "SELECT count(*) FROM failures WHERE kind <> 'worker_lost'"), 0);
  const std::vector<std::string> completed = completed_lines(database);
  EXPECT_EQ(static_cast<std::int64_t>(completed.size()), 576 - failed);
  EXPECT_THAT(completed_lines(folder_.file("whole.db")), IsSupersetOf(completed));
}

INSTANTIATE_TEST_SUITE_P(Moments, KilledWorkersTest, testing::Range(0, 5));

}  // namespace
}  // namespace palio
