#pragma once

#include <optional>
#include <vector>

#include "strategies/files/file_policy.h"
#include "workloads/model/shared_files.h"

namespace palio {

/// READY tasks of a range, by file. Workers take tasks of the file that they hold, and claim files with tasks that no
/// worker waits for yet. A claim reserves no task: the first worker to hold the file runs first.
class TaskPool {
public:
  /// Tasks first to last - 1 of `tasks`; `places` workers begin with files spread evenly over them. The tasks must
  /// outlive the pool.
  TaskPool(const SharedFileTasks& tasks, int first, int last, int places);

  /// Takes a READY task of this file; it is then no longer READY.
  std::optional<int> take(int file);
  /// The file to send to a worker: the next one with an unclaimed task, from the worker's place on and then from the
  /// beginning. If there is none, the file at its place, if it has READY tasks, since it may arrive before others.
  std::optional<int> claim(int place);
  /// The claimed file has arrived: takes a READY task of it.
  std::optional<int> take_claimed(int file);

  /// READY tasks.
  int ready() const { return ready_; }

private:
  // Consecutive tasks of one file.
  struct Run {
    int file = 0;
    int next = 0;       // first READY task
    int end = 0;        // last one, + 1
    int unclaimed = 0;  // READY tasks minus workers that wait for the file; never increases
    int onward = 0;     // this run or a later one: none between has unclaimed tasks
  };

  std::optional<std::size_t> run_of(int file) const;
  std::optional<int> take_from(Run& run);
  std::size_t next_unclaimed(std::size_t from);
  std::size_t run_of_place(int place) const;

  int first_, last_, places_;
  int ready_;
  std::vector<Run> runs_;                             // by task
  std::vector<std::pair<int, std::size_t>> by_file_;  // file, run: sorted
  std::vector<int> first_of_run_;
};

/// WQ: an idle worker takes the next task of the queue, and its file is sent even if the worker already has it. Senger,
/// Silva, Nascimento, CCGRIDW 2006, section III.
std::unique_ptr<FilePolicy> make_work_queue(const Star& star, const SharedFileTasks& tasks,
                                            const Parameters& parameters);

/// WQ+G: tasks grouped by their file, which is sent once to each worker that takes such tasks. mode dynamic: an idle
/// worker takes the next task of its file, or else gets another file (TaskPool). mode static: every worker has a share
/// of consecutive tasks, equal except that the first workers may have one more, and gets their files one after the
/// other. Senger, Silva, Nascimento, CCGRIDW 2006, section III.B.
std::unique_ptr<FilePolicy> make_grouped_queue(const Star& star, const SharedFileTasks& tasks,
                                               const Parameters& parameters);

/// WQ+H: supervisors between master and workers, as many as supervisor_rule says; the first of them may have one worker
/// more. An idle worker takes, in this order: a READY task of its file; another file that has READY tasks (TaskPool);
/// with replication, the RUNNING task of its file that began first among those that run only once; nothing. pull
/// global: all take from one queue. pull sub-lists: each supervisor has its list of consecutive tasks, divided as
/// evenly as the workers; once it is DONE, its workers take from the list with most READY tasks, the first one among
/// equals. Senger, Silva, Nascimento, CCGRIDW 2006, section V; the paper leaves open which task is replicated and how
/// often.
std::unique_ptr<FilePolicy> make_hierarchical_queue(const Star& star, const SharedFileTasks& tasks,
                                                    const Parameters& parameters);

}  // namespace palio
