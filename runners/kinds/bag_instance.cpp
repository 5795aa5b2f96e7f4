#include "runners/kinds/instances.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "runners/kinds/least_time.h"
#include "runners/kinds/steps.h"
#include "strategies/bags/bag_schedule.h"
#include "strategies/bags/cbs3m/stretch_search.h"
#include "strategies/bags/dedicated_rate.h"
#include "strategies/bounds/instance_bounds.h"

namespace palio {
namespace {

constexpr double k_optimum_tolerance = 2e-6;  // twice the tolerance of the search for it

// Linear programs solved during the simulation count as scheduling.
void add_lp_use(const BagPolicy::LpUse& use, double planned_before, MetricValues& metrics, ScenarioReply& reply) {
  if (use.count == 0) return;
  metrics["lp_count"] = use.count;
  reply.lp_time = use.time;
  const double online = use.time - planned_before;
  reply.schedule_time += online;
  reply.simulation_time -= online;
}

class BagInstance final : public KindInstance {
public:
  using Method = BagMethod;

  BagInstance(Star star, const BagBatch& batch, const std::string& /*trace*/, SimulateBags simulate)
      : star_(std::move(star)),
        batch_(dated(batch, star_)),
        bounds_(bounds_of(star_, batch_)),
        simulate_(std::move(simulate)) {
    check_times(star_, batch_);
    std::size_t tasks = 0;
    for (const BagOfTasks& bag : batch_.applications) {
      dedicated_.push_back(dedicated_makespan(star_, bag));
      tasks += static_cast<std::size_t>(bag.tasks);
    }
    if (!batch_.uncertainty.is_certain()) realizations_.emplace(star_, tasks, batch_.uncertainty);
  }

  void add_references(const StrategySet& /*known*/, const std::vector<Recipe>& /*strategies*/,
                      const Measure& measure) override {
    optimum_ = measure([&] { return offline_optimum(star_, batch_); });
    if (auto* failure = std::get_if<Failure>(&optimum_))
      failure->message = "the optimum that strategies are held against: " + failure->message;
  }

  Outcome run(const Strategy& strategy, const Parameters& parameters, const Wanted& wanted,
              ScenarioReply& reply) const override {
    const auto& method = method_for<BagMethod>(strategy, star_, batch_);
    require_realization(wanted.realization, realizations_ ? realizations_->count() : 0);
    if (const auto* failure = std::get_if<Failure>(&optimum_)) return *failure;
    const std::unique_ptr<BagPolicy> policy =
        timed(Activity::scheduling, reply.schedule_time, [&] { return method.policy(star_, batch_, parameters); });
    const double planned_before = policy->lp_use().time;
    std::vector<MetricValues> realized;
    BagSchedule shown;
    BagSchedule schedule = timed(Activity::simulating, reply.simulation_time, [&] {
      if (realizations_) realized = realized_ones(method, parameters, wanted.realization, shown);
      return simulate_(star_, batch_, *policy, wanted.trace, Turn::last);
    });
    if (const auto violation = find_bag_violation(star_, batch_, schedule))
      return invalid("simulated schedule", *violation);

    Completed completed = measured(schedule);
    MetricValues& metrics = completed.metrics;
    const double optimum = std::get<double>(optimum_);
    metrics["optimal_max_stretch"] = optimum;
    metrics["relative_max_stretch"] = metrics["max_stretch"] / optimum;
    if (metrics["relative_max_stretch"] < 1 - k_optimum_tolerance)
      return Failure{FailureKind::invalid_schedule,
                     0,
                     fmt::format("the maximum stretch {} is below the optimum {}", metrics["max_stretch"], optimum),
                     {}};
    if (realizations_) {
      const std::vector<double> makespans = values_of(realized, "makespan");
      add_realized_metrics(makespans, metrics["makespan"], metrics);
      if (wanted.detail != Detail::metrics) completed.realizations = without_replans(makespans);
      metrics["mean_max_stretch"] = mean_of(values_of(realized, "max_stretch"));
    }
    hold_against(bounds_, metrics);
    add_lp_use(policy->lp_use(), planned_before, metrics, reply);
    if (wanted.detail == Detail::schedule) reply.detail = std::move(wanted.realization < 0 ? schedule : shown);
    return completed;
  }

private:
  // The metrics of each realization, and the schedule of the wanted one. A policy is begun anew in each, with the
  // estimates.
  std::vector<MetricValues> realized_ones(const BagMethod& method, const Parameters& parameters, int wanted,
                                          BagSchedule& shown) const {
    std::vector<MetricValues> all;
    for (int r = 0; r < realizations_->count(); ++r) {
      const Star star = realizations_->realized(r, star_);
      BagBatch batch = batch_;
      std::span<const double> factors = realizations_->durations(r);
      for (BagOfTasks& bag : batch.applications) {
        const auto own = factors.first(factors.empty() ? 0 : static_cast<std::size_t>(bag.tasks));
        bag.factors.assign(own.begin(), own.end());
        factors = factors.subspan(own.size());
      }
      BagSchedule schedule = simulate_(star, batch, *method.policy(star_, batch_, parameters), {}, Turn::before);
      if (const auto violation = find_bag_violation(star, batch, schedule))
        throw InvalidExecution(fmt::format("realization {}: {}", r, *violation));
      all.push_back(measured(schedule).metrics);
      if (r == wanted) shown = std::move(schedule);
    }
    return all;
  }

  std::vector<ApplicationMetrics> applications_of(const BagSchedule& schedule) const {
    std::vector<ApplicationMetrics> applications;
    for (std::size_t k = 0; k < batch_.applications.size(); ++k)
      applications.push_back(
          {batch_.applications[k].release_date, std::numeric_limits<double>::infinity(), 0, dedicated_[k]});
    for (const BagTask& task : schedule.tasks) {
      ApplicationMetrics& application = applications[task.application];
      application.start = std::min(application.start, task.start);
      application.finish = std::max(application.finish, task.finish);
    }
    return applications;
  }

  double sequential_makespan() const {
    double flop = 0;
    for (const BagOfTasks& bag : batch_.applications) flop += bag.tasks * bag.flop;
    return flop / std::ranges::max_element(star_.workers, {}, &Worker::speed)->speed;
  }

  Completed measured(const BagSchedule& schedule) const {
    Completed completed;
    completed.applications = applications_of(schedule);
    MetricValues& metrics = completed.metrics;
    add_batch_metrics(completed.applications, metrics);
    std::set<int> used;
    for (const BagTask& task : schedule.tasks) used.insert(task.worker);
    metrics["makespan"] = std::ranges::max_element(completed.applications, {}, &ApplicationMetrics::finish)->finish -
                          batch_.applications.front().release_date;
    metrics["sequential_makespan"] = sequential_makespan();
    metrics["processors"] = static_cast<double>(star_.workers.size());
    metrics["processors_used"] = static_cast<double>(used.size());
    metrics["task_count"] = static_cast<double>(schedule.tasks.size());
    if (completed.applications.size() == 1) completed.applications.clear();
    return completed;
  }

  Star star_;
  BagBatch batch_;
  InstanceBounds bounds_;
  std::vector<double> dedicated_;  // makespan of each application alone, s
  SimulateBags simulate_;
  std::optional<StarRealizations> realizations_;  // of an uncertain workload
  Reference optimum_ = 0.0;                       // least maximum stretch
};

}  // namespace

RowFor<BagBatch, InstanceKind> bag_instances(SimulateBags simulate) {
  return instance_kind<BagInstance>(std::move(simulate));
}

}  // namespace palio
