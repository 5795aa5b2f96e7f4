#include "runners/kinds/policy_execution.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

#include "core/error.h"
#include "runners/kinds/instances.h"
#include "runners/kinds/steps.h"
#include "strategies/model/dates.h"
#include "strategies/ptg/online/rest.h"
#include "strategies/ptg/schedule_validator.h"
#include "strategies/ptg/sent_data.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

// Every task with the mean work, or the mean time on each cluster, of its graph; under its own speed-up law.
Workload all_alike(Workload workload) {
  for (Application& application : workload.applications) {
    std::vector<Task> tasks(application.graph.tasks().begin(), application.graph.tasks().end());
    const auto count = static_cast<double>(tasks.size());
    double flop = 0;
    std::vector<double> times(tasks.front().times.size(), 0);
    for (const Task& task : tasks) {
      flop += task.flop / count;
      for (std::size_t cluster = 0; cluster < times.size(); ++cluster) times[cluster] += task.times[cluster] / count;
    }
    for (Task& task : tasks) {
      task.flop = flop;
      task.times = times;
    }
    application.graph =
        TaskGraph(std::move(tasks), {application.graph.edges().begin(), application.graph.edges().end()});
  }
  return workload;
}

// Of the tasks of a schedule that have started.
struct Starts {
  double latest = -1;  // s
  bool are_all = true;
};
Starts starts_of(const Schedule& schedule) {
  Starts starts;
  for (const std::vector<Placement>& placements : schedule.placements)
    for (const Placement& placed : placements)
      if (placed.start == k_never)
        starts.are_all = false;
      else
        starts.latest = std::max(starts.latest, placed.start);
  return starts;
}

}  // namespace

PolicyExecution::PolicyExecution(const Platform& platform, const Workload& estimated, const Realizations* realizations,
                                 GraphSimulator& simulator, const Strategy& strategy, const Parameters& parameters)
    : platform_(platform),
      estimated_(estimated),
      realizations_(realizations),
      simulator_(simulator),
      method_(method_for<GraphMethod>(strategy, platform, estimated)),
      parameters_(parameters),
      policy_(realizations == nullptr ? Policy{.decision_time = decision_time_of(parameters)}
                                      : policy_of(strategy.name, parameters)),
      told_platform_(platform),
      told_(policy_.knowledge == Knowledge::none ? all_alike(estimated) : estimated),
      realized_(estimated) {}

Schedule PolicyExecution::planned(const Workload& workload) const {
  Schedule plan = method_.schedule(told_platform_, workload, parameters_).schedule;
  if (const auto violation = find_violation(told_platform_, workload, plan, method_.terms.communication))
    throw InvalidExecution("planned schedule: " + *violation);
  return plan;
}

bool PolicyExecution::is_late(const Ending& ended) const {
  const Placement& placed = schedule_.placements[ended.application][ended.number];
  const Task& told = told_.applications[ended.application].graph.task(ended.number);
  const double end = planned_[ended.application][ended.number].finish;
  return (is_before(end, placed.finish) || is_before(placed.finish, end)) &&
         std::abs(placed.finish - end) > policy_.tolerance * time_on(told_platform_, told, placed);
}

bool PolicyExecution::is_trigger(const Ending& ended) const {
  const bool is_task = ended.application >= 0;
  if (decides_at_run_time()) return is_task || ended.number < releases_;
  return is_task && (policy_.replan == Replan::completion || (policy_.replan == Replan::late && is_late(ended)));
}

// The next decision comes with whatever ends at its date, or with a moment.
void PolicyExecution::wait_for_period(Ending after, double date) {
  for (double number = std::floor(now_ / policy_.period) + 1; !is_before(now_, due_); ++number)
    due_ = policy_.period * number;
  schedule_.moments.push_back({after, due_ - date});
}

// Until a decision takes effect, data leave for where their receiver was, and then once more.
bool PolicyExecution::send_to_former(const Ending& ended) {
  const auto app = ended.application;
  const std::size_t known = schedule_.moments.size();
  for (const Edge& edge : realized_.applications[app].graph.out_edges(ended.number)) {
    const auto is_pending = [&](const Moving& one) {
      return one.application == app && one.task == edge.to && one.effect > now_;
    };
    const auto first = std::ranges::find_if(moving_, is_pending);
    if (edge.bytes == 0 || first == moving_.end()) continue;
    const Moving& last = *std::ranges::find_if(moving_.rbegin(), moving_.rend(), is_pending);
    const std::vector<Placement>& placements = schedule_.placements[app];
    const double time = moving_time(told_platform_, edge, placements[ended.number], placements[edge.to]);
    Resent& again = resend_along(schedule_, app, edge, first->former);
    again.left = last.effect;
    again.arrival = last.effect + time;
    again.arrives = static_cast<int>(schedule_.moments.size());
    schedule_.moments.push_back({{.number = last.moment}, time});
  }
  return schedule_.moments.size() > known;
}

// What takes no time ends just after its start: until then it is open. An engine may have several events at one date.
bool PolicyExecution::happen(double date, std::span<const Ending> ended) {
  const Starts starts = starts_of(schedule_);
  if (starts.are_all) return false;
  now_ = std::max(date, std::nextafter(std::max(starts.latest, now_), k_never));
  for (const Ending& each : ended)
    if (each.application < 0 && each.number < releases_) now_ = std::max(now_, schedule_.moments[each.number].delay);
  const bool is_due = policy_.replan == Replan::period && !is_before(now_, due_);
  if (is_due) now_ = std::max(now_, due_);
  std::erase_if(moving_, [this](const Moving& one) { return one.effect <= now_; });
  bool has_sent = false;
  for (const Ending& each : ended)
    if (each.application >= 0 && !moving_.empty()) has_sent = send_to_former(each) || has_sent;
  const bool begins = ended.empty() && decides_at_run_time();
  if (!begins && !is_due && std::ranges::none_of(ended, [this](const Ending& each) { return is_trigger(each); }))
    return has_sent;
  const Ending cause = ended.empty() ? Ending{} : std::ranges::max(ended);
  const Situation situation{told_platform_, told_, schedule_, now_, policy_.decision_time, moving_};
  const bool has_decided = decides_at_run_time() ? decide(situation, cause) : plan_again(situation, cause);
  if (has_decided) {
    ++decisions_;
    if (realizations_ != nullptr && realizations_->depends_on_places()) realize();
  }
  if (is_due) wait_for_period(cause, date);
  return has_decided || is_due || has_sent;
}

std::vector<Decision> PolicyExecution::decisions(const Situation& situation) const {
  if (decide_) return decide_(situation);
  const Rest rest = rest_of(situation, Planned::ready);
  return rest.is_empty() ? std::vector<Decision>{} : decisions_of(rest, planned(rest.open));
}

bool PolicyExecution::decide(const Situation& situation, Ending cause) {
  const std::vector<Decision> taken = decisions(situation);
  if (taken.empty()) return false;
  palio::decide(situation, cause, taken, realized_, schedule_);
  return true;
}

// Applications that come later keep their places in the plan, beside the others.
bool PolicyExecution::plan_again(const Situation& situation, Ending cause) {
  const Rest rest = rest_of(situation);
  if (rest.is_empty()) return false;
  Schedule plan = planned(rest.open);
  Rearrangement anew(situation, cause, realized_, schedule_);
  std::vector<std::tuple<double, int, int, Placement*>> places;  // start, application, task; null: as it was
  places.reserve(rest.task.front().size());
  for (std::size_t i = 0; i < rest.application.size(); ++i)
    for (std::size_t task = 0; task < rest.task[i].size(); ++task) {
      Placement& placed = plan.placements[i][task];
      const auto app = static_cast<int>(rest.application[i]);
      planned_[app][rest.task[i][task]] = {placed.start, placed.finish};
      places.emplace_back(placed.start, app, rest.task[i][task], &placed);
    }
  for (int app = 0; app < static_cast<int>(planned_.size()); ++app)
    if (told_.applications[app].release_date > now_)
      for (int task = 0; task < static_cast<int>(planned_[app].size()); ++task)
        if (situation.is_open(app, task)) places.emplace_back(planned_[app][task].start, app, task, nullptr);
  std::ranges::sort(places);
  for (const auto& [start, app, task, placed] : places)
    if (placed == nullptr) {
      anew.put_behind(app, task);
    } else {
      Placement former = anew.place(app, task, placed->cluster, std::move(placed->processors));
      if (policy_.decision_time > 0 && former.processors != schedule_.placements[app][task].processors)
        moving_.push_back({app, task, std::move(former), situation.effect(), anew.moment()});
    }
  return true;
}

double PolicyExecution::predicted_makespan(const Schedule& plan) {
  if (policy_.replan != Replan::ready) return makespan_of(plan);
  if (platform_.interconnect == Interconnect::mesh && !has_contention(platform_)) {  // it comes to this, to the bit
    Workload told = std::exchange(told_, estimated_);
    const double makespan = makespan_of(executed_as_estimated(plan).execution.schedule);
    told_ = std::move(told);
    return makespan;
  }
  const auto decide = [this](const Situation& situation) { return decisions(situation); };
  return makespan_of(planned_at_run_time(platform_, estimated_, policy_.decision_time, decide));
}

// As moments, which stay when what waits for them is decided on anew.
void PolicyExecution::wait_for_releases(const Schedule& plan) {
  std::set<double> dates;
  const auto date_of = [&](std::size_t app, int task) {
    const Application& application = estimated_.applications[app];
    return decides_at_run_time() ? application.release_date : release_of(application, plan.placements[app], task);
  };
  const auto visit = [&](auto each) {
    for (std::size_t app = 0; app < schedule_.placements.size(); ++app)
      for (int task = 0; task < static_cast<int>(schedule_.placements[app].size()); ++task)
        if (const double date = date_of(app, task); date > 0) each(date, schedule_.placements[app][task]);
  };
  visit([&](double date, Placement&) { dates.insert(date); });
  for (const double date : dates) schedule_.moments.push_back({{}, date});
  visit([&](double date, Placement& placed) {
    if (placed.cluster >= 0) placed.moment = static_cast<int>(std::distance(dates.begin(), dates.find(date)));
  });
  releases_ = static_cast<int>(dates.size());
}

// Nothing has happened yet.
void PolicyExecution::begin(const Schedule& plan) {
  schedule_ = decides_at_run_time() ? undecided(estimated_) : plan;
  decisions_ = 0;
  now_ = -1;
  moving_.clear();
  if (!decides_meanwhile()) return;
  if (method_.begin) decide_ = method_.begin(told_platform_, told_, parameters_);
  planned_.assign(schedule_.placements.size(), {});
  std::vector<std::tuple<double, int, int>> places;  // start, application, task
  for (int app = 0; app < static_cast<int>(planned_.size()); ++app)
    for (int task = 0; task < static_cast<int>(schedule_.placements[app].size()); ++task) {
      Placement& placed = schedule_.placements[app][task];
      planned_[app].push_back({placed.start, placed.finish});
      places.emplace_back(placed.start, app, task);
      placed.start = placed.finish = k_never;
    }
  std::ranges::sort(places);
  for (std::size_t i = 0; i < places.size(); ++i)
    schedule_.placements[std::get<1>(places[i])][std::get<2>(places[i])].order = static_cast<int>(i);
  wait_for_releases(plan);
  if (policy_.replan == Replan::period) schedule_.moments.push_back({{}, due_ = policy_.period});
}

void PolicyExecution::realize() {
  if (realization_ != k_as_estimated) realizations_->realize(realization_, estimated_, schedule_, realized_);
}

PolicyExecution::Executed PolicyExecution::executed() {
  realize();
  Meanwhile meanwhile;
  if (decides_meanwhile())
    meanwhile = [this](double date, std::span<const Ending> ended) { return happen(date, ended); };
  Executed result{simulator_.execute(realized_, schedule_, meanwhile)};
  check_all_decided(schedule_);
  result.decisions = decisions_;
  return result;
}

PolicyExecution::Executed PolicyExecution::execute(int realization, const Schedule& plan) {
  realization_ = realization;
  if (policy_.knowledge == Knowledge::exact) realizations_->tell(realization, estimated_, told_platform_, told_);
  const bool plans_anew = policy_.knowledge != Knowledge::estimate && !decides_at_run_time();
  begin(plans_anew ? planned(told_) : plan);
  Executed result = executed();
  if (const auto violation =
          find_simulated_violation(platform_, realized_, result.execution.schedule, result.execution.transfers))
    throw InvalidExecution(fmt::format("realization {}: {}", realization, *violation));
  return result;
}

PolicyExecution::Executed PolicyExecution::executed_as_estimated(const Schedule& plan) {
  begin(plan);
  return executed();
}

Schedule PolicyExecution::decided_as_estimated(const Schedule& plan) {
  executed_as_estimated(plan);
  return schedule_;
}

}  // namespace palio
