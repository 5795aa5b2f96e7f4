#include "runners/engines/crew/carry_out.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "core/error.h"
#include "runners/wire/execution.h"
#include "strategies/model/strategy.h"

namespace palio {
namespace {

constexpr int k_master = 0;  // among the feeders; the others are supervisors

FeedingTree checked(FeedingTree tree, std::size_t workers) {
  if (tree.supervisor_of.empty()) tree.supervisor_of.assign(workers, -1);
  if (tree.supervisor_of.size() != workers || tree.supervisors < 0 ||
      std::ranges::any_of(tree.supervisor_of, [&](int s) { return s < -1 || s >= tree.supervisors; }))
    throw InvalidAnswer(fmt::format("the feeding tree does not fit {} workers", workers));
  return tree;
}

double largest_message(const SharedFileTasks& tasks) {
  return std::max(*std::ranges::max_element(tasks.file_bytes), tasks.output_bytes);
}

// An upper bound on the end of any sensible run: all tasks one after the other on the slowest worker and link, with
// each file and output sent twice.
double horizon(const Star& star, const SharedFileTasks& tasks) {
  const double work = tasks.factors.empty() ? tasks.flop : tasks.flop * std::ranges::max(tasks.factors);
  double longest = 0;
  for (const Worker& worker : star.workers) {
    const double bandwidth = std::min(star.master_bandwidth, worker.link.bandwidth);
    const double messages = 4 * (worker.link.latency + largest_message(tasks) / bandwidth);
    longest = std::max(longest, messages + work / worker.speed);
  }
  return longest * tasks.task_count();
}

// A file on its way down, or a task's output on its way up from a supervisor.
struct Message {
  std::optional<int> worker = std::nullopt;      // receives it
  std::optional<int> supervisor = std::nullopt;  // else: receives it; neither: the master
  int file = -1;                                 // none: an output
};

class FileSimulation {
public:
  FileSimulation(const Star& star, const SharedFileTasks& tasks, FilePolicy& policy, Detail detail,
                 const MakeCrew& make_crew)
      : tasks_(tasks),
        detail_(detail),
        policy_(policy),
        tree_(checked(policy.tree(), star.workers.size())),
        network_(star, tree_.supervisors, largest_message(tasks)),
        crew_(make_crew(network_, horizon(star, tasks))),
        feeders_(static_cast<std::size_t>(tree_.supervisors) + 1),
        workers_(star.workers.size()),
        done_(tasks.file_of_task.size(), false) {
    for (int number = 0; number < feeder_count(); ++number) crew_->hire(network_.feeder(number));
    for (int number = 0; number < worker_count(); ++number) crew_->hire(network_.worker(number));
    began_.resize(feeders_.size() + workers_.size());
    schedule_.supervisors = tree_.supervisors;
    schedule_.tasks.resize(done_.size());
    undone_ = missing_outputs_ = tasks.task_count();
    if (tasks.output_bytes <= 0) missing_outputs_ = 0;
  }

  FileSchedule run() {
    schedule_.makespan = crew_->run([this](std::span<const int> ended, double now) { decide(ended, now); });
    const auto left = std::ranges::find(done_, false);
    if (left != done_.end())
      throw Deadlock(fmt::format("task {} was never done; the simulation stopped at {} s", left - done_.begin(),
                                 schedule_.makespan));
    if (missing_outputs_ > 0) throw InternalError(fmt::format("{} outputs never arrived", missing_outputs_));
    return std::move(schedule_);
  }

private:
  struct HeldFile {
    bool there = false;                        // or on its way
    std::vector<std::pair<int, int>> waiting;  // place in the order of asking, worker
  };
  struct Feeder {
    std::map<int, Message> to_send;  // by place in the order of asking
    std::optional<Message> sending;  // has the send port, perhaps still waits for the receiver's port
    std::deque<int> to_receive;      // actors that are ready to send to it
    std::optional<int> receiving;    // actor
    std::map<int, HeldFile> files;   // of a supervisor
  };
  struct WorkerState {
    std::set<int> files;        // that arrived
    std::optional<int> file;    // that just arrived
    std::optional<int> task;    // under way: running, or its output not yet sent
    double start = 0, end = 0;  // of the task, s
    bool computing = false;
  };

  int feeder_count() const { return static_cast<int>(feeders_.size()); }
  int worker_count() const { return static_cast<int>(workers_.size()); }
  Feeder& feeder(int number) { return feeders_[number]; }
  WorkerState& state(int worker) { return workers_[worker]; }
  int actor_of(int worker) const { return feeder_count() + worker; }
  int feeder_of(int worker) const { return 1 + tree_.supervisor_of[worker]; }

  void decide(std::span<const int> ended, double now) {
    for (const int actor : ended) {
      if (actor < feeder_count())
        delivered(actor, now);
      else if (const int worker = actor - feeder_count(); state(worker).computing)
        computed(worker, now);
      else
        output_sent(worker, now);
    }
    if (undone_ == 0 && missing_outputs_ == 0) return crew_->stop();
    if (ended.empty())
      for (int worker = 0; worker < worker_count(); ++worker) asking_.push_back(worker);
    if (policy_.take_recall()) asking_.insert(asking_.end(), resting_.begin(), resting_.end());
    std::ranges::sort(asking_);
    for (const int worker : std::exchange(asking_, {})) ask(worker, now);
    queue_requests();
    for (int number = 0; number < feeder_count(); ++number) send_next(number, now);
    for (int number = 0; number < feeder_count(); ++number) receive_next(number, now);
  }

  void delivered(int sender, double now) {
    const Message message = *std::exchange(feeder(sender).sending, std::nullopt);
    record_message(sender, message.worker ? actor_of(*message.worker) : message.supervisor.value_or(k_master),
                   message.file, now);
    if (message.worker) {
      state(*message.worker).file = message.file;
      state(*message.worker).files.insert(message.file);
      asking_.push_back(*message.worker);
    } else if (message.supervisor) {
      Feeder& supervisor = feeder(*message.supervisor);
      supervisor.receiving.reset();
      HeldFile& held = supervisor.files[message.file];
      held.there = true;
      for (const auto& [place, worker] : std::exchange(held.waiting, {}))
        supervisor.to_send[place] = {.worker = worker, .file = message.file};
    } else {
      feeder(k_master).receiving.reset();
      --missing_outputs_;
    }
  }

  void computed(int worker, double now) {
    WorkerState& it = state(worker);
    it.computing = false;
    it.end = now;
    const bool copy = done_[*it.task];
    if (!copy && tasks_.output_bytes > 0) return feeder(feeder_of(worker)).to_receive.push_back(actor_of(worker));
    done(worker, now);
  }

  void output_sent(int worker, double now) {
    const int number = feeder_of(worker);
    feeder(number).receiving.reset();
    record_message(actor_of(worker), number, -1, now);
    if (!done_[*state(worker).task]) {
      if (number == k_master)
        --missing_outputs_;
      else
        feeder(number).to_send[++asked_] = {};
    }
    done(worker, now);
  }

  void done(int worker, double now) {
    const int task = *std::exchange(state(worker).task, std::nullopt);
    asking_.push_back(worker);
    if (done_[task]) return record_copy(worker, task, state(worker).end);
    done_[task] = true;
    schedule_.tasks[task] = {worker, state(worker).start, state(worker).end};
    --undone_;
    stop_copies(task, now);
    policy_.finished(worker, task, now);
  }

  // A copy ends by itself if it also ends at this date or if its output is on its way.
  void stop_copies(int task, double now) {
    const auto runners = runners_.extract(task);
    for (const int worker : runners.mapped()) {
      if (!state(worker).computing || !crew_->busy(actor_of(worker)) || state(worker).task != task) continue;
      crew_->abort(actor_of(worker));
      record_copy(worker, task, now);
      state(worker).computing = false;
      state(worker).task.reset();
      asking_.push_back(worker);
    }
  }

  void ask(int worker, double now) {
    resting_.erase(worker);
    if (const auto file = std::exchange(state(worker).file, std::nullopt))
      if (const auto task = policy_.file_arrived(worker, *file, now)) return start_task(worker, *task, now);
    const WorkerOrder order = policy_.idle(worker, now);
    if (order.file) {
      if (static_cast<std::size_t>(*order.file) >= tasks_.file_bytes.size())
        throw InvalidAnswer(fmt::format("worker {} is to get file {}, which does not exist", worker, *order.file));
      requests_.emplace_back(worker, *order.file);
    } else if (order.task) {
      start_task(worker, *order.task, now);
    } else {
      resting_.insert(worker);
    }
  }

  void start_task(int worker, int task, double now) {
    if (static_cast<std::size_t>(task) >= done_.size() || done_[task])
      throw InvalidAnswer(fmt::format("worker {} is to run task {}, which is done or does not exist", worker, task));
    WorkerState& it = state(worker);
    if (!it.files.contains(tasks_.file_of_task[task]))
      throw InvalidAnswer(fmt::format("worker {} is to run task {} without its file", worker, task));
    it.task = task;
    it.start = now;
    it.computing = true;
    runners_[task].push_back(worker);
    crew_->give(actor_of(worker), {.kind = CrewJob::Kind::computation, .amount = tasks_.work(task)});
  }

  // By worker; requests of supervisors to the master come before those of workers.
  void queue_requests() {
    std::vector<std::pair<int, int>> fetched;  // supervisor, file
    for (const auto& [worker, file] : requests_) {
      const int number = feeder_of(worker);
      if (number == k_master) continue;
      const auto [held, first] = feeder(number).files.try_emplace(file);
      if (first) fetched.emplace_back(number, file);
      if (held->second.there)
        feeder(number).to_send[++asked_] = {.worker = worker, .file = file};
      else
        held->second.waiting.emplace_back(++asked_, worker);
    }
    std::ranges::stable_sort(fetched, {}, &std::pair<int, int>::first);
    for (const auto& [number, file] : fetched)
      feeder(k_master).to_send[++asked_] = {.supervisor = number, .file = file};
    for (const auto& [worker, file] : requests_)
      if (feeder_of(worker) == k_master) feeder(k_master).to_send[++asked_] = {.worker = worker, .file = file};
    requests_.clear();
  }

  void send_next(int number, double now) {
    Feeder& sender = feeder(number);
    if (sender.sending || sender.to_send.empty()) return;
    sender.sending = sender.to_send.begin()->second;
    sender.to_send.erase(sender.to_send.begin());
    const Message& message = *sender.sending;
    if (message.file >= 0) ++schedule_.transfers;
    if (message.worker)
      begin(number, network_.message_to_worker(number, *message.worker, bytes(message)), now);
    else
      feeder(message.supervisor.value_or(k_master)).to_receive.push_back(number);
  }

  void receive_next(int number, double now) {
    Feeder& receiver = feeder(number);
    if (receiver.receiving || receiver.to_receive.empty()) return;
    const int actor = receiver.to_receive.front();
    receiver.to_receive.pop_front();
    receiver.receiving = actor;
    if (actor < feeder_count())
      begin(actor, network_.message_between_feeders(actor, number, bytes(*feeder(actor).sending)), now);
    else
      begin(actor, network_.message_from_worker(actor - feeder_count(), number, tasks_.output_bytes), now);
  }

  void begin(int actor, const CrewJob& message, double now) {
    began_[actor] = now;
    crew_->give(actor, message);
  }

  // Actors are numbered like the nodes of a transfer.
  void record_message(int from, int to, int file, double now) {
    if (detail_ == Detail::schedule) schedule_.messages.push_back({from, to, file, began_[from], now});
  }

  void record_copy(int worker, int task, double end) {
    if (detail_ == Detail::schedule) schedule_.copies.push_back({task, {worker, state(worker).start, end}});
  }

  double bytes(const Message& message) const {
    return message.file < 0 ? tasks_.output_bytes : tasks_.file_bytes[message.file];
  }

  const SharedFileTasks& tasks_;
  Detail detail_;
  FilePolicy& policy_;
  FeedingTree tree_;
  StarNetwork network_;
  std::unique_ptr<Crew> crew_;
  std::vector<Feeder> feeders_;
  std::vector<WorkerState> workers_;
  std::vector<bool> done_;                     // by task
  std::map<int, std::vector<int>> runners_;    // by task under way: workers that started a copy
  std::vector<int> asking_;                    // workers, at this date
  std::set<int> resting_;                      // workers that were given nothing
  std::vector<std::pair<int, int>> requests_;  // of this date: worker, file
  int asked_ = 0;                              // the last number given to a request
  int undone_ = 0, missing_outputs_ = 0;       // tasks
  std::vector<double> began_;                  // by actor: its latest message, s
  FileSchedule schedule_;
};

}  // namespace

FileSchedule carry_out(const Star& star, const SharedFileTasks& tasks, FilePolicy& policy, Detail detail,
                       const MakeCrew& make_crew) {
  if (star.port_model != PortModel::one_port)
    throw UserError("strategies for tasks that share files need a star whose nodes send one message at a time");
  return FileSimulation(star, tasks, policy, detail, make_crew).run();
}

}  // namespace palio
