// The SimGrid engine against the closed engine, the paper's table, and loops as short as the model.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <queue>

#include "core/identity/random_stream.h"
#include "tests/strategies/files/file_runs.h"
#include "tests/support/isolated_master_worker.h"

namespace palio {
namespace {

// Tasks of one file. With `again`, an idle worker gets the file for each task, even if it has it (WQ); otherwise once,
// and pulls tasks from then on (WQ+G, WQ+H).
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
    if (!holds_[worker]) return {{}, 0};
    return {next_++, {}};
  }
  std::optional<int> file_arrived(int worker, int, double) override {
    holds_[worker] = true;
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
    for (int worker = 0; worker < workers / supervisors + (s < workers % supervisors ? 1 : 0); ++worker)
      tree.supervisor_of.push_back(s);
  return tree;
}

double grouped(int count, int workers, const FeedingTree& tree, const Times& times) {
  std::vector<double> ready;
  std::vector<int> fed(static_cast<std::size_t>(tree.supervisors) + 1);
  for (int worker = 0; worker < workers; ++worker) {
    const int feeder = tree.supervisor_of.empty() ? 0 : tree.supervisor_of[worker] + 1;
    ready.push_back((feeder + ++fed[feeder]) * times.input);
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
  const auto makespan = [&] {
    return std::vector{carry_out(equal_star(workers), work, queue, Detail::metrics, simgrid_crew()).makespan};
  };
  return test::numbers_of_child(makespan).front();
}

TEST(FileSimulationOracle, TableIOfThePaper) {
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
  const auto policy = method_if<FileMethod>(strategy(recipe.name))->policy(star, work, recipe.parameters);
  const FileSchedule schedule = test::simulate_files_isolated(star, work, *policy);
  EXPECT_NEAR(schedule.makespan, expected.makespan, 1e-9 * expected.makespan);
  EXPECT_EQ(schedule.transfers, expected.transfers);
  for (const test::FileCopy& copy : expected.copies) {
    if (!copy.counts) continue;
    const FileTaskRun& done = schedule.tasks[copy.task];
    EXPECT_EQ(done.worker, copy.worker);
    EXPECT_NEAR(done.start, copy.start, 1e-9 * expected.makespan);
    EXPECT_NEAR(done.finish, copy.finish, 1e-9 * expected.makespan);
  }
}

TEST(FileSimulationOracle, ThePoliciesRunAsInTheClosedEngine) {
  RandomStream random(11);
  for (int i = 0; i < 30; ++i) {
    const Star star = drawn_star(random, i % 2 == 0);
    const SharedFileTasks several = drawn_tasks(random, 8);
    for (const char* recipe : {"WQ", "WQ+G", "WQ+G:mode=static"}) expect_like_the_closed_engine(recipe, star, several);
    // With several files, the supervisors of one engine send first what was requested first, those of the other what
    // they had first.
    const SharedFileTasks shared = drawn_tasks(random, 1);
    for (const char* recipe :
         {"WQ+H:workers_per_supervisor=3", "WQ+H:workers_per_supervisor=3,replication=off",
          "WQ+H:workers_per_supervisor=3,pull=sub-lists", "WQ+H:supervisor_rule=eq4", "WQ+H:supervisor_rule=table1"})
      expect_like_the_closed_engine(recipe, star, shared);
    if (HasFailure()) FAIL() << "instance " << i;
  }
}

TEST(FileSimulationOracle, RandomInstancesTakeAsLongAsTheModelSays) {
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
