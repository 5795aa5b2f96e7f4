#include "runners/simgrid/file_simulation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <queue>

#include "core/error.h"
#include "core/random_stream.h"
#include "tests/strategies/files/file_runs.h"
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
class Script : public FilePolicy {
public:
  explicit Script(std::vector<std::deque<Step>> steps, FeedingTree tree = {})
      : steps_(std::move(steps)), tree_(std::move(tree)) {}
  FeedingTree tree() const override { return tree_; }
  WorkerOrder idle(int worker, double) override {
    std::deque<Step>& steps = steps_[static_cast<std::size_t>(worker)];
    if (steps.empty()) return {};
    const Step step = steps.front();
    steps.pop_front();
    return {step.task, step.file};
  }
  std::optional<int> file_arrived(int worker, int, double) override {
    std::deque<Step>& steps = steps_[static_cast<std::size_t>(worker)];
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

std::string error_of(const Star& star, const SharedFileTasks& work, FilePolicy& policy) {
  try {
    test::simulate_files_isolated(star, work, policy);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

TEST(FileSimulation, ThePortSendsOneFileAtATimeInTheOrderOfAsking) {
  // Files at 1 and 2 s, 3 s of work; then worker 0 asks at 4 s, worker 1 at 5 s.
  Script script({{file(0), run(0), file(2), run(2)}, {file(1), run(1), file(3), run(3)}});
  const FileSchedule schedule = test::simulate_files_isolated(star_of({1, 1}), tasks({0, 1, 2, 3}, 3), script);
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(0, 1, 4), ran(1, 2, 5), ran(0, 5, 8), ran(1, 6, 9)));
  EXPECT_DOUBLE_EQ(schedule.makespan, 9);
  EXPECT_EQ(schedule.transfers, 4);
}

TEST(FileSimulation, WhoAskAtOneDateAreServedByIndex) {
  // 6 flop take worker 0 4 s, from 1 s on, and worker 1 3 s, from 2 s on: both ask at 5 s.
  Script script({{file(0), run(0), file(2), run(2)}, {file(1), run(1), file(3), run(3)}});
  const FileSchedule schedule = test::simulate_files_isolated(star_of({1.5, 2}), tasks({0, 1, 2, 3}, 6), script);
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(0, 1, 5), ran(1, 2, 5), ran(0, 6, 10), ran(1, 7, 10)));
}

TEST(FileSimulation, AFileThatIsThereIsNotSentAgain) {
  // One after the other without a transfer: 1 to 4, 4 to 7 s.
  Script script({{file(0), run(0), run(1)}});
  const FileSchedule schedule = test::simulate_files_isolated(star_of({1}), tasks({0, 0}, 3), script);
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(0, 1, 4), ran(0, 4, 7)));
  EXPECT_EQ(schedule.transfers, 1);
}

TEST(FileSimulation, LatencyAndNarrowLinksSlowAFileDown) {
  // 0.5 s + 10 / 4 s.
  Star star = star_of({1});
  star.workers[0].link = {4, 0.5};
  Script script({{file(0), run(0)}});
  EXPECT_THAT(test::simulate_files_isolated(star, tasks({0}, 3), script).tasks, ElementsAre(ran(0, 3, 6)));
}

TEST(FileSimulation, EndsWithTheLastTaskWhateverIsStillSent) {
  // The only task ends at 1.5 s, when the file of worker 1 is on its way until 2 s and that of worker 2 waits.
  Script script({{file(0), run(0)}, {file(0)}, {file(0)}});
  const FileSchedule schedule = test::simulate_files_isolated(star_of({2, 1, 1}), tasks({0}, 1), script);
  EXPECT_DOUBLE_EQ(schedule.makespan, 1.5);
  EXPECT_EQ(schedule.transfers, 2);
}

TEST(FileSimulation, SupervisorsAreServedByIndexAndFetchAFileOnce) {
  // The supervisors have the file at 1 and 2 s, their workers at 2 and 3 s, at 3 and 4 s.
  Script script({{file(0), run(0)}, {file(0), run(1)}, {file(0), run(2)}, {file(0), run(3)}}, {2, {0, 0, 1, 1}});
  const FileSchedule schedule = test::simulate_files_isolated(star_of({1, 1, 1, 1}), tasks({0, 0, 0, 0}, 10), script);
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(0, 2, 12), ran(1, 3, 13), ran(2, 3, 13), ran(3, 4, 14)));
  EXPECT_EQ(schedule.transfers, 6);
}

TEST(FileSimulation, SupervisorsKeepFilesAndPassThemOnInTheOrderOfAsking) {
  // The supervisor has file 0 at 1 s, file 1 at 2 s; worker 0 gets the one at 2 s, worker 1 the other at 3 s. Worker 0
  // asks for file 1 at 4 s, which is there: 5 s.
  Script script({{file(0), run(0), file(1), run(2)}, {file(1), run(1)}}, {1, {0, 0}});
  const FileSchedule schedule = test::simulate_files_isolated(star_of({1, 1}), tasks({0, 1, 1}, 2), script);
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(0, 2, 4), ran(1, 3, 5), ran(0, 5, 7)));
  EXPECT_EQ(schedule.transfers, 5);
}

TEST(FileSimulation, TheMasterServesSupervisorsBeforeItsOwnWorkers) {
  // At 0 the master's worker 0, worker 1 through supervisor 1 and worker 2 through supervisor 0 ask. Files are with
  // supervisor 0 at 1 s, supervisor 1 at 2 s, worker 0 at 3 s; with worker 2 at 2 s, worker 1 at 3 s.
  Script script({{file(0), run(0)}, {file(0), run(1)}, {file(0), run(2)}}, {2, {-1, 1, 0}});
  const FileSchedule schedule = test::simulate_files_isolated(star_of({1, 1, 1}), tasks({0, 0, 0}, 5), script);
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(0, 3, 8), ran(1, 3, 8), ran(2, 2, 7)));
}

TEST(FileSimulation, ASupervisorIsReachedOverALinkLikeThatOfWorker0) {
  // 0.5 s + 10 / 4 s to the supervisor, then 0.25 s + 1 s, as worker 1 has a link of its own; the same way back.
  Star star = star_of({1, 1});
  star.workers[0].link = {4, 0.5};
  star.workers[1].link = {20, 0.25};
  Script script({{}, {file(0), run(0)}}, {1, {0, 0}});
  EXPECT_THAT(test::simulate_files_isolated(star, tasks({0}, 3), script).tasks, ElementsAre(ran(1, 4.25, 7.25)));
  // Output of 4 byte: 0.25 s + 1 s to the supervisor, 0.5 s + 0.4 s to the master.
  Script again({{}, {file(0), run(0)}}, {1, {0, 0}});
  EXPECT_DOUBLE_EQ(test::simulate_files_isolated(star, tasks({0}, 3, 4), again).makespan, 7.25 + 1.25 + 0.9);
}

TEST(FileSimulation, OutputsComeBackOneAtATimeWhileFilesAreSent) {
  // Both tasks end at 5 s; outputs of 1 s arrive at 6 and 7 s. Worker 0 asks at 6 s and has its file at 7 s; 4 s of
  // work and 1 s of output later all is there.
  Script script({{file(0), run(0), file(2), run(2)}, {file(1), run(1)}});
  const FileSchedule schedule = test::simulate_files_isolated(star_of({1.5, 2}), tasks({0, 1, 2}, 6, 10), script);
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(0, 1, 5), ran(1, 2, 5), ran(0, 7, 11)));
  EXPECT_DOUBLE_EQ(schedule.makespan, 12);
}

TEST(FileSimulation, OutputsPassThroughSupervisors) {
  // File 1 s + 1 s, 3 s of work, output 1 s + 1 s.
  Script script({{file(0), run(0)}}, {1, {0}});
  const FileSchedule schedule = test::simulate_files_isolated(star_of({1}), tasks({0}, 3, 10), script);
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(0, 2, 5)));
  EXPECT_DOUBLE_EQ(schedule.makespan, 7);
}

TEST(FileSimulation, SupervisorsSendOutputsAndFilesInTurn) {
  // Worker 0 has its file at 2 s, its output is with the supervisor at 4 s and with the master at 5 s. Worker 1 asks
  // for file 1 at 0; it reaches the supervisor at 2 s, worker 1 at 3 s. Worker 0 asks for file 1 at 4 s, after its
  // output: 5 to 6 s. Its second output is with the supervisor at 8 s, with the master at 9 s. Worker 1's: computed at
  // 4 s, received 4 to 5 s, in turn after the file: 6 to 7 s.
  Script script({{file(0), run(0), file(1), run(2)}, {file(1), run(1)}}, {1, {0, 0}});
  const FileSchedule schedule = test::simulate_files_isolated(star_of({1, 1}), tasks({0, 1, 1}, 1, 10), script);
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(0, 2, 3), ran(1, 3, 4), ran(0, 6, 7)));
  EXPECT_DOUBLE_EQ(schedule.makespan, 9);
}

TEST(FileSimulation, TheFirstCopyOfATaskStopsTheOthers) {
  // 8 flop: worker 0 would run task 0 from 1 to 9 s; the copy on worker 1, from 2 s on, is done at 4 s. Worker 0 then
  // runs task 1 until 12 s.
  Script script({{file(0), run(0), run(1)}, {file(0), run(0)}});
  const FileSchedule schedule = test::simulate_files_isolated(star_of({1, 4}), tasks({0, 0}, 8), script);
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(1, 2, 4), ran(0, 4, 12)));
  EXPECT_DOUBLE_EQ(schedule.makespan, 12);
}

TEST(FileSimulation, OfCopiesThatEndTogetherTheLowestWorkerCounts) {
  // 4 flop: from 1 s at 2 flop/s and from 2 s at 4 flop/s, both until 3 s; then each runs one more.
  Script script({{file(0), run(0), run(1)}, {file(0), run(0), run(2)}});
  const FileSchedule schedule = test::simulate_files_isolated(star_of({2, 4}), tasks({0, 0, 0}, 4), script);
  EXPECT_THAT(schedule.tasks, ElementsAre(ran(0, 1, 3), ran(0, 3, 5), ran(1, 3, 4)));
}

TEST(FileSimulation, ACopyWhoseOutputIsOnItsWayEndsByItself) {
  // Both copies end at 3 s; worker 0's output is there at 4 s, worker 1's, not needed any more, at 5 s. Worker 1 is
  // idle only then and runs task 1 from 5 to 6 s.
  Script script({{file(0), run(0)}, {file(0), run(0), run(1)}});
  const FileSchedule schedule = test::simulate_files_isolated(star_of({2, 4}), tasks({0, 0}, 4, 10), script);
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
      if (!holds_[static_cast<std::size_t>(worker)]) return {{}, 0};
      if (worker == 1 && finished_ && !std::exchange(given_, true)) return {1, {}};
      return {};
    }
    std::optional<int> file_arrived(int worker, int, double) override {
      holds_[static_cast<std::size_t>(worker)] = true;
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
    policy.asked.push_back(simulate_files(star_of({1, 1}), tasks({0, 0}, 3), policy).makespan);
    return policy.asked;
  });
  // At 0 both; worker 1 at 2 s; at 4 s worker 0, whose task ended, and worker 1; its task ends at 7 s.
  EXPECT_THAT(numbers, ElementsAre(0, 1, 1, 0, 1, 7));
}

TEST(FileSimulation, ATaskThatNobodyRunsIsADeadlock) {
  Script script({{file(0), run(0)}, {}});
  EXPECT_EQ(error_of(star_of({1, 1}), tasks({0, 0}, 3), script),
            "task 1 was never done; the simulation stopped at 4 s");
}

TEST(FileSimulation, AnswersThatAreNotAllowedAreErrors) {
  const SharedFileTasks work = tasks({0, 1}, 3);
  Script without_file({{file(0), run(1)}});
  EXPECT_EQ(error_of(star_of({1}), work, without_file), "worker 0 is to run task 1 without its file");
  Script unknown_task({{file(0), run(2)}});
  EXPECT_THAT(error_of(star_of({1}), work, unknown_task), HasSubstr("run task 2, which is done or does not exist"));
  Script done_task({{file(0), run(0), run(0)}});
  EXPECT_THAT(error_of(star_of({1}), work, done_task), HasSubstr("run task 0, which is done or does not exist"));
  Script unknown_file({{file(-1)}});
  EXPECT_THAT(error_of(star_of({1}), work, unknown_file), HasSubstr("get file -1, which does not exist"));
  Script tree({{}}, {1, {1}});
  EXPECT_THAT(error_of(star_of({1}), work, tree), HasSubstr("the feeding tree does not fit 1 workers"));
}

TEST(FileSimulation, NeedsOnePort) {
  Star star = star_of({1});
  star.port_model = PortModel::multi_port;
  Script script({{file(0), run(0)}});
  EXPECT_THROW(simulate_files(star, tasks({0}, 1), script), UserError);
}

// Tasks of one file. With `again`, whoever is idle gets the file for the next task, even if it is there (WQ); else
// once, and pulls tasks from then on (WQ+G, WQ+H).
class Queue : public FilePolicy {
public:
  enum class Files { once, again };
  Queue(int tasks, int workers, Files files, FeedingTree tree)
      : tasks_(tasks), files_(files), tree_(std::move(tree)), holds_(static_cast<std::size_t>(workers)) {}
  FeedingTree tree() const override { return tree_; }
  WorkerOrder idle(int worker, double) override {
    if (files_ == Files::again) {
      if (requested_ == tasks_) return {};
      ++requested_;
      return {{}, 0};
    }
    if (next_ == tasks_) return {};
    if (!holds_[static_cast<std::size_t>(worker)]) return {{}, 0};
    return {next_++, {}};
  }
  std::optional<int> file_arrived(int worker, int, double) override {
    holds_[static_cast<std::size_t>(worker)] = true;
    return next_ == tasks_ ? std::nullopt : std::optional(next_++);
  }
  void finished(int, int, double) override {}

private:
  int tasks_;
  Files files_;
  FeedingTree tree_;
  std::vector<bool> holds_;
  int requested_ = 0, next_ = 0;
};

struct Times {
  double input = 0, execution = 0;  // s
};

// The first worker that is free takes the next task; each begins when it is ready.
double pulled(const std::vector<double>& ready, int count, double execution) {
  std::priority_queue<double, std::vector<double>, std::greater<>> free(std::greater<>{}, ready);
  double makespan = 0;
  for (; count > 0; --count) {
    makespan = std::max(makespan, free.top() + execution);
    free.push(free.top() + execution);
    free.pop();
  }
  return makespan;
}

// The spacing of files on one port, and behind supervisors: the loops of section 2 of the paper's algorithms.
double work_queue(int count, int workers, const Times& times) {
  std::priority_queue<double, std::vector<double>, std::greater<>> free;
  for (int worker = 0; worker < workers; ++worker) free.push(0);
  double port = 0;
  double makespan = 0;
  for (; count > 0; --count) {
    port = std::max(free.top(), port) + times.input;
    free.pop();
    free.push(port + times.execution);
    makespan = std::max(makespan, port + times.execution);
  }
  return makespan;
}

FeedingTree even_tree(int supervisors, int workers) {
  FeedingTree tree{supervisors, {}};
  for (int s = 0; s < supervisors; ++s)
    tree.supervisor_of.insert(tree.supervisor_of.end(),
                              static_cast<std::size_t>(workers / supervisors + (s < workers % supervisors ? 1 : 0)), s);
  return tree;
}

double grouped(int count, int workers, const FeedingTree& tree, const Times& times) {
  std::vector<double> ready;
  std::vector<int> fed(static_cast<std::size_t>(tree.supervisors) + 1);
  for (int worker = 0; worker < workers; ++worker) {
    const int feeder = tree.supervisor_of.empty() ? 0 : tree.supervisor_of[static_cast<std::size_t>(worker)] + 1;
    ready.push_back((feeder + ++fed[static_cast<std::size_t>(feeder)]) * times.input);
  }
  return pulled(ready, count, times.execution);
}

Star equal_star(int workers) {
  Star star;
  star.workers.assign(static_cast<std::size_t>(workers), {1e9, {1e6, 0}});
  star.master_bandwidth = 1e6;
  return star;
}

double simulated(int count, int workers, Queue::Files files, const FeedingTree& tree, const Times& times) {
  const SharedFileTasks work{
      {times.input * 1e6}, std::vector<int>(static_cast<std::size_t>(count), 0), times.execution * 1e9, 0};
  Queue queue(count, workers, files, tree);
  return test::numbers_of_child([&] { return std::vector{simulate_files(equal_star(workers), work, queue).makespan}; })
      .front();
}

TEST(FileSimulation, TableIOfThePaper) {
  // Senger, Silva, Nascimento, table I: 32,000 tasks of 7 s with a file of 1 s, on 100 and 1,000 workers.
  const Times times{1, 7};
  EXPECT_NEAR(simulated(32000, 100, Queue::Files::again, {}, times), 32007, 1e-6);
  EXPECT_NEAR(simulated(32000, 100, Queue::Files::once, {}, times), 2294, 1e-6);
  EXPECT_NEAR(simulated(32000, 100, Queue::Files::once, even_tree(2, 100), times), 2270, 1e-6);
  EXPECT_NEAR(simulated(32000, 1000, Queue::Files::once, {}, times), 673, 1e-6);
  EXPECT_NEAR(simulated(32000, 1000, Queue::Files::once, even_tree(20, 1000), times), 263, 1e-6);
}

// Multiples of 1/8 add up exactly, so that dates that are equal on paper are so in both engines.
double eighths(RandomStream& random, int most) { return static_cast<double>(random.uniform_integer(1, most)) / 8; }

Star drawn_star(RandomStream& random, bool identical) {
  Star star;
  star.master_bandwidth = 1;
  const Worker first{1, {1, identical ? eighths(random, 3) - 0.125 : 0}};
  star.workers.assign(static_cast<std::size_t>(random.uniform_integer(1, 14)), first);
  if (identical) return star;
  for (Worker& worker : star.workers)
    worker = {std::ldexp(1.0, static_cast<int>(random.uniform_integer(-2, 2))), {0.5, eighths(random, 4)}};
  return star;
}

SharedFileTasks drawn_tasks(RandomStream& random, int most_files) {
  SharedFileTasks work;
  work.flop = eighths(random, 80);
  const auto files = static_cast<int>(random.uniform_integer(1, most_files));
  for (int file = 0; file < files; ++file) {
    work.file_bytes.push_back(eighths(random, 40));
    work.file_of_task.insert(work.file_of_task.end(), static_cast<std::size_t>(random.uniform_integer(1, 15)), file);
  }
  return work;
}

void expect_like_the_closed_engine(const std::string& text, const Star& star, const SharedFileTasks& work) {
  const test::FileTrace expected = test::run_files(text, star, work);
  const Recipe recipe = test::file_recipe(text);
  const auto policy = strategy(recipe.name).file_policy(star, work, recipe.parameters);
  const FileSchedule schedule = test::simulate_files_isolated(star, work, *policy);
  EXPECT_NEAR(schedule.makespan, expected.makespan, 1e-9 * expected.makespan);
  EXPECT_EQ(schedule.transfers, expected.transfers);
  for (const test::FileCopy& copy : expected.copies) {
    if (!copy.counts) continue;
    const FileTaskRun& done = schedule.tasks[static_cast<std::size_t>(copy.task)];
    EXPECT_EQ(done.worker, copy.worker);
    EXPECT_NEAR(done.start, copy.start, 1e-9 * expected.makespan);
    EXPECT_NEAR(done.finish, copy.finish, 1e-9 * expected.makespan);
  }
}

TEST(FileSimulation, ThePoliciesRunAsInTheClosedEngine) {
  RandomStream random(11);
  for (int i = 0; i < 30; ++i) {
    const Star star = drawn_star(random, i % 2 == 0);
    const SharedFileTasks several = drawn_tasks(random, 8);
    for (const char* recipe : {"WQ", "WQ+G", "WQ+G:mode=static"}) expect_like_the_closed_engine(recipe, star, several);
    // Of several files supervisors here send first what was asked for first, there what they had first.
    const SharedFileTasks shared = drawn_tasks(random, 1);
    for (const char* recipe : {"WQ+H:workers_per_supervisor=3", "WQ+H:workers_per_supervisor=3,replication=off",
                               "WQ+H:workers_per_supervisor=3,pull=sub-lists", "WQ+H:supervisor_rule=eq4"})
      expect_like_the_closed_engine(recipe, star, shared);
    if (HasFailure()) FAIL() << "instance " << i;
  }
}

TEST(FileSimulation, RandomInstancesTakeAsLongAsTheModelSays) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    RandomStream random(seed);
    const Times times{random.uniform_real(0.1, 3), random.uniform_real(0.1, 30)};
    const int workers = static_cast<int>(random.uniform_integer(1, 40));
    const int count = static_cast<int>(random.uniform_integer(1, 300));
    const FeedingTree tree = even_tree(static_cast<int>(random.uniform_integer(1, workers)), workers);
    const double queue = work_queue(count, workers, times);
    EXPECT_NEAR(simulated(count, workers, Queue::Files::again, {}, times), queue, 1e-9 * queue) << seed;
    for (const FeedingTree& feeding : {FeedingTree{}, tree}) {
      const double expected = grouped(count, workers, feeding, times);
      EXPECT_NEAR(simulated(count, workers, Queue::Files::once, feeding, times), expected, 1e-9 * expected) << seed;
    }
  }
}

}  // namespace
}  // namespace palio
