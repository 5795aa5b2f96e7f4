// Scenarios that leave children behind and go on for ever, and a worker or a run that is killed meanwhile.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "core/identity/engine_choice.h"
#include "tests/end_to_end/support/descendants.h"
#include "tests/end_to_end/support/program.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::IsEmpty;

// Below a worker there is always a process that has the scenario's: that of its instance or group.
class OrphansTest : public testing::TestWithParam<EngineChoice> {
protected:
  void SetUp() override {
    test::adopt_orphans();
    std::filesystem::create_symlink(MISBEHAVING_WORKER_PATH, folder_.file(std::string(GetParam().program)));
    setenv("MISBEHAVIOUR", "leave-children-and-wait", 1);
  }
  void TearDown() override { unsetenv("MISBEHAVIOUR"); }

  std::vector<std::string> run_arguments() const {
    std::vector<std::string> words{"run", study_, "--db", folder_.file("campaign.db"), "-j", "2", "-q"};
    words.insert(words.end(), {"--engine", std::string(GetParam().name)});
    if (GetParam().name != engine_table().front().name) words.insert(words.end(), {"--audit", "0"});
    return words;
  }

  // Until each of the two workers, others than the `old` ones, has an instance with a scenario that has left its
  // children.
  static void wait_for_orphans(test::Program& program, const std::vector<pid_t>& old = {}) {
    while (program.running()) {
      int with_orphans = 0;
      for (const pid_t worker : test::children_of(program.pid())) {
        if (std::ranges::find(old, worker) != old.end()) continue;
        for (const pid_t instance : test::children_of(worker))
          for (const pid_t scenario : test::children_of(instance))
            if (test::children_of(scenario).size() == 4) ++with_orphans;
      }
      if (with_orphans == 2) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    FAIL() << "no scenario left its children";
  }

  test::TemporaryFolder folder_;
  // The misbehaving strategy comes first.
  std::string study_ = folder_.write("small.toml", std::string(test::k_small_study));
};

TEST_P(OrphansTest, StoppedAtOnceARunLeavesNone) {
  test::Program program(folder_.file(""), run_arguments());
  wait_for_orphans(program);
  program.signal(SIGINT);
  program.signal(SIGTERM);  // of two equal signals in a row one may be lost
  EXPECT_EQ(program.wait().status, 130);
  EXPECT_THAT(test::processes_left(), IsEmpty());
}

TEST_P(OrphansTest, AKilledRunLeavesNone) {
  test::Program program(folder_.file(""), run_arguments());
  wait_for_orphans(program);
  program.signal(SIGKILL);
  program.wait();
  EXPECT_THAT(test::processes_left(), IsEmpty());
}

TEST_P(OrphansTest, KilledWorkersLeaveNone) {
  test::Program program(folder_.file(""), run_arguments());
  wait_for_orphans(program);
  const std::vector<pid_t> workers = test::children_of(program.pid());
  for (const pid_t worker : workers) kill(worker, SIGKILL);
  wait_for_orphans(program, workers);  // those of the next scenarios, and of no other
  EXPECT_EQ(test::children_of(program.pid()).size(), 2U);
  program.signal(SIGINT);
  program.signal(SIGTERM);  // of two equal signals in a row one may be lost
  EXPECT_EQ(program.wait().status, 130);
  EXPECT_EQ(test::count(folder_.file("campaign.db"), "SELECT count(*) FROM failures WHERE kind = 'worker_lost'"), 2);
  EXPECT_THAT(test::processes_left(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Engines, OrphansTest, testing::ValuesIn(engine_table()),
                         [](const auto& engine) { return std::string(engine.param.name); });

}  // namespace
}  // namespace palio
