#include "runners/engines/crew/carry_out.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "core/error.h"
#include "runners/wire/execution.h"
#include "strategies/model/strategy.h"

namespace palio {
namespace {

double largest_message(const BagBatch& batch) {
  return std::ranges::max_element(batch.applications, {}, &BagOfTasks::bytes)->bytes;
}

// An upper bound on the end of any run that is never idle: everything after the last release, one after the other, on
// the slowest worker and link.
double horizon(const Star& star, const BagBatch& batch) {
  const double speed = std::ranges::min(star.workers, {}, &Worker::speed).speed;
  double bandwidth = star.master_bandwidth;
  double latency = 0;
  for (const Worker& worker : star.workers) {
    bandwidth = std::min(bandwidth, worker.link.bandwidth);
    latency = std::max(latency, worker.link.latency);
  }
  double date = batch.applications.back().release_date;
  for (const BagOfTasks& bag : batch.applications) {
    const double longest = bag.factors.empty() ? bag.flop : bag.flop * std::ranges::max(bag.factors);
    date += bag.tasks * (latency + bag.bytes / bandwidth + longest / speed);
  }
  return date;
}

// Tasks received but not started. Taking one costs time that depends only on the number of applications.
class HeldTasks {
public:
  // Ids must increase.
  void add(std::size_t id, int application) {
    Queue& queue = queues_[application];
    if (queue.empty()) applications_.push_back(application);
    queue.push_back(id);
  }

  // Each once, in the order of their first tasks.
  std::span<const int> applications() const { return applications_; }

  // Takes the first task of an application.
  std::optional<std::size_t> take(int application) {
    const auto place = std::ranges::find(applications_, application);
    if (place == applications_.end()) return std::nullopt;
    Queue& queue = queues_[application];
    const std::size_t id = queue.front();
    queue.pop_front();
    if (queue.empty()) {
      applications_.erase(place);
    } else {
      const auto behind = std::find_if(place + 1, applications_.end(),
                                       [&](int other) { return queues_[other].front() > queue.front(); });
      std::rotate(place, place + 1, behind);
    }
    return id;
  }

private:
  using Queue = std::deque<std::size_t>;
  std::map<int, Queue> queues_;  // by application
  std::vector<int> applications_;
};

class BagSimulation {
public:
  BagSimulation(const Star& star, const BagBatch& batch, BagPolicy& policy, const MakeCrew& make_crew)
      : star_(star),
        batch_(batch),
        policy_(policy),
        network_(star, 0, largest_message(batch)),
        crew_(make_crew(network_, horizon(star, batch))),
        workers_(star.workers.size()) {
    for (const BagOfTasks& bag : batch.applications) unsent_.push_back(bag.tasks), unfinished_ += bag.tasks;
    release_ = crew_->hire(network_.feeder(0));
    // By worker, links before processors: actors are reported in this order, and the policy learns of receptions first.
    first_link_ = release_ + 1;
    for (int worker = 0; worker < worker_count(); ++worker) crew_->hire(network_.worker(worker));
    first_processor_ = first_link_ + worker_count();
    for (int worker = 0; worker < worker_count(); ++worker) crew_->hire(network_.worker(worker));
    first_alarm_ = first_processor_ + worker_count();
  }

  BagSchedule run() {
    const double end = crew_->run([this](std::span<const int> ended, double now) { decide(ended, now); });
    const auto left = std::ranges::find_if(unsent_, [](int tasks) { return tasks > 0; });
    if (left != unsent_.end()) {
      const auto application = static_cast<std::size_t>(left - unsent_.begin());
      throw Deadlock(fmt::format("{} of the {} tasks of application {} were never sent; the simulation stopped at {} s",
                                 *left, bag(application).tasks, application, end));
    }
    if (unfinished_ > 0) throw InternalError(fmt::format("{} tasks were sent and never finished", unfinished_));
    return std::move(schedule_);
  }

private:
  struct WorkerState {
    std::optional<std::size_t> receiving, running;  // tasks, by their place in the schedule
    HeldTasks held;
  };

  int worker_count() const { return static_cast<int>(workers_.size()); }
  WorkerState& state(int worker) { return workers_[worker]; }
  BagTask& task(std::size_t id) { return schedule_.tasks[id]; }
  const BagOfTasks& bag(std::size_t application) const { return batch_.applications[application]; }

  void decide(std::span<const int> ended, double now) {
    release(now);
    bool woken = false;
    for (const int actor : ended) {
      if (actor >= first_alarm_) continue;
      if (actor >= first_processor_)
        finished(actor - first_processor_, now);
      else if (actor >= first_link_)
        received(actor - first_link_, now);
    }
    if (unfinished_ == 0) return crew_->stop();
    // An alarm that a later answer replaced is no event.
    for (const int actor : ended) woken |= actor < first_alarm_ || wake_up_ <= now;
    if (!woken && !ended.empty()) return;
    start_tasks(now);
    wake_up_.reset();
    offer_port(now);
  }

  void release(double now) {
    for (; released_ < unsent_.size() && bag(released_).release_date <= now; ++released_) {
      to_send_ += unsent_[released_];
      policy_.released(static_cast<int>(released_), now);
    }
    if (released_ < unsent_.size() && !crew_->busy(release_))
      crew_->give(release_, {.kind = CrewJob::Kind::timer, .amount = bag(released_).release_date});
  }

  void received(int worker, double now) {
    const std::size_t id = *std::exchange(state(worker).receiving, std::nullopt);
    --under_way_;
    task(id).send_finish = now;
    state(worker).held.add(id, task(id).application);
    touched_.push_back(worker);
    policy_.received({task(id).application, worker}, now);
  }

  void finished(int worker, double now) {
    const std::size_t id = *std::exchange(state(worker).running, std::nullopt);
    task(id).finish = now;
    --unfinished_;
    touched_.push_back(worker);
    policy_.finished(task(id).application, worker, now);
  }

  // Only workers that received or finished something may have a task to start.
  void start_tasks(double now) {
    std::ranges::sort(touched_);
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    for (const int worker : touched_)
      if (!state(worker).running && !state(worker).held.applications().empty()) start_task(worker, now);
    touched_.clear();
  }

  void start_task(int worker, double now) {
    HeldTasks& held = state(worker).held;
    const int chosen = policy_.next_application(worker, held.applications(), now);
    const std::optional<std::size_t> taken = held.take(chosen);
    if (!taken)
      throw InvalidAnswer(
          fmt::format("worker {} is to start a task of application {}, but holds none", worker, chosen));
    const std::size_t id = *taken;
    state(worker).running = id;
    task(id).start = now;
    crew_->give(first_processor_ + worker,
                {.kind = CrewJob::Kind::computation, .amount = bag(task(id).application).work(number_[id])});
    policy_.started(task(id).application, worker, now);
  }

  bool port_free() const { return under_way_ < (star_.port_model == PortModel::one_port ? 1 : worker_count()); }

  void offer_port(double now) {
    while (port_free() && to_send_ > 0) {
      if (!next_) next_ = policy_.next_send(now);
      if (!next_) return set_alarm(now);
      require_allowed(*next_, now);
      if (state(next_->worker).receiving) return;
      send(*std::exchange(next_, std::nullopt), now);
    }
  }

  void require_allowed(const Send& send, double now) const {
    const auto application = static_cast<std::size_t>(send.application);
    if (application < released_ && unsent_[application] > 0 && static_cast<std::size_t>(send.worker) < workers_.size())
      return;
    throw InvalidAnswer(
        fmt::format("application {} cannot be sent to worker {} at {} s", send.application, send.worker, now));
  }

  void send(const Send& send, double now) {
    const auto application = static_cast<std::size_t>(send.application);
    number_.push_back(static_cast<std::size_t>(bag(application).tasks - unsent_[application]--));
    --to_send_;
    ++under_way_;
    state(send.worker).receiving = schedule_.tasks.size();
    schedule_.tasks.push_back({.application = send.application, .worker = send.worker, .send_start = now});
    crew_->give(first_link_ + send.worker, network_.message_to_worker(0, send.worker, bag(application).bytes));
  }

  void set_alarm(double now) {
    wake_up_ = policy_.wake_up();
    if (!wake_up_) return;
    if (!(*wake_up_ > now) || std::isinf(*wake_up_))
      throw InvalidAnswer(fmt::format("the policy wants to be asked at {} s, but it is {} s", *wake_up_, now));
    if (std::ranges::find(alarms_, *wake_up_) != alarms_.end()) return;
    std::size_t alarm = 0;  // the first free one: earlier answers may still have some set
    while (alarm < alarms_.size() && crew_->busy(first_alarm_ + static_cast<int>(alarm))) ++alarm;
    if (alarm == alarms_.size()) {
      crew_->hire(network_.feeder(0));
      alarms_.push_back(0);
    }
    alarms_[alarm] = *wake_up_;
    crew_->give(first_alarm_ + static_cast<int>(alarm), {.kind = CrewJob::Kind::timer, .amount = *wake_up_});
  }

  const Star& star_;
  const BagBatch& batch_;
  BagPolicy& policy_;
  StarNetwork network_;
  std::unique_ptr<Crew> crew_;
  int release_ = 0, first_link_ = 0, first_processor_ = 0, first_alarm_ = 0;  // actors
  std::vector<WorkerState> workers_;
  std::vector<int> unsent_;          // by application
  std::size_t released_ = 0;         // applications
  int under_way_ = 0;                // messages
  int unfinished_ = 0;               // tasks of all applications
  int to_send_ = 0;                  // tasks of those released
  std::vector<int> touched_;         // workers that received or finished something since tasks were last started
  std::optional<Send> next_;         // an answer whose link is busy
  std::optional<double> wake_up_;    // asked for by the last answer, s
  std::vector<double> alarms_;       // when each rings or last rang, s
  std::vector<std::size_t> number_;  // by task of the schedule: among those of its bag
  BagSchedule schedule_;
};

}  // namespace

BagSchedule carry_out(const Star& star, const BagBatch& batch, BagPolicy& policy, const MakeCrew& make_crew) {
  if (batch.load != 0) throw InternalError("bags are simulated with dates, not with places between 0 and 1");
  return BagSimulation(star, batch, policy, make_crew).run();
}

}  // namespace palio
