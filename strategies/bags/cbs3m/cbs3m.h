#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "strategies/bags/bag_policy.h"
#include "strategies/bags/cbs3m/fluid_problem.h"
#include "strategies/bags/cbs3m/stretch_search.h"

namespace palio {

/// Turns the rates of a fluid plan into messages of whole tasks; Benoit et al. (2008), section 6, leaves open how. Each
/// pair of application and worker has a virtual date, at which its rate would have sent one task more than was sent.
/// The task sent is the one with the earliest date among those owed by the end of the current interval, or else of
/// later ones.
class PlanFollower {
public:
  explicit PlanFollower(FluidPlan plan);

  const FluidPlan& plan() const { return plan_; }

  /// Chooses among the messages that may be sent; ties: application, then worker. Empty if the plan owes none of those.
  std::optional<Send> next(double now, const std::function<bool(const Send&)>& may_send) const;
  void sent(const Send& send) { ++count_[pair(send)]; }

private:
  int current_interval(double now) const;
  std::optional<Send> most_behind(int interval, const std::function<bool(const Send&)>& may_send) const;
  bool is_owed(const Send& send, int interval) const;
  double virtual_date(const Send& send, int interval) const;
  std::size_t pair(const Send& send) const { return plan_.at(0, send.application, send.worker); }

  FluidPlan plan_;
  std::vector<double> until_;  // like plan_.sent: amounts from the first date to the end of the interval
  std::vector<int> count_;     // tasks sent, by application and worker
};

/// What a policy knows: only past releases, or everything from the beginning.
enum class Foresight { online, offline };

/// Which of its tasks a worker runs next: the first received, or the first of the application whose deadline in the
/// latest plan is earliest.
enum class HeldOrder { fifo, edf };

/// CBS3M, clever burst steady-state stretch minimizing: sends follow a fluid plan of the least maximal stretch; online,
/// each date of release brings a new plan for what is left. Benoit, Marchal, Pineau, Robert, Vivien: Offline and online
/// scheduling of concurrent bags-of-tasks on heterogeneous platforms (2008), section 5.
class Cbs3m : public BagPolicy {
public:
  /// `goal`, early or least_buffered, chooses among the plans of the least stretch, which the paper leaves open.
  /// Offline, the plan is made here. Throws NoSchedule, here or at any call, if a linear program fails.
  Cbs3m(const Star& star, const BagBatch& batch, Foresight foresight, HeldOrder order,
        FluidGoal goal = FluidGoal::early);

  void released(int application, double now) override;
  void received(const Send& send, double now) override;
  void started(int application, int worker, double now) override;
  void finished(int application, int worker, double now) override;
  std::optional<Send> next_send(double now) override;
  int next_application(int worker, std::span<const int> held, double now) override;
  LpUse lp_use() const override { return use_; }

  /// The largest stretch that a plan had so far; 0 before the first.
  double planned_stretch() const { return planned_stretch_; }

private:
  struct ApplicationState {
    bool is_released = false;
    double release_date = 0;  // s
    double dedicated = 0;     // s
    int unsent = 0;           // tasks
    std::vector<int> with;    // by worker: tasks sent to it but not finished
  };
  struct WorkerState {
    int running = -1;    // application
    double since = 0;    // s
    int on_the_way = 0;  // messages
  };

  void settle_before(double now);
  void settle();
  void plan_again(double now);
  double held(int application, int worker, double now) const;
  bool may_send(const Send& send) const;
  std::optional<Send> left_over(double now) const;
  double completion(const Send& send, double now) const;

  const Star& star_;
  const BagBatch& batch_;
  Foresight foresight_;
  HeldOrder order_;
  FluidGoal goal_;  // which of the plans
  std::vector<ApplicationState> applications_;
  std::vector<WorkerState> workers_;
  std::optional<double> to_plan_;  // s; releases at this date are not planned yet
  std::optional<PlanFollower> follower_;
  LpUse use_;
  double planned_stretch_ = 0;
};

}  // namespace palio
