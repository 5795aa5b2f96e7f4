#include "tests/support/closed_file_engine.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

namespace palio::test {
namespace {

// A file on its way to a worker, or to a supervisor (worker -1).
struct Transfer {
  int worker = -1;
  int supervisor = -1;
  int file = 0;
};

struct Port {
  std::deque<Transfer> queue;
  bool busy = false;
};

class FileEngine {
public:
  FileEngine(const Star& star, const SharedFileTasks& tasks, FilePolicy& policy)
      : star_(star),
        tasks_(tasks),
        policy_(policy),
        tree_(policy.tree()),
        ports_(static_cast<std::size_t>(tree_.supervisors) + 1),
        waiting_(static_cast<std::size_t>(tree_.supervisors)),
        running_(star.workers.size(), -1),
        done_(tasks.file_of_task.size()),
        left_(tasks.task_count()) {
    for (int worker = 0; worker < static_cast<int>(star.workers.size()); ++worker) asking_[worker] = -1;
  }

  FileTrace run() {
    for (double now = 0;; now = ends_and_arrivals_.begin()->first) {
      happen(now);
      if (left_ == 0) return finish(now);
      if (policy_.take_recall())
        for (const int worker : std::exchange(idle_, {})) asking_[worker] = -1;
      for (const auto& [worker, file] : std::exchange(asking_, {})) ask(worker, file, now);
      for (std::size_t port = 0; port < ports_.size(); ++port) send(port, now);
      if (ends_and_arrivals_.empty()) throw std::runtime_error("nothing happens any more");
    }
  }

private:
  struct Date {
    std::map<int, int> ends;  // worker -> copy
    std::vector<std::pair<std::size_t, Transfer>> arrivals;
  };

  void happen(double now) {
    const auto at = ends_and_arrivals_.find(now);
    if (at == ends_and_arrivals_.end()) return;
    const Date date = std::move(at->second);
    ends_and_arrivals_.erase(at);
    for (const auto& [worker, copy] : date.ends)
      if (running_[index(worker)] == copy) end(copy, now);
    for (const auto& [port, transfer] : date.arrivals) arrive(port, transfer);
  }

  void end(int copy, double now) {
    FileCopy& first = trace_.copies[index(copy)];
    first.counts = true;
    done_[index(first.task)] = true;
    --left_;
    policy_.finished(first.worker, first.task, now);
    for (int worker = 0; worker < static_cast<int>(running_.size()); ++worker) {
      int& other = running_[index(worker)];
      if (other < 0 || trace_.copies[index(other)].task != first.task) continue;
      trace_.copies[index(other)].finish = now;
      asking_[worker] = -1;
      other = -1;
    }
  }

  void arrive(std::size_t port, const Transfer& transfer) {
    ports_[port].busy = false;
    if (transfer.worker >= 0) {
      asking_[transfer.worker] = transfer.file;
      return;
    }
    const auto s = index(transfer.supervisor);
    for (const Transfer& next : std::exchange(waiting_[s][transfer.file], {})) ports_[s + 1].queue.push_back(next);
    held_.insert({transfer.supervisor, transfer.file});
  }

  // file: the one that has just arrived, -1: none.
  void ask(int worker, int file, double now) {
    if (file >= 0)
      if (const auto task = policy_.file_arrived(worker, file, now)) return start(worker, *task, now);
    const WorkerOrder order = policy_.idle(worker, now);
    if (order.task && order.file) throw std::runtime_error("a task and a file at once");
    if (order.task) return start(worker, *order.task, now);
    if (order.file) return request(worker, *order.file);
    idle_.insert(worker);
  }

  void start(int worker, int task, double now) {
    if (done_[index(task)]) throw std::runtime_error("a task that is done starts again");
    running_[index(worker)] = static_cast<int>(trace_.copies.size());
    const double finish = now + tasks_.flop / star_.workers[index(worker)].speed;
    ends_and_arrivals_[finish].ends[worker] = static_cast<int>(trace_.copies.size());
    trace_.copies.push_back({task, worker, now, finish, false});
  }

  void request(int worker, int file) {
    const int supervisor = tree_.supervisor_of.empty() ? -1 : tree_.supervisor_of[index(worker)];
    if (supervisor < 0 || held_.contains({supervisor, file})) {
      ports_[index(supervisor + 1)].queue.push_back({worker, supervisor, file});
      return;
    }
    std::vector<Transfer>& waiting = waiting_[index(supervisor)][file];
    if (waiting.empty()) ports_[0].queue.push_back({-1, supervisor, file});
    waiting.push_back({worker, supervisor, file});
  }

  void send(std::size_t number, double now) {
    Port& port = ports_[number];
    if (port.busy || port.queue.empty()) return;
    const Transfer transfer = port.queue.front();
    port.queue.pop_front();
    port.busy = true;
    ++trace_.transfers;
    const Link& link = star_.workers[index(std::max(transfer.worker, 0))].link;
    const double duration =
        link.latency + tasks_.file_bytes[index(transfer.file)] / std::min(star_.master_bandwidth, link.bandwidth);
    ends_and_arrivals_[now + duration].arrivals.emplace_back(number, transfer);
  }

  FileTrace finish(double now) {
    trace_.makespan = now;
    return std::move(trace_);
  }

  static std::size_t index(int number) { return static_cast<std::size_t>(number); }

  const Star& star_;
  const SharedFileTasks& tasks_;
  FilePolicy& policy_;
  FeedingTree tree_;
  std::vector<Port> ports_;                                    // the master's, then the supervisors'
  std::vector<std::map<int, std::vector<Transfer>>> waiting_;  // by supervisor: file -> to whom it goes on
  std::set<std::pair<int, int>> held_;                         // supervisor, file
  std::map<double, Date> ends_and_arrivals_;
  std::map<int, int> asking_;  // worker -> the file that has just arrived, or -1
  std::set<int> idle_;
  std::vector<int> running_;  // by worker: the copy, or -1
  std::vector<bool> done_;
  int left_;
  FileTrace trace_;
};

}  // namespace

FileTrace run_closed(const Star& star, const SharedFileTasks& tasks, FilePolicy& policy) {
  return FileEngine(star, tasks, policy).run();
}

}  // namespace palio::test
