#include "strategies/bags/cbs3m/cbs3m.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "strategies/bags/dedicated_rate.h"

namespace palio {
namespace {

constexpr double k_stretch_precision = 1e-3;  // of stretches
constexpr double k_finished_crumb = 1e-9;     // of a task; a task with less left is finished

// Turns a plan for some applications into one for all, in which the others get nothing.
FluidPlan spread(const FluidPlan& plan, const std::vector<int>& planned, std::size_t applications) {
  FluidPlan all{plan.stretch, plan.dates, {}, plan.workers, {}, {}};
  all.deadlines.resize(applications, std::numeric_limits<double>::infinity());
  all.sent.resize(all.at(all.intervals(), 0, 0), 0);
  all.computed = all.sent;
  for (int i = 0; i < plan.applications(); ++i) {
    const int k = planned[i];
    all.deadlines[k] = plan.deadlines[i];
    for (int j = 0; j < plan.intervals(); ++j)
      for (int u = 0; u < plan.workers; ++u) {
        all.sent[all.at(j, k, u)] = plan.sent[plan.at(j, i, u)];
        all.computed[all.at(j, k, u)] = plan.computed[plan.at(j, i, u)];
      }
  }
  return all;
}

bool is_live(const FluidApplication& application) {
  return application.unsent > 0 || std::ranges::any_of(application.held, [](double tasks) { return tasks > 0; });
}

// A smaller part of a task is not owed: linear programs are solved within a tolerance.
constexpr double k_sent_crumb = 1e-6;

}  // namespace

Cbs3m::Cbs3m(const Star& star, const BagBatch& batch, Foresight foresight, HeldOrder order, FluidGoal goal)
    : star_(star),
      batch_(batch),
      foresight_(foresight),
      order_(order),
      goal_(goal),
      applications_(batch.applications.size()),
      workers_(star.workers.size()) {
  if (foresight_ == Foresight::online) return;
  follower_.emplace(plan_by_bisection(offline_problem(star, batch), k_stretch_precision, use_, goal_));
  planned_stretch_ = follower_->plan().stretch;
}

void Cbs3m::released(int application, double now) {
  settle_before(now);
  const BagOfTasks& bag = batch_.applications[application];
  applications_[application] = {true, now, dedicated_makespan(star_, bag), bag.tasks,
                                std::vector<int>(star_.workers.size(), 0)};
  if (foresight_ == Foresight::online) to_plan_ = now;
}

void Cbs3m::received(const Send& send, double now) {
  settle_before(now);
  --workers_[send.worker].on_the_way;
}

void Cbs3m::started(int application, int worker, double now) {
  settle_before(now);
  workers_[worker].running = application;
  workers_[worker].since = now;
}

void Cbs3m::finished(int application, int worker, double now) {
  settle_before(now);
  workers_[worker].running = -1;
  --applications_[application].with[worker];
}

std::optional<Send> Cbs3m::next_send(double now) {
  settle();
  if (!follower_) return std::nullopt;
  std::optional<Send> send = follower_->next(now, [&](const Send& asked) { return may_send(asked); });
  if (!send) send = left_over(now);
  if (!send) return std::nullopt;
  follower_->sent(*send);
  --applications_[send->application].unsent;
  ++applications_[send->application].with[send->worker];
  ++workers_[send->worker].on_the_way;
  return send;
}

int Cbs3m::next_application(int /*worker*/, std::span<const int> held, double /*now*/) {
  settle();
  if (order_ == HeldOrder::fifo) return held.front();
  const std::vector<double>& deadlines = follower_->plan().deadlines;
  return *std::ranges::min_element(held, {}, [&](int k) { return std::pair(deadlines[k], k); });
}

// Releases are planned with the state at their date, once all events of that date are known: at the first question, or
// before the first later event.
void Cbs3m::settle_before(double now) {
  if (to_plan_ && *to_plan_ < now) settle();
}

void Cbs3m::settle() {
  if (to_plan_) plan_again(*std::exchange(to_plan_, std::nullopt));
}

void Cbs3m::plan_again(double now) {
  FluidProblem problem{star_, {}};
  std::vector<int> planned;
  for (int k = 0; k < static_cast<int>(applications_.size()); ++k) {
    const ApplicationState& state = applications_[k];
    if (!state.is_released) continue;
    const BagOfTasks& bag = batch_.applications[k];
    FluidApplication left{
        now, state.release_date, state.dedicated, bag.flop, bag.bytes, static_cast<double>(state.unsent), {}};
    for (int u = 0; u < static_cast<int>(workers_.size()); ++u) left.held.push_back(held(k, u, now));
    if (!is_live(left)) continue;
    problem.applications.push_back(std::move(left));
    planned.push_back(k);
  }
  const FluidPlan plan = plan_by_bisection(problem, k_stretch_precision, use_, goal_);
  planned_stretch_ = std::max(planned_stretch_, plan.stretch);
  follower_.emplace(spread(plan, planned, applications_.size()));
}

// Tasks of the application that the worker has received or will receive; of the running one only what is left.
double Cbs3m::held(int application, int worker, double now) const {
  const WorkerState& state = workers_[worker];
  double tasks = applications_[application].with[worker];
  if (state.running == application) {
    const double task_time = batch_.applications[application].flop / star_.workers[worker].speed;
    tasks -= std::clamp((now - state.since) / task_time, 0.0, 1.0);
  }
  return tasks < k_finished_crumb ? 0 : tasks;
}

// With several ports, one message at a time to each worker: more would only share its link.
bool Cbs3m::may_send(const Send& send) const {
  const ApplicationState& state = applications_[send.application];
  if (!state.is_released || state.unsent == 0) return false;
  return star_.port_model == PortModel::one_port || workers_[send.worker].on_the_way == 0;
}

// For tasks that rounding left over: the earliest deadline goes first, to the worker that finishes first.
std::optional<Send> Cbs3m::left_over(double now) const {
  std::optional<Send> best;
  std::pair<double, double> least;
  for (int k = 0; k < static_cast<int>(applications_.size()); ++k)
    for (int u = 0; u < static_cast<int>(workers_.size()); ++u) {
      const Send send{k, u};
      if (!may_send(send)) continue;
      const std::pair rank(follower_->plan().deadlines[k], completion(send, now));
      if (best && rank >= least) continue;
      best = send;
      least = rank;
    }
  return best;
}

// When the worker would be done with the task (s), after all that it holds.
double Cbs3m::completion(const Send& send, double now) const {
  const Worker& worker = star_.workers[send.worker];
  const BagOfTasks& bag = batch_.applications[send.application];
  double ready = now;
  for (int k = 0; k < static_cast<int>(applications_.size()); ++k)
    if (applications_[k].is_released) ready += held(k, send.worker, now) * batch_.applications[k].flop / worker.speed;
  const double there = now + worker.link.latency + bag.bytes / message_bandwidth(star_, worker);
  return std::max(there, ready) + bag.flop / worker.speed;
}

PlanFollower::PlanFollower(FluidPlan plan) : plan_(std::move(plan)), until_(plan_.sent), count_(plan_.at(1, 0, 0), 0) {
  for (std::size_t i = count_.size(); i < until_.size(); ++i) until_[i] += until_[i - count_.size()];
}

std::optional<Send> PlanFollower::next(double now, const std::function<bool(const Send&)>& may_send) const {
  for (int interval = current_interval(now); interval < plan_.intervals(); ++interval)
    if (const std::optional<Send> found = most_behind(interval, may_send)) return found;
  return std::nullopt;
}

// The first interval before the plan begins, the last one after it ends.
int PlanFollower::current_interval(double now) const {
  const auto next_date = std::upper_bound(plan_.dates.begin(), plan_.dates.end(), now);
  return std::clamp(static_cast<int>(next_date - plan_.dates.begin()) - 1, 0, plan_.intervals() - 1);
}

std::optional<Send> PlanFollower::most_behind(int interval, const std::function<bool(const Send&)>& may_send) const {
  std::optional<Send> best;
  double earliest = 0;
  for (int k = 0; k < plan_.applications(); ++k)
    for (int u = 0; u < plan_.workers; ++u) {
      const Send send{k, u};
      if (!is_owed(send, interval) || !may_send(send)) continue;
      const double date = virtual_date(send, interval);
      if (best && date >= earliest) continue;
      best = send;
      earliest = date;
    }
  return best;
}

bool PlanFollower::is_owed(const Send& send, int interval) const {
  return count_[pair(send)] + k_sent_crumb < until_[plan_.at(interval, send.application, send.worker)];
}

// At the rate of the last interval in which the pair has one.
double PlanFollower::virtual_date(const Send& send, int interval) const {
  const auto slot = [&](int i) { return plan_.at(i, send.application, send.worker); };
  while (interval > 0 && plan_.sent[slot(interval)] <= k_sent_crumb) --interval;
  const std::size_t i = slot(interval);
  const double before = until_[i] - plan_.sent[i];
  const double begin = plan_.dates[interval];
  const double length = plan_.dates[interval + 1] - begin;
  return begin + (count_[pair(send)] + 1 - before) / plan_.sent[i] * length;
}

}  // namespace palio
