#include "strategies/ptg/cluster_batch/mags/mags.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "strategies/ptg/bottom_level.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

// When the work fills its periods exactly, a remainder below this is a rounding error.
constexpr double k_malleable_rounding = 1e-12;

// 0 to count - 1 by increasing key; ties: the lower one.
template <class Key>
std::vector<std::size_t> sorted_indices(std::size_t count, Key key) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, key);
  return order;
}

std::vector<std::size_t> shortest_first(std::span<const double> dedicated) {
  return sorted_indices(dedicated.size(), [&](std::size_t app) { return dedicated[app]; });
}

// The shortest i applications end at S C*_i at the earliest: their work is at most what the cluster can do until then.
double malleable_stretch(std::span<const double> dedicated) {
  double stretch = 0;
  double work = 0;  // s of the whole cluster
  for (const std::size_t app : shortest_first(dedicated)) {
    work += dedicated[app];
    stretch = std::max(stretch, work / dedicated[app]);
  }
  return stretch;
}

// Processors in proportion to the weights, by largest remainders (ties: first). No weight: no processor.
std::vector<int> whole_shares(std::span<const double> weight, int processors) {
  std::vector<int> share(weight.size(), 0);
  const double sum = std::accumulate(weight.begin(), weight.end(), 0.0);
  if (sum == 0) return share;
  std::vector<double> remainder;
  int left = processors;
  for (std::size_t i = 0; i < weight.size(); ++i) {
    const double exact = processors * weight[i] / sum;
    share[i] = static_cast<int>(exact);
    remainder.push_back(exact - share[i]);
    left -= share[i];
  }
  const std::vector<std::size_t> order = sorted_indices(weight.size(), [&](std::size_t i) { return -remainder[i]; });
  for (int i = 0; i < left; ++i) ++share[order[i]];
  return share;
}

void take_from_largest(std::vector<int>& share, std::size_t taker) {
  const auto largest = std::ranges::max_element(share);
  if (*largest < 2) return;
  --*largest;
  ++share[taker];
}

using PeriodShare = MalleableApplication::Share;

PeriodShare share_of(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule) {
  PeriodShare share{processors, {}, {}};
  if (processors == 0) return share;
  share.allocation = cluster_allocation(graph, processors, speed, rule);
  share.time = execution_times(graph, share.allocation, speed);
  return share;
}

std::vector<double> top_times(const TaskGraph& graph, double speed) {
  std::vector<double> times(graph.task_count(), 0);
  for (const int task : graph.topological_order()) {
    double above = 0;
    for (const Edge& edge : graph.in_edges(task)) above = std::max(above, times[edge.from]);
    times[task] = above + execution_time(graph.task(task), 1, speed);
  }
  return times;
}

/// One application while it is placed, from its exits up.
class BottomUp {
public:
  BottomUp(const MalleableApplication& application, const std::vector<double>& dates)
      : application_(application),
        dates_(dates),
        slots_(application.top_time.size()),
        latest_finish_(slots_.size(), dates[application.shares.size()]) {
    for (const PeriodShare& share : application.shares) used_.emplace_back(share.processors);
    for (int task = 0; task < application.graph->task_count(); ++task) {
      open_children_.push_back(application.graph->out_edges(task).size());
      if (open_children_.back() == 0) candidates_.push_back(task);
    }
  }

  std::optional<std::vector<Slot>> run() {
    while (!candidates_.empty()) {
      const auto chosen = std::ranges::min_element(candidates_, [this](int a, int b) { return before(a, b); });
      const int task = *chosen;
      candidates_.erase(chosen);
      if (!place(task)) return std::nullopt;
      release_parents(task);
    }
    return std::move(slots_);
  }

private:
  bool before(int task, int other) const {
    const auto rank = [this](int of) { return std::tuple(-latest_finish_[of], -application_.top_time[of], of); };
    return rank(task) < rank(other);
  }

  // False if no period has a slot for the task; one that begins after the task's latest finish has none.
  bool place(int task) {
    for (std::size_t period = used_.size(); period-- > 0;) {
      const PeriodShare& share = application_.shares[period];
      if (share.processors == 0) continue;
      const double end = std::min(latest_finish_[task], dates_[period + 1]);
      const double time = share.time[task];
      const int n = share.allocation[task];
      const std::optional<double> start = used_[period].latest(dates_[period], end, time, n);
      if (!start) continue;
      slots_[task] = {n, *start, time};
      used_[period].add(*start, slots_[task].finish(), n);
      return true;
    }
    return false;
  }

  void release_parents(int task) {
    for (const Edge& edge : application_.graph->in_edges(task)) {
      latest_finish_[edge.from] = std::min(latest_finish_[edge.from], slots_[task].start);
      if (--open_children_[edge.from] == 0) candidates_.push_back(edge.from);
    }
  }

  const MalleableApplication& application_;
  const std::vector<double>& dates_;  // s, of the periods
  std::vector<UsageProfile> used_;    // by period
  std::vector<Slot> slots_;
  std::vector<double> latest_finish_;       // s, by task: what its placed children allow
  std::vector<std::size_t> open_children_;  // by task: not placed yet
  std::vector<int> candidates_;             // without open children
};

constexpr int k_doublings = 64;

PeriodFilling filling_named(std::string_view name) {
  if (name == "forward") return PeriodFilling::forward;
  return name == "constant" ? PeriodFilling::constant : PeriodFilling::backward;
}

void check_shares(const std::vector<std::vector<int>>& processors, int all) {
  for (std::size_t app = 0; app < processors.size(); ++app)
    if (std::ranges::max(processors[app]) == 0)
      throw NoSchedule(
          fmt::format("MAGS has no processor for application {} in any period: {} applications are too "
                      "many for {} processors",
                      app, processors.size(), all));
}

}  // namespace

StretchPeriods stretch_periods(std::span<const double> dedicated, double smallest_period) {
  const auto [shortest, longest] = std::ranges::minmax(dedicated);
  StretchPeriods periods;
  periods.stretch = malleable_stretch(dedicated);
  periods.lambda = std::max(1.0, smallest_period / (periods.stretch * shortest));
  periods.dates = {0, periods.stretch * shortest};
  while (periods.dates.back() < periods.stretch * longest)
    periods.dates.push_back(periods.dates.back() * (1 + periods.lambda));
  for (const double alone : dedicated) {
    const auto end = std::lower_bound(periods.dates.begin() + 1, periods.dates.end(), periods.stretch * alone);
    periods.last.push_back(static_cast<int>(end - periods.dates.begin()) - 1);
  }
  return periods;
}

std::vector<std::vector<int>> malleable_allocation(std::span<const double> dedicated, const StretchPeriods& periods,
                                                   int processors, PeriodFilling filling) {
  const std::vector<std::size_t> order = shortest_first(dedicated);
  std::vector<double> left(dedicated.begin(), dedicated.end());  // s of the whole cluster
  std::vector<std::vector<int>> allocation(dedicated.size(), std::vector<int>(periods.dates.size() - 1, 0));
  const auto last = [&](std::size_t app) { return static_cast<std::size_t>(periods.last[app]); };
  const auto count = static_cast<std::size_t>(periods.count());
  for (std::size_t step = 0; step < count; ++step) {
    const std::size_t period = filling == PeriodFilling::backward ? count - 1 - step : step;
    const auto of_active = [&](auto value) {  // 0 for those that have ended
      std::vector<double> values;
      for (const std::size_t app : order) values.push_back(last(app) >= period ? value(app) : 0);
      return values;
    };
    const std::vector<double> active = of_active([&](std::size_t app) { return left[app]; });
    const std::vector<double> rate =
        of_active([&](std::size_t app) { return dedicated[app] / periods.dates[last(app) + 1]; });
    std::vector<int> share = whole_shares(filling == PeriodFilling::constant ? rate : active, processors);
    for (std::size_t i = 0; i < order.size(); ++i)
      if (last(order[i]) == period && share[i] == 0) take_from_largest(share, i);

    const double length = periods.dates[period + 1] - periods.dates[period];
    const double work = std::accumulate(active.begin(), active.end(), 0.0);
    const double rest = work <= length * (1 + k_malleable_rounding) ? 0 : 1 - length / work;
    for (std::size_t i = 0; i < order.size(); ++i) {
      allocation[order[i]][period] = share[i];
      if (last(order[i]) >= period) left[order[i]] *= rest;
    }
  }
  return allocation;
}

std::vector<MalleableApplication> malleable_applications(const Workload& workload, const StretchPeriods& periods,
                                                         const std::vector<std::vector<int>>& processors, double speed,
                                                         const AllocationRule& rule) {
  std::vector<MalleableApplication> applications;
  for (std::size_t app = 0; app < workload.applications.size(); ++app) {
    const TaskGraph& graph = workload.applications[app].graph;
    MalleableApplication made{&graph, {}, top_times(graph, speed)};
    for (std::size_t period = 0; period <= static_cast<std::size_t>(periods.last[app]); ++period) {
      const auto same = std::ranges::find(made.shares, processors[app][period], &PeriodShare::processors);
      PeriodShare share = same != made.shares.end() ? *same : share_of(graph, processors[app][period], speed, rule);
      made.shares.push_back(std::move(share));
    }
    applications.push_back(std::move(made));
  }
  return applications;
}

std::optional<BatchPlan> place_in_periods(const std::vector<MalleableApplication>& applications,
                                          const StretchPeriods& periods, double slack) {
  std::vector<double> dates;
  for (const double date : periods.dates) dates.push_back(slack * date);
  BatchPlan plan;
  for (const MalleableApplication& application : applications) {
    std::optional<std::vector<Slot>> slots = BottomUp(application, dates).run();
    if (!slots) return std::nullopt;
    plan.push_back(std::move(*slots));
  }
  return plan;
}

SlackSearch smallest_slack(const std::vector<MalleableApplication>& applications, const StretchPeriods& periods,
                           double precision) {
  SlackSearch found;
  std::optional<BatchPlan> plan = place_in_periods(applications, periods, found.slack);
  for (int doubling = 0; !plan; ++doubling) {
    if (doubling == k_doublings)
      throw NoSchedule(
          fmt::format("MAGS cannot place the tasks in their periods, even {:g} times as long", found.slack));
    found.too_small = found.slack;
    found.slack *= 2;
    plan = place_in_periods(applications, periods, found.slack);
  }
  found.plan = std::move(*plan);
  while (found.too_small > 0 && found.slack - found.too_small > precision) {
    const double middle = (found.too_small + found.slack) / 2;
    if (middle <= found.too_small || middle >= found.slack) break;  // no number between them
    plan = place_in_periods(applications, periods, middle);
    if (plan) found.plan = std::move(*plan);
    (plan ? found.slack : found.too_small) = middle;
  }
  return found;
}

SchedulingResult schedule_mags(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  const int processors = platform.clusters.front().processors;
  const double speed = platform.clusters.front().speed;
  const AllocationRule rule = allocation_rule(parameters);
  const std::vector<double> dedicated = dedicated_makespans(workload, processors, speed, rule);
  const StretchPeriods periods = stretch_periods(dedicated, real_of(parameters, "smallest_period"));
  const std::vector<std::vector<int>> shares =
      malleable_allocation(dedicated, periods, processors, filling_named(text_of(parameters, k_filling)));
  check_shares(shares, processors);
  SlackSearch found = smallest_slack(malleable_applications(workload, periods, shares, speed, rule), periods,
                                     real_of(parameters, "slack_precision"));
  backfill(workload, processors, found.plan);
  SchedulingResult result{schedule_of(platform, workload, found.plan), {}};
  result.extra["stretch_bound"] = found.slack * (1 + periods.lambda) * periods.stretch;
  return result;
}

}  // namespace palio
