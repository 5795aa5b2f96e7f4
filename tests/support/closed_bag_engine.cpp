#include "tests/support/closed_bag_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "core/error.h"

namespace palio::test {
namespace {

constexpr double k_never = std::numeric_limits<double>::infinity();
constexpr std::size_t k_none = std::numeric_limits<std::size_t>::max();

struct WorkerState {
  std::vector<std::size_t> held;  // tasks received and not started, in the order of their reception
  std::size_t running = k_none;
};

class BagEngine {
public:
  BagEngine(const Star& star, const BagBatch& batch, BagPolicy& policy)
      : star_(star), batch_(batch), policy_(policy), workers_(star.workers.size()) {
    if (star.port_model != PortModel::one_port) throw InternalError("the closed engine knows one port only");
    if (batch.load != 0) throw InternalError("the closed engine needs dates, not places");
    for (const BagOfTasks& bag : batch.applications) unsent_.push_back(bag.tasks);
  }

  BagSchedule run() {
    for (double now = next_date(); now < k_never; now = next_date()) {
      tell(now);
      start_tasks(now);
      wake_up_.reset();
      if (sending_ == k_none && something_to_send()) ask(now);
    }
    const auto left = std::ranges::find_if(unsent_, [](int tasks) { return tasks > 0; });
    if (left != unsent_.end())
      throw InternalError(fmt::format("{} tasks of application {} are never sent", *left, left - unsent_.begin()));
    return std::move(schedule_);
  }

private:
  BagTask& task(std::size_t id) { return schedule_.tasks[id]; }
  const BagOfTasks& bag(std::size_t application) const { return batch_.applications[application]; }

  double next_date() {
    double date = wake_up_.value_or(k_never);
    if (released_ < unsent_.size()) date = std::min(date, bag(released_).release_date);
    if (sending_ != k_none) date = std::min(date, task(sending_).send_finish);
    for (const WorkerState& worker : workers_)
      if (worker.running != k_none) date = std::min(date, task(worker.running).finish);
    return date;
  }

  void tell(double now) {
    for (; released_ < unsent_.size() && bag(released_).release_date == now; ++released_)
      policy_.released(static_cast<int>(released_), now);
    if (sending_ != k_none && task(sending_).send_finish == now) {
      const Send send{task(sending_).application, task(sending_).worker};
      workers_[static_cast<std::size_t>(send.worker)].held.push_back(sending_);
      sending_ = k_none;
      policy_.received(send, now);
    }
    for (WorkerState& worker : workers_) {
      if (worker.running == k_none || task(worker.running).finish != now) continue;
      const BagTask& done = task(worker.running);
      worker.running = k_none;
      policy_.finished(done.application, done.worker, now);
    }
  }

  void start_tasks(double now) {
    for (std::size_t i = 0; i < workers_.size(); ++i)
      if (workers_[i].running == k_none && !workers_[i].held.empty()) start_task(i, now);
  }

  void start_task(std::size_t index, double now) {
    WorkerState& worker = workers_[index];
    std::vector<int> applications;
    for (const std::size_t id : worker.held)
      if (std::ranges::find(applications, task(id).application) == applications.end())
        applications.push_back(task(id).application);
    const int chosen = policy_.next_application(static_cast<int>(index), applications, now);
    const auto taken = std::ranges::find(worker.held, chosen, [&](std::size_t id) { return task(id).application; });
    if (taken == worker.held.end())
      throw InternalError(fmt::format("worker {} is to start a task of application {}, but holds none", index, chosen));
    worker.running = *taken;
    worker.held.erase(taken);
    BagTask& started = task(worker.running);
    started.start = now;
    started.finish = now + bag(static_cast<std::size_t>(started.application)).flop / star_.workers[index].speed;
    policy_.started(started.application, started.worker, now);
  }

  bool something_to_send() const {
    return std::any_of(unsent_.begin(), unsent_.begin() + static_cast<std::ptrdiff_t>(released_),
                       [](int tasks) { return tasks > 0; });
  }

  void ask(double now) {
    if (const std::optional<Send> send = policy_.next_send(now)) {
      begin(*send, now);
      return;
    }
    wake_up_ = policy_.wake_up();
    if (wake_up_ && !(*wake_up_ > now))
      throw InternalError(fmt::format("the policy wants to be asked at {} s, but it is {} s", *wake_up_, now));
  }

  void begin(const Send& send, double now) {
    const auto application = static_cast<std::size_t>(send.application);
    const auto worker = static_cast<std::size_t>(send.worker);
    if (application >= released_ || unsent_[application] == 0 || worker >= workers_.size())
      throw InternalError(
          fmt::format("application {} cannot be sent to worker {} at {} s", send.application, send.worker, now));
    --unsent_[application];
    const Link& link = star_.workers[worker].link;
    const double duration = link.latency + bag(application).bytes / std::min(star_.master_bandwidth, link.bandwidth);
    sending_ = schedule_.tasks.size();
    schedule_.tasks.push_back({send.application, send.worker, now, now + duration, 0, 0});
  }

  const Star& star_;
  const BagBatch& batch_;
  BagPolicy& policy_;
  std::vector<WorkerState> workers_;
  std::vector<int> unsent_;        // by application
  std::size_t released_ = 0;       // applications
  std::size_t sending_ = k_none;   // the task in the port
  std::optional<double> wake_up_;  // asked for by the last answer
  BagSchedule schedule_;
};

}  // namespace

BagSchedule run_bags(const Star& star, const BagBatch& batch, BagPolicy& policy) {
  return BagEngine(star, batch, policy).run();
}

}  // namespace palio::test
