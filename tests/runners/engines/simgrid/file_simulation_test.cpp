#include "runners/engines/crew/carry_out.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "core/error.h"
#include "tests/support/error_of.h"
#include "tests/support/isolated_master_worker.h"

namespace palio {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::FieldsAre;
using testing::HasSubstr;

// What a worker asks for, or runs.
struct Step {
  std::optional<int> file;
  std::optional<int> task;
};
Step file(int number) { return {number, {}}; }
Step run(int number) { return {{}, number}; }

// Each worker takes its steps one after the other; copies that are stopped count as taken.
class FileScript : public FilePolicy {
public:
  explicit FileScript(std::vector<std::deque<Step>> steps, FeedingTree tree = {})
      : steps_(std::move(steps)), tree_(std::move(tree)) {}
  FeedingTree tree() const override { return tree_; }
  WorkerOrder idle(int worker, double) override {
    std::deque<Step>& steps = steps_[worker];
    if (steps.empty()) return {};
    const Step step = steps.front();
    steps.pop_front();
    return {step.task, step.file};
  }
  std::optional<int> file_arrived(int worker, int, double) override {
    std::deque<Step>& steps = steps_[worker];
    return steps.empty() || steps.front().file ? std::nullopt : idle(worker, 0).task;
  }
  void finished(int, int, double) override {}

private:
  std::vector<std::deque<Step>> steps_;
  FeedingTree tree_;
};

// Files of 10 byte: 1 s over the master's port; the star's links are as wide. Workers by their speed, flop/s.
Star star_of(const std::vector<double>& speeds) {
  Star star;
  for (const double speed : speeds) star.workers.push_back({speed, {10, 0}});
  star.master_bandwidth = 10;
  return star;
}

SharedFileTasks tasks(std::vector<int> file_of_task, double flop, double output_bytes = 0) {
  const int files = *std::ranges::max_element(file_of_task) + 1;
  return {std::vector<double>(static_cast<std::size_t>(files), 10.0), std::move(file_of_task), flop, output_bytes};
}

auto ran(int worker, double start, double finish) { return FieldsAre(worker, DoubleEq(start), DoubleEq(finish)); }

FileSchedule run_steps(const Star& star, const SharedFileTasks& work, std::vector<std::deque<Step>> steps,
                       FeedingTree tree = {}) {
  FileScript script(std::move(steps), std::move(tree));
  return test::simulate_files_isolated(star, work, script);
}

std::string refusal(const SharedFileTasks& work, std::vector<std::deque<Step>> steps, FeedingTree tree = {}) {
  const Star star = star_of(std::vector<double>(steps.size(), 1));
  return test::error_of<std::runtime_error>([&] { run_steps(star, work, std::move(steps), std::move(tree)); });
}

TEST(FileSimulation, ThePortSendsOneFileAtATimeInTheOrderOfAsking) {
  // Files at 1 and 2 s, 3 s of work; then worker 0 asks at 4 s, worker 1 at 5 s.
  const FileSchedule schedule = run_steps(star_of({1, 1}), tasks({0, 1, 2, 3}, 3),
                                          {{file(0), run(0), file(2), run(2)}, {file(1), run(1), file(3), run(3)}});
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(0, 1, 4), ran(1, 2, 5), ran(0, 5, 8), ran(1, 6, 9)));
  EXPECT_DOUBLE_EQ(schedule.makespan, 9);
  EXPECT_EQ(schedule.transfers, 4);
}

TEST(FileSimulation, WhoAskAtOneDateAreServedByIndex) {
  // 6 flop take worker 0 4 s, from 1 s on, and worker 1 3 s, from 2 s on: both ask at 5 s.
  const FileSchedule schedule = run_steps(star_of({1.5, 2}), tasks({0, 1, 2, 3}, 6),
                                          {{file(0), run(0), file(2), run(2)}, {file(1), run(1), file(3), run(3)}});
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(0, 1, 5), ran(1, 2, 5), ran(0, 6, 10), ran(1, 7, 10)));
}

TEST(FileSimulation, AFileThatIsThereIsNotSentAgain) {
  // One after the other without a transfer: 1 to 4, 4 to 7 s.
  const FileSchedule schedule = run_steps(star_of({1}), tasks({0, 0}, 3), {{file(0), run(0), run(1)}});
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(0, 1, 4), ran(0, 4, 7)));
  EXPECT_EQ(schedule.transfers, 1);
}

TEST(FileSimulation, LatencyAndNarrowLinksSlowAFileDown) {
  // 0.5 s + 10 / 4 s.
  Star star = star_of({1});
  star.workers[0].link = {4, 0.5};
  EXPECT_THAT(run_steps(star, tasks({0}, 3), {{file(0), run(0)}}).tasks, ElementsAre(ran(0, 3, 6)));
}

TEST(FileSimulation, EndsWithTheLastTaskWhateverIsStillSent) {
  // The only task ends at 1.5 s, when the file of worker 1 is on its way until 2 s and that of worker 2 waits.
  const FileSchedule schedule = run_steps(star_of({2, 1, 1}), tasks({0}, 1), {{file(0), run(0)}, {file(0)}, {file(0)}});
  EXPECT_DOUBLE_EQ(schedule.makespan, 1.5);
  EXPECT_EQ(schedule.transfers, 2);
}

TEST(FileSimulation, SupervisorsAreServedByIndexAndFetchAFileOnce) {
  // The supervisors have the file at 1 and 2 s, their workers at 2 and 3 s, at 3 and 4 s.
  const FileSchedule schedule =
      run_steps(star_of({1, 1, 1, 1}), tasks({0, 0, 0, 0}, 10),
                {{file(0), run(0)}, {file(0), run(1)}, {file(0), run(2)}, {file(0), run(3)}}, {2, {0, 0, 1, 1}});
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(0, 2, 12), ran(1, 3, 13), ran(2, 3, 13), ran(3, 4, 14)));
  EXPECT_EQ(schedule.transfers, 6);
}

TEST(FileSimulation, SupervisorsKeepFilesAndPassThemOnInTheOrderOfAsking) {
  // The supervisor has file 0 at 1 s, file 1 at 2 s; worker 0 gets the one at 2 s, worker 1 the other at 3 s. Worker 0
  // asks for file 1 at 4 s, which is there: 5 s.
  const FileSchedule schedule = run_steps(star_of({1, 1}), tasks({0, 1, 1}, 2),
                                          {{file(0), run(0), file(1), run(2)}, {file(1), run(1)}}, {1, {0, 0}});
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(0, 2, 4), ran(1, 3, 5), ran(0, 5, 7)));
  EXPECT_EQ(schedule.transfers, 5);
}

TEST(FileSimulation, TheMasterServesSupervisorsBeforeItsOwnWorkers) {
  // At 0 the master's worker 0, worker 1 through supervisor 1 and worker 2 through supervisor 0 ask. Files are with
  // supervisor 0 at 1 s, supervisor 1 at 2 s, worker 0 at 3 s; with worker 2 at 2 s, worker 1 at 3 s.
  const FileSchedule schedule = run_steps(star_of({1, 1, 1}), tasks({0, 0, 0}, 5),
                                          {{file(0), run(0)}, {file(0), run(1)}, {file(0), run(2)}}, {2, {-1, 1, 0}});
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(0, 3, 8), ran(1, 3, 8), ran(2, 2, 7)));
}

TEST(FileSimulation, ASupervisorIsReachedOverALinkLikeThatOfWorker0) {
  // 0.5 s + 10 / 4 s to the supervisor, then 0.25 s + 1 s, as worker 1 has a link of its own; the same way back.
  Star star = star_of({1, 1});
  star.workers[0].link = {4, 0.5};
  star.workers[1].link = {20, 0.25};
  const std::vector<std::deque<Step>> steps{{}, {file(0), run(0)}};
  const FeedingTree tree{1, {0, 0}};
  EXPECT_THAT(run_steps(star, tasks({0}, 3), steps, tree).tasks, ElementsAre(ran(1, 4.25, 7.25)));
  // Output of 4 byte: 0.25 s + 1 s to the supervisor, 0.5 s + 0.4 s to the master.
  EXPECT_DOUBLE_EQ(run_steps(star, tasks({0}, 3, 4), steps, tree).makespan, 7.25 + 1.25 + 0.9);
}

TEST(FileSimulation, OutputsComeBackOneAtATimeWhileFilesAreSent) {
  // Both tasks end at 5 s; outputs of 1 s arrive at 6 and 7 s. Worker 0 asks at 6 s and has its file at 7 s; 4 s of
  // work and 1 s of output later all is there.
  const FileSchedule schedule =
      run_steps(star_of({1.5, 2}), tasks({0, 1, 2}, 6, 10), {{file(0), run(0), file(2), run(2)}, {file(1), run(1)}});
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(0, 1, 5), ran(1, 2, 5), ran(0, 7, 11)));
  EXPECT_DOUBLE_EQ(schedule.makespan, 12);
}

TEST(FileSimulation, OutputsPassThroughSupervisors) {
  // File 1 s + 1 s, 3 s of work, output 1 s + 1 s.
  const FileSchedule schedule = run_steps(star_of({1}), tasks({0}, 3, 10), {{file(0), run(0)}}, {1, {0}});
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(0, 2, 5)));
  EXPECT_DOUBLE_EQ(schedule.makespan, 7);
}

TEST(FileSimulation, SupervisorsSendOutputsAndFilesInTurn) {
  // Worker 0 has its file at 2 s, its output is with the supervisor at 4 s and with the master at 5 s. Worker 1 asks
  // for file 1 at 0; it reaches the supervisor at 2 s, worker 1 at 3 s. Worker 0 asks for file 1 at 4 s, after its
  // output: 5 to 6 s. Its second output is with the supervisor at 8 s, with the master at 9 s. Worker 1's: computed at
  // 4 s, received 4 to 5 s, in turn after the file: 6 to 7 s.
  const FileSchedule schedule = run_steps(star_of({1, 1}), tasks({0, 1, 1}, 1, 10),
                                          {{file(0), run(0), file(1), run(2)}, {file(1), run(1)}}, {1, {0, 0}});
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(0, 2, 3), ran(1, 3, 4), ran(0, 6, 7)));
  EXPECT_DOUBLE_EQ(schedule.makespan, 9);
}

TEST(FileSimulation, TheFirstCopyOfATaskStopsTheOthers) {
  // 8 flop: worker 0 would run task 0 from 1 to 9 s; the copy on worker 1, from 2 s on, is done at 4 s. Worker 0 then
  // runs task 1 until 12 s.
  const FileSchedule schedule =
      run_steps(star_of({1, 4}), tasks({0, 0}, 8), {{file(0), run(0), run(1)}, {file(0), run(0)}});
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(1, 2, 4), ran(0, 4, 12)));
  EXPECT_DOUBLE_EQ(schedule.makespan, 12);
}

TEST(FileSimulation, OfCopiesThatEndTogetherTheLowestWorkerCounts) {
  // 4 flop: from 1 s at 2 flop/s and from 2 s at 4 flop/s, both until 3 s; then each runs one more.
  const FileSchedule schedule =
      run_steps(star_of({2, 4}), tasks({0, 0, 0}, 4), {{file(0), run(0), run(1)}, {file(0), run(0), run(2)}});
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(0, 1, 3), ran(0, 3, 5), ran(1, 3, 4)));
}

TEST(FileSimulation, ACopyWhoseOutputIsOnItsWayEndsByItself) {
  // Both copies end at 3 s; worker 0's output is there at 4 s, worker 1's, not needed any more, at 5 s. Worker 1 is
  // idle only then and runs task 1 from 5 to 6 s.
  const FileSchedule schedule =
      run_steps(star_of({2, 4}), tasks({0, 0}, 4, 10), {{file(0), run(0)}, {file(0), run(0), run(1)}});
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(0, 1, 3), ran(1, 5, 6)));
  EXPECT_DOUBLE_EQ(schedule.makespan, 7);
}

TEST(FileSimulation, WorkersAtRestAreAskedAgainWhenTheyAreRecalled) {
  // Worker 1 has the file at 2 s and nothing to do until worker 0 ends task 0 at 4 s, when it is recalled.
  class Recalls : public FilePolicy {
  public:
    FeedingTree tree() const override { return {}; }
    WorkerOrder idle(int worker, double) override {
      asked.push_back(worker);
      if (!holds_[worker]) return {{}, 0};
      if (worker == 1 && finished_ && !std::exchange(given_, true)) return {1, {}};
      return {};
    }
    std::optional<int> file_arrived(int worker, int, double) override {
      holds_[worker] = true;
      return worker == 0 ? std::optional(0) : std::nullopt;
    }
    void finished(int, int, double) override { finished_ = true; }
    bool take_recall() override { return finished_; }
    std::vector<double> asked;

  private:
    std::vector<bool> holds_ = std::vector<bool>(2);
    bool finished_ = false, given_ = false;
  };
  const std::vector<double> numbers = test::numbers_of_child([] {
    Recalls policy;
    const MakeCrew crew = simgrid_crew();
    policy.asked.push_back(carry_out(star_of({1, 1}), tasks({0, 0}, 3), policy, Detail::metrics, crew).makespan);
    return policy.asked;
  });
  // At 0 both; worker 1 at 2 s; at 4 s worker 0, whose task ended, and worker 1; its task ends at 7 s.
  EXPECT_THAT(numbers, ElementsAre(0, 1, 1, 0, 1, 7));
}

TEST(FileSimulation, ATaskThatNobodyRunsIsADeadlock) {
  EXPECT_EQ(refusal(tasks({0, 0}, 3), {{file(0), run(0)}, {}}), "task 1 was never done; the simulation stopped at 4 s");
}

TEST(FileSimulation, AnswersThatAreNotAllowedAreErrors) {
  const SharedFileTasks work = tasks({0, 1}, 3);
  EXPECT_EQ(refusal(work, {{file(0), run(1)}}), "worker 0 is to run task 1 without its file");
  EXPECT_THAT(refusal(work, {{file(0), run(2)}}), HasSubstr("run task 2, which is done or does not exist"));
  EXPECT_THAT(refusal(work, {{file(0), run(0), run(0)}}), HasSubstr("run task 0, which is done or does not exist"));
  EXPECT_THAT(refusal(work, {{file(-1)}}), HasSubstr("get file -1, which does not exist"));
  EXPECT_THAT(refusal(work, {{}}, {1, {1}}), HasSubstr("the feeding tree does not fit 1 workers"));
}

TEST(FileSimulation, NeedsOnePort) {
  Star star = star_of({1});
  star.port_model = PortModel::multi_port;
  FileScript script({{file(0), run(0)}});
  EXPECT_THROW(carry_out(star, tasks({0}, 1), script, Detail::metrics, simgrid_crew()), UserError);
}

}  // namespace
}  // namespace palio
